import Catalog
import FeatureStore
import SimpleFeatures
import Testing

/// A city of layers with relations and rules, checked commit by commit.
final class RuleCity {
  let city: TestCity

  init() throws { city = try TestCity() }

  /// A layer whose file ends in `extra`, the lines of keys, relations and rules.
  static func layer(
    _ id: String, _ geometry: String, fields: [String], _ extra: String = ""
  ) throws -> LayerDefinition {
    let yaml = TestLayer.yaml(id, geometry, fields: fields) + "\n" + extra
    let (layer, diagnostics) = LayerCatalog.parse(yaml: yaml, file: "\(id).yml")
    return try #require(layer, "\(diagnostics.map(\.description))")
  }

  /// Writes and removes features in one commit, then checks it.
  @discardableResult
  func commit(
    _ layer: LayerDefinition, _ items: [TestCity.Item], removing removed: [String] = []
  ) throws -> RuleReport {
    var draft = TestCity.draft
    draft.acceptsBreaches = true
    let commit = try city.store.commit(draft, to: layer) { writer in
      var counts = CommitCounts()
      for item in items {
        _ = try writer.write(id: item.id, geometry: item.geometry, values: item.values)
        counts.added += 1
      }
      for id in removed where try writer.remove(id: id) { counts.removed += 1 }
      return counts
    }
    return try #require(commit).rules
  }
}

extension RuleReport {
  /// `rule: ids` for each breach, in their order.
  var broken: [String] {
    breaches.map { "\($0.rule): \($0.examples.joined(separator: " "))" }
  }
}

/// Metres per degree at 30° N on CGCS2000, from the tables of its radii of curvature.
enum At30North {
  static let eastPerDegree = 96_486.280
  static let northPerDegree = 110_852.426
}

func line(_ id: String, _ ordinates: [Double], _ values: [PropertyValue] = []) -> TestCity.Item {
  TestCity.Item(id: id, geometry: .lineString(ordinates), values: values)
}
