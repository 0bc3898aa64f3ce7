/// Texts of layer files.
package enum LayerText {
  private static let untitled = "title: {zh: 名, en: Name}, "
  private static let end = """
    style: {colour: "#112233"}
    provenance:
      owner: {zh: 甲, en: A}
      source: {zh: 乙, en: B}
      licence: CC-BY-4.0
      grade: general
    """

  /// A layer of features; a field is what stands in its braces, its title where it matters, and
  /// `more` is lines of the layer's own.
  package static func features(
    _ id: String, _ geometry: String, fields: [String], more: [String]
  ) -> String {
    """
    id: \(id)
    title: {zh: 图层, en: Layer}
    description: {zh: 测试图层, en: A layer of a test}
    theme: city-model
    geometry: \(geometry)
    \(more.joined(separator: "\n"))
    fields:
    \(fields.map { "  - {\($0.contains("title:") ? "" : untitled)\($0)}" }.joined(separator: "\n"))
    tiles: {minzoom: 10, maxzoom: 16}
    \(end)
    """
  }

  /// A layer of a raster; `rule` is a line on its cells.
  package static func raster(_ id: String, type: String, rule: String) -> String {
    """
    id: \(id)
    kind: raster
    title: {zh: 地形, en: Terrain}
    description: {zh: 高程。, en: Heights.}
    theme: spatio-temporal-base
    raster:
      title: {zh: 高程, en: Height}
      type: \(type)
      \(rule)
    tiles: {minzoom: 0, maxzoom: 16}
    \(end)
    """
  }
}
