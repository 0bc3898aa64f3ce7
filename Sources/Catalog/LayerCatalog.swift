import Foundation

/// The layers of the one map, as a folder of files declares them.
///
/// ```swift
/// let catalog = try LayerCatalog.load(folder: "Layers")
/// catalog["building"]?.title.en  // "Buildings"
/// ```
public struct LayerCatalog: Equatable, Sendable {
  /// In the order of their ids.
  public let layers: [LayerDefinition]

  /// A catalogue of layers that are already read.
  public init(layers: [LayerDefinition]) {
    self.layers = layers.sorted { $0.id < $1.id }
  }

  /// The ids of all layers, in order.
  public var ids: [String] { layers.map(\.id) }

  /// The layer called `id`; `nil` where there is none.
  public subscript(id: String) -> LayerDefinition? { layers.first { $0.id == id } }

  /// Reads every `*.yml` of `folder`; throws all faults of all files if there is any.
  ///
  /// - Parameter roles: The roles that layers may have; `nil` for any.
  public static func load(
    folder: String, roles: Set<LayerRole>? = nil
  ) throws(CatalogError) -> LayerCatalog {
    let (layers, diagnostics) = check(folder: folder, roles: roles)
    guard diagnostics.isEmpty else { throw CatalogError(diagnostics: diagnostics) }
    return LayerCatalog(layers: layers)
  }

  /// The layers of `folder` that are free of faults, and the faults of the others.
  ///
  /// A relation or rule that points at what the folder does not have is a fault, too. Only `*.yml`
  /// counts; a folder that cannot be read or holds no layer is a fault itself.
  ///
  /// - Parameter roles: The roles that layers may have; `nil` for any.
  public static func check(
    folder: String, roles: Set<LayerRole>? = nil
  ) -> (layers: [LayerDefinition], diagnostics: [Diagnostic]) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      let reason =
        FileManager.default.fileExists(atPath: folder)
        ? "let this user read it; it must be a folder" : "there is no such folder"
      return ([], [CatalogFile.fault(folder, "the folder of layers cannot be read", hint: reason)])
    }
    var layers: [(file: String, layer: LayerDefinition)] = []
    var diagnostics: [Diagnostic] = []
    var faulty: Set<String> = []
    var hasLayerFiles = false
    for name in names where !name.hasPrefix(".") {
      let file = path(of: name, in: folder)
      let ending = name.split(separator: ".").last?.lowercased()
      guard ending == "yml" || ending == "yaml" else { continue }
      hasLayerFiles = true
      guard name.hasSuffix(".yml") else {
        diagnostics.append(
          CatalogFile.fault(file, "a layer's file name ends in `.yml`", hint: "rename the file"))
        continue
      }
      let (layer, found) = read(file, roles)
      diagnostics += found
      if let layer {
        layers.append((file, layer))
      } else {
        faulty.insert(String(name.dropLast(4)))
      }
    }
    if !hasLayerFiles {
      diagnostics.append(
        CatalogFile.fault(folder, "the folder holds no layers", hint: "add a file `<id>.yml`"))
    }
    let dangling = danglingReferences(of: layers, among: layers, others: faulty)
    let files = Set(dangling.map(\.file))
    return (layers.filter { !files.contains($0.file) }.map(\.layer), diagnostics + dangling)
  }

  /// The layer of `folder` called `id`, where neither its file nor those that it names have faults;
  /// else `nil`, and ``check(folder:roles:)`` says why.
  ///
  /// Other files are not read.
  ///
  /// - Parameter roles: The roles that layers may have; `nil` for any.
  public static func layer(
    _ id: String, in folder: String, roles: Set<LayerRole>? = nil
  ) -> LayerDefinition? {
    let file = path(of: id + ".yml", in: folder)
    guard let layer = read(file, roles).layer, layer.id == id else { return nil }
    let named = layer.relations.flatMap(\.layers) + layer.rules.flatMap(\.check.otherLayers)
    var layers = [(file: file, layer: layer)]
    for other in Set(named).subtracting([id]) {
      let file = path(of: other + ".yml", in: folder)
      guard let layer = read(file, roles).layer else { return nil }
      layers.append((file, layer))
    }
    let dangling = danglingReferences(of: Array(layers.prefix(1)), among: layers, others: [])
    return dangling.isEmpty ? layer : nil
  }

  private static func path(of name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Reads one layer from its YAML text; whether other layers are as its relations and rules need
  /// them, ``check(folder:roles:)`` says.
  ///
  /// The name in `file`, without folder and ending, is the id that the layer must have. The layer
  /// is `nil` exactly when there are faults.
  ///
  /// - Parameter roles: The roles that the layer may have; `nil` for any, as for a city's own
  ///   layers, which may come from a program with other models.
  public static func parse(
    yaml: String, file: String, roles: Set<LayerRole>? = nil
  ) -> (layer: LayerDefinition?, diagnostics: [Diagnostic]) {
    var composer = YAMLComposer(file: file)
    let tree = composer.compose(yaml)
    var reader = ConfigReader(file: file)
    reader.diagnostics = composer.diagnostics
    var layer: LayerDefinition?
    if let tree {
      layer = reader.layer(
        tree, expectedID: CatalogFile.id(of: file), roles: roles, text: yaml)
    }
    return (layer, CatalogFile.sorted(reader.diagnostics))
  }

  private static func read(
    _ file: String, _ roles: Set<LayerRole>?
  ) -> (layer: LayerDefinition?, diagnostics: [Diagnostic]) {
    switch CatalogFile.text(of: file) {
    case .success(let text): parse(yaml: text, file: file, roles: roles)
    case .failure(let fault): (nil, [fault])
    }
  }
}
