import SimpleFeatures

/// A folder of layer files, in which layers are looked up.
package struct LayerFolder {
  private let path: String
  private let roles: Set<LayerRole>

  /// - Parameter roles: Those that the files may state.
  package init(_ path: String, roles: Set<LayerRole>) {
    self.path = path
    self.roles = roles
  }

  /// The layers whose files have no faults, and the faults of the others.
  package func check() -> (layers: [LayerDefinition], diagnostics: [Diagnostic]) {
    LayerCatalog.check(folder: path, roles: roles)
  }

  /// All layers whose files have no faults.
  package func all() throws -> [LayerDefinition] {
    let (layers, diagnostics) = check()
    guard !layers.isEmpty else { throw CatalogError(diagnostics: diagnostics) }
    return layers
  }

  /// The layer called `id`, or by its title, which must be free of faults; other files may have
  /// some.
  package func layer(_ id: String) throws -> LayerDefinition {
    if let layer = LayerCatalog.layer(id, in: path, roles: roles) { return layer }
    let (layers, diagnostics) = check()
    // Files that it names may have faults where its own has none.
    if let layer = layers.named(id) { return layer }
    let own = diagnostics.filter { $0.file.hasSuffix("/\(id).yml") || layers.isEmpty }
    guard own.isEmpty else { throw CatalogError(diagnostics: own) }
    throw PlainError(
      message: "there is no layer \"\(id)\" in \(path)",
      hint: choices(
        for: id, among: layers.map { ($0.id, $0.titles) }, listedBy: "yutu layers")
    )
  }
}

extension [LayerDefinition] {
  /// The layer with the id `name`, else the one layer with such a title, in either language, or
  /// alias.
  package func named(_ name: String) -> LayerDefinition? {
    if let layer = first(where: { $0.id == name }) { return layer }
    let found = filter { $0.titles.contains { $0.lowercased() == name.lowercased() } }
    return found.count == 1 ? found[0] : nil
  }

  /// The layer of a city that is called `name`, by id, title or alias.
  package func known(_ name: String) throws -> LayerDefinition {
    if let layer = named(name) { return layer }
    throw PlainError(
      message: "the city has no layer \"\(name)\"",
      hint: choices(
        for: name, among: map { ($0.id, $0.titles) }, listedBy: "yutu layers --city CITY"))
  }
}
