import Catalog
package import SimpleFeatures

/// The row that a scan stands on; its parts are read when they are asked for.
package struct FeatureRow: ~Copyable {
  private enum Source: ~Copyable {
    case statement(RowStatement, types: [FieldType])
    case feature(StoredFeature)
  }

  private let source: Source

  init(_ statement: RowStatement, types: [FieldType]) {
    source = .statement(statement, types: types)
  }

  /// A feature that no table holds.
  package init(_ feature: StoredFeature) {
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
    var geometry = Geometry(kind: .point)
    try read(into: &geometry)
    return geometry
  }

  /// The value of the field at `index` in the layer's order.
  package func value(_ index: Int) -> PropertyValue {
    var copy = PropertyValue.null
    withValue(index) { copy = PropertyValue(copying: $0) }
    return copy
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

// MARK: Parts in place, for loops over many rows

extension FeatureRow {
  /// Gives `body` a look at ``id``.
  package func withID(_ body: (UTF8Span) -> Void) {
    switch source {
    case .statement(let statement, _): statement.withText(1, body)
    case .feature(let feature): body(feature.id.utf8Span)
    }
  }

  /// Gives `body` a look at the value of the field at `index` in the layer's order.
  package func withValue(_ index: Int, _ body: (PropertyView) -> Void) {
    switch source {
    case .statement(let statement, let types): statement.withValue(4 + index, types[index], body)
    case .feature(let feature): feature.values[index].withView(body)
    }
  }

  /// Gives `body` a look at each field's value, in the layer's order.
  package func forEachValue(_ body: (_ index: Int, PropertyView) -> Void) {
    switch source {
    case .statement(let statement, let types):
      for (index, type) in types.enumerated() {
        statement.withValue(4 + index, type) { body(index, $0) }
      }
    case .feature(let feature):
      for (index, value) in feature.values.enumerated() { value.withView { body(index, $0) } }
    }
  }

  /// Makes `geometry` the feature's, in the room that its buffers have.
  package func read(into geometry: inout Geometry) throws {
    switch source {
    case .statement(let statement, _): try statement.read(3, into: &geometry)
    case .feature(let feature): geometry = feature.geometry
    }
  }
}
