import Catalog
import FeatureStore
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

  /// The layer called `id`, or by its title, which must be free of faults; other files may have
  /// some.
  func layer(_ id: String) throws -> LayerDefinition {
    if let layer = LayerCatalog.layer(id, in: path, roles: Self.roles) { return layer }
    let (layers, diagnostics) = check()
    // Files that it names may have faults where its own has none.
    if let layer = layers.first(where: { $0.id == id }) { return layer }
    if let layer = layers.titled(id) { return layer }
    let own = diagnostics.filter { $0.file.hasSuffix("/\(id).yml") || layers.isEmpty }
    guard own.isEmpty else { throw CatalogError(diagnostics: own) }
    throw PlainError(
      message: "there is no layer \"\(id)\" in \(path)",
      hint: choices(
        for: id, among: layers.map { ($0.id, [$0.title.zh, $0.title.en]) }, listedBy: "yutu layers")
    )
  }
}

extension [LayerDefinition] {
  /// The one layer with such a title, in either language.
  fileprivate func titled(_ title: String) -> LayerDefinition? {
    let found = filter {
      [$0.title.zh, $0.title.en].contains { $0.lowercased() == title.lowercased() }
    }
    return found.count == 1 ? found[0] : nil
  }
}

extension SpatiaLiteStore {
  /// The id of the city's layer with such an id or title; `name` itself where there is none.
  func layerID(of name: String) throws -> String {
    let features = try readNow(.latest) { try $0.layers() }.map(\.definition)
    let rasters = try readRastersNow(MapVersion(.latest)) { try $0.rasters() }.map(\.definition)
    let layers = features + rasters
    if layers.contains(where: { $0.id == name }) { return name }
    return layers.titled(name)?.id ?? name
  }
}
