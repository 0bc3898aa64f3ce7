import Catalog
import SimpleFeatures

/// Which layer of a file is meant.
struct LayerChoice {
  /// Index among the file's layers.
  let index: Int
  /// Why this one, where there was a choice that the person did not make.
  let remark: String?

  /// The layer that the person names; else the only one, the only one whose shapes fit, or the
  /// one that is called like the layer that is filled.
  ///
  /// Empty layers do not count.
  ///
  /// - Throws: ``ImportError`` `unclear-source-layer` that lists the file's layers.
  init(_ file: GDALDataset, _ request: DatasetRequest) throws(ImportError) {
    if let name = request.sourceLayer {
      guard let index = file.layers.firstIndex(where: { $0.name == name }) else {
        throw Self.unclear("\(file.name) has no layer \"\(name)\"", file)
      }
      self.index = index
      remark = nil
      return
    }
    guard !file.layers.isEmpty else {
      throw ImportError(
        .unreadableFile, "\(file.name) holds no layer", hint: "is it the right file?")
    }
    let filled = file.layers.indices.filter { file.layers[$0].count != 0 }
    guard let target = request.target, let geometry = target.geometryType else {
      self.index = try Self.only(filled, file)
      remark = nil
      return
    }
    let fitting = filled.filter { file.layers[$0].shape.fits(geometry) }
    let shaped = fitting.filter { ![.none, .any].contains(file.layers[$0].shape) }
    let names = ([target.id, target.id.replacing("-", with: "_")] + target.titles)
      .map { $0.lowercased() }
    let named = filled.filter { names.contains(file.layers[$0].name.lowercased()) }
    let (index, why): (Int, String)
    if file.layers.count == 1 {
      (index, why) = (0, "")
    } else if filled.count == 1 {
      (index, why) = (filled[0], "the only one that holds anything")
    } else if shaped.count == 1, fitting.count == 1 || named.isEmpty {
      (index, why) = (shaped[0], "the only one of \(geometry)s")
    } else if fitting.count == 1 {
      (index, why) = (fitting[0], "the only one that fits a layer of \(geometry)s")
    } else if named.count == 1 {
      (index, why) = (named[0], "it is called like the layer that it fills")
    } else {
      throw Self.unclear("\(file.name) has \(file.layers.count) layers", file)
    }
    self.index = index
    let other = file.layers.count - 1
    remark =
      other == 0
      ? nil : "layer \"\(file.layers[index].name)\" is read: \(why) (\(other) more in the file)"
  }

  /// The one layer that holds anything, for readers who take no name.
  private static func only(_ filled: [Int], _ file: GDALDataset) throws(ImportError) -> Int {
    if filled.count == 1 { return filled[0] }
    let names = filled.map { "\"\(file.layers[$0].name)\"" }.joined(separator: ", ")
    throw ImportError(
      .unclearLayer,
      filled.isEmpty ? "\(file.name) is empty" : "\(file.name) has several layers: \(names)",
      hint: "put the one that is meant into a file of its own: ogr2ogr OUT.gpkg "
        + "\(file.name.shellQuoted) LAYER")
  }

  /// How many layers an error lists.
  private static let listed = 20

  private static func unclear(_ words: String, _ file: GDALDataset) -> ImportError {
    let list = file.layers.prefix(listed).map { layer in
      let count = layer.count.map { "\($0) " } ?? ""
      return "\"\(layer.name)\" (\(count)\(layer.shape.rawValue))"
    }
    let more = file.layers.count > listed ? ", …" : ""
    return ImportError(
      .unclearLayer, "\(words): \(list.joined(separator: ", "))\(more)",
      hint: "name the one that is meant: --source-layer NAME")
  }
}
