import Catalog
package import SimpleFeatures

/// The row that a scan stands on; its parts are read when they are asked for.
package struct FeatureRow: ~Copyable {
  private enum Source {
    case statement(RowStatement, types: [FieldType])
    case feature(StoredFeature)
  }

  private let source: Source

  init(_ statement: RowStatement, types: [FieldType]) {
    source = .statement(statement, types: types)
  }

  /// A feature that no table holds.
  init(_ feature: StoredFeature) {
    source = .feature(feature)
  }

  package var row: Int64 {
    switch source {
    case .statement(let statement, _): statement.int64(0)
    case .feature(let feature): feature.row
    }
  }

  package var id: String {
    switch source {
    case .statement(let statement, _): statement.text(1)
    case .feature(let feature): feature.id
    }
  }

  package var commit: Int {
    switch source {
    case .statement(let statement, _): Int(statement.int64(2))
    case .feature(let feature): feature.commit
    }
  }

  package func geometry() throws -> Geometry {
    switch source {
    case .statement(let statement, _): try statement.geometry(3)
    case .feature(let feature): feature.geometry
    }
  }

  /// The value of the field at `index` in the layer's order.
  package func value(_ index: Int) -> PropertyValue {
    switch source {
    case .statement(let statement, let types): statement.value(4 + index, types[index])
    case .feature(let feature): feature.values[index]
    }
  }

  /// The whole row as a value.
  package func feature() throws -> StoredFeature {
    switch source {
    case .statement(_, let types):
      StoredFeature(
        row: row, id: id, geometry: try geometry(), values: types.indices.map { value($0) },
        commit: commit)
    case .feature(let feature): feature
    }
  }
}
