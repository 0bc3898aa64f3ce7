package import CityFile
import GRDB

/// The feature store in a city file.
package struct SpatiaLiteStore: FeatureStoring {
  package let city: City
  private let cache = LayerCache()
  private let matches = MatchCache()
  private let searches = SearchCache()
  private let overlays = OverlayCache()

  package init(_ city: City) {
    self.city = city
  }

  package func check() async throws { try await city.check() }

  package func read<Result: Sendable>(
    _ mapVersion: MapVersion, isBrief: Bool,
    _ body: @escaping @Sendable (any FeatureSnapshot) throws -> Result
  ) async throws -> Result {
    try await city.read(isBrief: isBrief) { try body(snapshot($0, mapVersion)) }
  }

  /// Like ``read(_:_:)``, on the caller's thread, which waits for it.
  package func readNow<Result>(
    _ mapVersion: MapVersion, _ body: (any FeatureSnapshot) throws -> Result
  ) throws -> Result {
    try city.read { try body(snapshot($0, mapVersion)) }
  }

  /// The city as it is seen from `mapVersion`.
  func snapshot(_ database: Database, _ mapVersion: MapVersion) throws -> any FeatureSnapshot {
    let base = try SpatiaLiteSnapshot(
      database, cache, matches, searches, at: mapVersion.revision)
    guard let scenario = mapVersion.scenario else { return base }
    return try OverlaySnapshot(base, scenario, overlays)
  }
}
