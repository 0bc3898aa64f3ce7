import GeometryCore
import HTTPTypes
import SimpleFeatures

/// The coordinate reference systems that features can be asked in (OGC API Features Part 2).
struct SupportedCRSList: Sendable {
  private let systems: [SupportedCRS]
  private let byName: [String: SupportedCRS]

  /// What the city's file holds.
  static let storage = CoordinateReferenceSystem.cgcs2000

  /// Longitude and latitude, Web Mercator, and the Gauss-Krüger zones of CGCS2000: of 6 degrees
  /// (EPSG:4491 to 4512) and of 3 degrees (EPSG:4513 to 4554), with the zone's number in the
  /// easting and without.
  static let all = SupportedCRSList(
    [.crs84, .wgs84, storage, .webMercator]
      + (4491...4554).compactMap { try? CoordinateReferenceSystem("EPSG:\($0)") })

  private init(_ systems: [CoordinateReferenceSystem]) {
    // Every one can be reached from what is stored, or it is not offered.
    self.systems = systems.compactMap { try? SupportedCRS($0) }
    byName = Dictionary(
      self.systems.flatMap { system in
        [system.crs.uri, system.crs.identifier, "[\(system.crs.identifier)]"].map { ($0, system) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the systems that hold everywhere in `extent`, the default first.
  func uris(within extent: Envelope?) -> [String] {
    systems.filter { $0.holds(extent) }.map(\.crs.uri)
  }

  /// The system that the query parameter `name` asks for; CRS84 where it asks for none.
  ///
  /// - Throws: ``HTTPProblem`` 400 for one that is not offered.
  func system(_ name: String, _ request: APIRequest) throws(HTTPProblem) -> SupportedCRS {
    guard let text = request.query[name] else { return systems[0] }
    guard let system = byName[text] ?? byName[text.replacing("https://", with: "http://")] else {
      throw HTTPProblem(
        .badRequest, "unknown-crs", "\(name)=\(text) is not a system of this collection",
        hint: "write for example \(Self.storage.uri); GET /collections lists all under crs")
    }
    return system
  }
}
