import Catalog
import Testing

/// Layer files for tests, with the fields that a test asks for.
enum TestLayer {
  static let allTypes = [
    "name: text", "floors: integer", "height: real", "listed: boolean", "built: date",
    "seen: datetime",
  ]

  static func yaml(
    _ id: String, _ geometry: String, fields: [String] = allTypes, duplicates: String = "reject"
  ) -> String {
    let fields = fields.map { field in
      let parts = field.split(separator: ":").map { $0.drop(while: \.isWhitespace) }
      return "  - {name: \(parts[0]), title: {zh: 名, en: Name}, type: \(parts[1])}"
    }
    return """
      id: \(id)
      title: {zh: 图层, en: Layer}
      description: {zh: 测试图层, en: A layer of a test}
      theme: city-model
      geometry: \(geometry)
      duplicates: \(duplicates)
      fields:
      \(fields.joined(separator: "\n"))
      tiles: {minzoom: 10, maxzoom: 16}
      style: {colour: "#112233"}
      provenance:
        owner: {zh: 甲, en: A}
        source: {zh: 乙, en: B}
        licence: CC-BY-4.0
        grade: general
      """
  }

  static func make(
    _ id: String, _ geometry: String, fields: [String] = allTypes, duplicates: String = "reject"
  ) throws -> LayerDefinition {
    let text = yaml(id, geometry, fields: fields, duplicates: duplicates)
    let (layer, diagnostics) = LayerCatalog.parse(yaml: text, file: "\(id).yml")
    return try #require(layer, "\(diagnostics.map(\.description))")
  }
}
