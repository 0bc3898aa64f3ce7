import Catalog
import TestSupport
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
      return "name: \(parts[0]), type: \(parts[1])"
    }
    return LayerText.features(id, geometry, fields: fields, more: ["duplicates: \(duplicates)"])
  }

  static func make(
    _ id: String, _ geometry: String, fields: [String] = allTypes, duplicates: String = "reject"
  ) throws -> LayerDefinition {
    let text = yaml(id, geometry, fields: fields, duplicates: duplicates)
    let (layer, diagnostics) = LayerCatalog.parse(yaml: text, file: "\(id).yml")
    return try #require(layer, "\(diagnostics.map(\.description))")
  }
}
