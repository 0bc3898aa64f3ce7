package import Catalog
package import FeatureStore
import SimpleFeatures

/// The layer of the one map that shows what imports have found wrong.
package enum ProblemLayer {
  /// The id of its file in `Layers/`.
  package static let id = "import-problem"

  /// Puts the problems of an import on the map, in place of those of an earlier import of the same
  /// file into the same layer.
  ///
  /// - Parameters:
  ///   - definition: The layer's file.
  ///   - told: Says an English text in the language of who imports, which the map then shows.
  ///   - title: What people call a rule, by its id.
  /// - Returns: The commit; `nil` where nothing changed.
  package static func publish(
    _ spool: ProblemSpool, in store: SpatiaLiteStore, as definition: LayerDefinition,
    author: String, told: (String) -> String = { $0 },
    title: (String) -> String = { $0.replacing("-", with: " ") }
  ) throws -> Commit? {
    let isThere = (try? store.readNow(.latest) { try $0.layer(id) }) != nil
    guard spool.placedCount > 0 || isThere else { return nil }
    let draft = CommitDraft(
      author: author, message: told("problems of \(spool.name) in \(spool.layer)"),
      source: spool.name)
    return try store.commit(draft, to: definition) { writer in
      var counts = CommitCounts()
      try spool.forEachFeature { feature in
        guard let id = feature.id, let geometry = feature.geometry else { return }
        let values = definition.fields.map { field -> PropertyValue in
          switch (field.name, feature[field.name], feature["rule"]) {
          case ("message", .text(let text)?, _), ("hint", .text(let text)?, _): .text(told(text))
          case ("kind", _, .text(let rule)?): .text(title(rule))
          case (_, let value, _): value ?? .null
          }
        }
        switch try writer.write(id: id, geometry: geometry, values: values) {
        case .added: counts.added += 1
        case .changed: counts.changed += 1
        case .unchanged, .duplicate: counts.unchanged += 1
        }
      }
      counts.removed = try writer.removeUntouched(having: [
        Property("layer", .text(spool.layer)), Property("source", .text(spool.name)),
      ])
      return counts
    }
  }
}
