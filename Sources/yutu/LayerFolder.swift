import Catalog
import Foundation
import SignalProcesses
import SimpleFeatures
import Simulation

/// The folder of layer files, as commands look layers up.
struct LayerFolder {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// The roles that layer files may state: those that models read, and those for models that are
  /// not part of this program.
  private static let roles = Set(
    Serve.services.flatMap { $0.roles } + SignalCity.roles
      + [LayerRole("ground-height"), LayerRole("emergency-shelter")])

  /// The layers whose files have no faults, and the faults of the others.
  func check() -> (layers: [LayerDefinition], diagnostics: [Diagnostic]) {
    LayerCatalog.check(folder: path, roles: Self.roles)
  }

  /// All layers whose files have no faults.
  func all() throws -> [LayerDefinition] {
    let (layers, diagnostics) = check()
    guard !layers.isEmpty else { throw CatalogError(diagnostics: diagnostics) }
    return layers
  }

  /// The layer called `id`, which must be free of faults; other files may have some.
  func layer(_ id: String) throws -> LayerDefinition {
    if let layer = LayerCatalog.layer(id, in: path, roles: Self.roles) { return layer }
    let (layers, diagnostics) = check()
    // Files that it names may have faults where its own has none.
    if let layer = layers.first(where: { $0.id == id }) { return layer }
    let own = diagnostics.filter { $0.file.hasSuffix("/\(id).yml") || layers.isEmpty }
    guard own.isEmpty else { throw CatalogError(diagnostics: own) }
    let ids = layers.map(\.id)
    throw PlainError(
      message: "there is no layer \"\(id)\" in \(path)",
      hint: suggestion(for: id, among: ids).map { "did you mean \($0)?" }
        ?? "there are: " + ids.joined(separator: ", ")
        + "; to add one, copy that folder, add a file as its README.md shows, and name the copy "
        + "with --layers")
  }
}
