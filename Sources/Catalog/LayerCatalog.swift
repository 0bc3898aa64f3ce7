import Foundation
import SimpleFeatures

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
  public static func load(folder: String) throws(CatalogError) -> LayerCatalog {
    let (layers, faults) = check(folder: folder)
    guard faults.isEmpty else { throw CatalogError(faults: faults) }
    return LayerCatalog(layers: layers)
  }

  /// The layers of `folder` that are free of faults, and the faults of the others.
  ///
  /// A relation or rule that points at what the folder does not have is a fault, too. Only `*.yml`
  /// counts; a folder that cannot be read or holds no layer is a fault itself.
  public static func check(folder: String) -> (layers: [LayerDefinition], faults: [Fault]) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      return ([], [fault(folder, "the folder of layers cannot be read", hint: reason(error))])
    }
    var layers: [(file: String, layer: LayerDefinition)] = []
    var faults: [Fault] = []
    var faulty: Set<String> = []
    var hasLayerFiles = false
    for name in names where !name.hasPrefix(".") {
      let file = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let ending = name.split(separator: ".").last?.lowercased()
      guard ending == "yml" || ending == "yaml" else { continue }
      hasLayerFiles = true
      guard name.hasSuffix(".yml") else {
        faults.append(fault(file, "a layer's file name ends in `.yml`", hint: "rename the file"))
        continue
      }
      let (layer, found) = read(file)
      faults += found
      if let layer {
        layers.append((file, layer))
      } else {
        faulty.insert(String(name.dropLast(4)))
      }
    }
    if !hasLayerFiles {
      faults.append(fault(folder, "the folder holds no layers", hint: "add a file `<id>.yml`"))
    }
    let dangling = danglingReferences(in: layers, others: faulty)
    let files = Set(dangling.map(\.file))
    return (layers.filter { !files.contains($0.file) }.map(\.layer), faults + dangling)
  }

  /// Reads one layer from its YAML text; whether other layers are as its relations and rules need
  /// them, ``check(folder:)`` says.
  ///
  /// The name in `file`, without folder and ending, is the id that the layer must have. The layer
  /// is `nil` exactly when there are faults.
  public static func parse(
    yaml: String, file: String
  ) -> (layer: LayerDefinition?, faults: [Fault]) {
    var composer = YAMLComposer(file: file)
    let tree = composer.compose(yaml)
    var reader = LayerReader(file: file)
    reader.faults = composer.faults
    var layer: LayerDefinition?
    if let tree {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      let id = name.hasSuffix(".yml") ? String(name.dropLast(4)) : name
      layer = reader.layer(tree, expectedID: id, text: yaml)
    }
    let faults = reader.faults.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < (
        $1.element.line, $1.element.column, $1.offset
      )
    }
    return (layer, faults.map(\.element))
  }

  // MARK: Files

  private static func read(_ file: String) -> (layer: LayerDefinition?, faults: [Fault]) {
    let data: Data
    do {
      guard let handle = FileHandle(forReadingAtPath: file) else {
        return (nil, [fault(file, "the file cannot be read")])
      }
      data = try handle.read(upToCount: YAMLComposer.byteLimit + 1) ?? Data()
    } catch {
      return (nil, [fault(file, "the file cannot be read", hint: reason(error))])
    }
    guard data.count <= YAMLComposer.byteLimit else {
      return (nil, [fault(file, "the file is larger than 1 MiB")])
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      let place = firstBadByte(data)
      let message = "the file is not UTF-8 from here on"
      let hint = "save it again as UTF-8; editors on Chinese Windows often write GBK"
      return (
        nil,
        [Fault(file: file, line: place.line, column: place.column, message: message, hint: hint)]
      )
    }
    return parse(yaml: text, file: file)
  }

  /// Where the longest prefix that is UTF-8 ends.
  private static func firstBadByte(_ data: Data) -> TextPosition {
    var place = TextPosition(line: 1, column: 1)
    var decoder = UTF8()
    var bytes = data.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&bytes) {
      place =
        scalar == "\n"
        ? TextPosition(line: place.line + 1, column: 1)
        : TextPosition(line: place.line, column: place.column + 1)
    }
    return place
  }

  private static func fault(_ file: String, _ message: String, hint: String? = nil) -> Fault {
    Fault(file: file, line: 1, column: 1, message: message, hint: hint)
  }

  private static func reason(_ error: any Error) -> String { error.localizedDescription }
}
