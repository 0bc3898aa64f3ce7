import Catalog
package import CityFile
import GRDB
package import SimpleFeatures

/// The feature store in a city file.
package struct SpatiaLiteStore: FeatureStoring {
  package let city: City

  package init(_ city: City) {
    self.city = city
  }

  package func layers() async throws -> [StoredLayer] {
    try await city.read { try StoredLayer.fetchAll($0) }
  }

  package func layer(_ id: String) async throws -> StoredLayer {
    try await city.read { try StoredLayer.fetch($0, id: id) }
  }

  package func feature(_ id: String, in layer: StoredLayer) async throws -> StoredFeature? {
    let table = LayerTable(layer.definition)
    return try await city.read { database in
      let statement = try RowStatement(
        database, "SELECT \(table.selection) FROM \(table.quotedName) t WHERE t.id = ?")
      statement.bind(1, id)
      guard try statement.step() else { return nil }
      return try FeatureRow(statement, fields: table.fields).feature()
    }
  }

  package func features(
    _ query: FeatureQuery, in layer: StoredLayer
  ) async throws -> FeaturePage {
    try await city.read { try FeatureSelection(query, in: layer).page($0) }
  }

  package func scan<Result: Sendable>(
    box: Envelope, _ body: @escaping @Sendable (FeatureScan) throws -> Result
  ) async throws -> Result {
    try await city.read { try body(FeatureScan($0, box: box)) }
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
        try body(layer, FeatureRow(statement, fields: table.fields))
      }
    }
  }
}
