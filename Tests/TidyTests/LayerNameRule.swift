/// That Swift finds layers by their roles and names none.
///
/// An id of several words names nothing else and is looked for in every literal; one of a single
/// word, such as `road`, only where a layer is meant.
enum LayerNameRule {
  /// What may name layers, and why.
  static let exceptions = [
    "SampleCity/": "makes the layers of the made-up district",
    "yutu/Sample.swift": "tells what the made-up district holds",
    "Ingest/Reports/ProblemLayer.swift": "declares the layer that an import writes by itself",
  ]

  /// What stands before the name of a layer.
  private static let before = [
    "layer(", "features(", "layer: ", "of: ", "id == ", "layer == ", "contains(", "raster(",
  ]

  static func violations(_ source: String, ids: [String]) -> [String] {
    let code = SwiftText(source).withoutComments
    var broken: [String] = []
    for (number, line) in code.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      for id in ids where line.contains("\"\(id)\"") {
        let isMeant =
          id.contains("-") || before.contains { line.contains("\($0)\"\(id)\"") }
        if isMeant {
          broken.append("\(number + 1): the layer \"\(id)\" is named; find it by its role")
        }
      }
    }
    return broken
  }
}
