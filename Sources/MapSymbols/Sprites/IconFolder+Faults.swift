package import Catalog
import SimpleFeatures

extension IconFolder {
  /// What is wrong between layer files and icons: files that cannot be drawn, and names of icons
  /// that are not there.
  ///
  /// - Parameter folder: That of the layer files.
  package func faults(of layers: [LayerDefinition], in folder: String) -> [Diagnostic] {
    let bad = unreadable.map { file in
      Diagnostic(
        file: file, line: 1, column: 1, message: "the icon cannot be drawn",
        hint: "it must be SVG of at most \(Self.limitBytes >> 10) KiB")
    }
    let files =
      names
      + unreadable.compactMap { $0.split(separator: "/").last?.dropLast(4) }
      .map(String.init)
    return bad
      + layers.compactMap { layer in
        guard let icon = layer.style.icon, !files.contains(icon) else { return nil }
        let place = LayerPlaces(layer).position(ofStyleKey: "icon")
        let near = suggestion(for: icon, among: files).map { "did you mean `\($0)`?" }
        return Diagnostic(
          file: "\(folder)/\(layer.id).yml", line: place.line, column: place.column,
          message: "there is no icon `\(icon)`",
          hint: near ?? "draw \(folder)/icons/\(icon).svg")
      }
  }
}
