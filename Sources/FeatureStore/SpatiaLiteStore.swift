import Catalog
package import CityFile
import GRDB
import SimpleFeatures

/// The feature store in a city file.
package struct SpatiaLiteStore: FeatureStoring {
  package let city: City
  private let cache = LayerCache()

  package init(_ city: City) {
    self.city = city
  }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (any FeatureSnapshot) throws -> Result
  ) async throws -> Result {
    try await city.read { try body(SpatiaLiteSnapshot(database: $0, cache: cache)) }
  }

  /// Every feature of a layer in the order of rows, for export; `body` runs on this thread.
  package func forEachFeature(
    of layerID: String, _ body: (StoredLayer, borrowing FeatureRow) throws -> Void
  ) throws {
    try city.read { database in
      let layer = try StoredLayer.fetch(database, id: layerID)
      let table = LayerTable(layer.definition)
      let statement = try RowStatement(
        database, "SELECT \(table.selection) FROM \(table.quotedName) t ORDER BY t.fid")
      while try statement.step() {
        try body(layer, FeatureRow(statement, types: table.types))
      }
    }
  }
}

/// A city file as one reader sees it.
struct SpatiaLiteSnapshot: FeatureSnapshot {
  let database: Database
  let cache: LayerCache

  func layers() throws -> [StoredLayer] {
    let statement = try RowStatement(database, "SELECT id FROM yutu_layers ORDER BY id")
    var ids: [String] = []
    while try statement.step() { ids.append(statement.text(0)) }
    return try ids.map(layer)
  }

  func layer(_ id: String) throws -> StoredLayer {
    try cache.layer(id, in: database) ?? StoredLayer.fetch(database, id: id)
  }

  func feature(_ id: String, in layer: StoredLayer) throws -> StoredFeature? {
    let table = LayerTable(layer.definition)
    let statement = try RowStatement(
      database, "SELECT \(table.selection) FROM \(table.quotedName) t WHERE t.id = ?")
    statement.bind(1, id)
    guard try statement.step() else { return nil }
    return try FeatureRow(statement, types: table.types).feature()
  }

  func features(_ query: FeatureQuery, in layer: StoredLayer) throws -> FeaturePage {
    try FeatureSelection(query, in: layer).page(database)
  }

  func forEachFeature(
    of layer: StoredLayer, meeting box: Envelope, _ body: (borrowing FeatureRow) throws -> Void
  ) throws {
    let table = LayerTable(layer.definition)
    let statement = try RowStatement(
      database,
      """
      SELECT \(table.selection) FROM \(table.index) i JOIN \(table.quotedName) t
      ON t.fid = i.pkid
      WHERE i.xmax >= ? AND i.ymax >= ? AND i.xmin <= ? AND i.ymin <= ?
      """)
    statement.bind(1, box: box)
    while try statement.step() { try body(FeatureRow(statement, types: table.types)) }
  }
}
