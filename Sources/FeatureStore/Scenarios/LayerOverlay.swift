import Catalog
import SimpleFeatures

/// What a scenario's edits make of one layer: each edited feature before and after.
struct LayerOverlay: Sendable {
  struct Change: Sendable {
    /// As the city has it; `nil` for a new feature.
    var before: StoredFeature?
    /// As the scenario has it; `nil` where it is removed.
    var after: StoredFeature?
  }

  private let changes: [ExactText: Change]
  /// The features that the scenario has other than the city, in the order of rows.
  let features: [StoredFeature]

  /// Rows of new features begin here; the row numbers of tables stay far below, and a page of
  /// JavaScript still holds them exactly.
  private static let firstNewRow: Int64 = 1 << 52

  /// Resolves the edits on a layer; all faults are thrown together.
  ///
  /// - Throws: ``CatalogError`` with each edit that does not fit the layer, at its place in the
  ///   scenario's file.
  init(
    _ scenario: Scenario, on layer: StoredLayer, feature: (String) throws -> StoredFeature?
  ) throws {
    var changes: [ExactText: Change] = [:]
    var diagnostics: [Diagnostic] = []
    var newRow = LayerOverlay.firstNewRow
    for edit in scenario.edits where edit.layer == layer.id {
      let before = try feature(edit.id)
      var resolver = EditResolver(scenario, edit, layer.definition)
      let after = resolver.resolve(before, newRow: newRow)
      if before == nil { newRow += 1 }
      diagnostics += resolver.diagnostics
      if changes[ExactText(edit.id)] != nil {
        diagnostics.append(
          scenario.fault(
            edit.position, "feature `\(edit.id)` of layer `\(layer.id)` is edited twice",
            hint: "make the two edits one"))
      }
      changes[ExactText(edit.id)] = Change(before: before, after: after)
    }
    guard diagnostics.isEmpty else { throw CatalogError(diagnostics: diagnostics) }
    self.changes = changes
    features = changes.values.compactMap(\.after).sorted { $0.row < $1.row }
  }

  /// Whether the scenario leaves the layer as it is.
  var isEmpty: Bool { changes.isEmpty }

  /// What becomes of the feature `id`; `nil` where it stays as it is.
  subscript(id: String) -> Change? { isEmpty ? nil : changes[ExactText(id)] }

  /// The edited features that the city has, as it has them.
  var hidden: [StoredFeature] { changes.values.compactMap(\.before) }

  /// The layer as the scenario leaves it.
  func applied(to layer: StoredLayer, _ scenario: Scenario) -> StoredLayer {
    guard !changes.isEmpty else { return layer }
    var layer = layer
    layer.featureCount += features.count - changes.values.count { $0.before != nil }
    let extent = features.reduce(into: layer.extent ?? .empty) {
      $0.formUnion($1.geometry.envelope)
    }
    layer.extent = extent.isEmpty ? nil : extent
    layer.lastCommitToken += "+" + scenario.fingerprint
    return layer
  }
}
