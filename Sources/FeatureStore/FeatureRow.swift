import Catalog
package import SimpleFeatures

/// The row that a scan stands on; its parts are read when they are asked for.
package struct FeatureRow: ~Copyable {
  private let statement: RowStatement
  private let types: [FieldType]

  init(_ statement: RowStatement, types: [FieldType]) {
    self.statement = statement
    self.types = types
  }

  package var row: Int64 { statement.int64(0) }
  package var id: String { statement.text(1) }
  package var commit: Int { Int(statement.int64(2)) }

  package func geometry() throws -> Geometry { try statement.geometry(3) }

  /// The value of the field at `index` in the layer's order.
  package func value(_ index: Int) -> PropertyValue {
    statement.value(4 + index, types[index])
  }

  /// The whole row as a value.
  package func feature() throws -> StoredFeature {
    StoredFeature(
      row: row, id: id, geometry: try geometry(), values: types.indices.map { value($0) },
      commit: commit)
  }
}
