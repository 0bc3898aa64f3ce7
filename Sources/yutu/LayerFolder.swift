import Catalog
import Foundation
import SimpleFeatures

/// The folder of layer files, as commands look layers up.
struct LayerFolder {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// All layers whose files have no faults.
  func all() throws -> [LayerDefinition] {
    let (layers, diagnostics) = LayerCatalog.check(folder: path)
    guard !layers.isEmpty else { throw CatalogError(diagnostics: diagnostics) }
    return layers
  }

  /// The layer called `id`, which must be free of faults; other files may have some.
  func layer(_ id: String) throws -> LayerDefinition {
    if let layer = LayerCatalog.layer(id, in: path) { return layer }
    let (layers, diagnostics) = LayerCatalog.check(folder: path)
    // Files that it names may have faults where its own has none.
    if let layer = layers.first(where: { $0.id == id }) { return layer }
    let own = diagnostics.filter { $0.file.hasSuffix("/\(id).yml") || layers.isEmpty }
    guard own.isEmpty else { throw CatalogError(diagnostics: own) }
    let ids = layers.map(\.id)
    throw PlainError(
      message: "there is no layer \"\(id)\" in \(path)",
      hint: suggestion(for: id, among: ids).map { "did you mean \($0)?" }
        ?? "there are: " + ids.joined(separator: ", ")
        + "; Layers/README.md shows how to add one")
  }
}
