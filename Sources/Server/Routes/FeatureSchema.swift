import Catalog
import SimpleFeatures

/// What the GeoJSON features of a layer are like, in the JSON Schema of OpenAPI 3.0.
///
/// GDAL's driver takes the types of the fields from it; without, it guesses them from ten features.
/// It understands one type for a field, so that a value may be missing is said by `nullable`.
enum FeatureSchema {
  /// - Parameter id: The address of the document.
  static func make(_ layer: LayerDefinition, id: String) -> JSONValue {
    let attributes: JSONValue = [
      "type": "object",
      "properties": .object(layer.fields.map { ($0.name, property($0)) }),
      "required": .array(layer.fields.filter(\.isRequired).map { .string($0.name) }),
    ]
    return [
      "$id": .string(id), "title": .string("\(layer.title.zh) \(layer.title.en)"), "type": "object",
      "required": ["type", "id", "geometry", "properties"],
      "properties": [
        "type": ["type": "string", "enum": ["Feature"]], "id": ["type": "string"],
        "geometry": [
          "type": "object", "properties": ["type": ["type": "string", "enum": kinds(layer)]],
        ],
        "properties": attributes,
      ],
    ]
  }

  private static func kinds(_ layer: LayerDefinition) -> JSONValue {
    switch layer.geometry {
    case .point: ["Point"]
    case .line: ["LineString", "MultiLineString"]
    case .polygon: ["Polygon", "MultiPolygon"]
    }
  }

  private static func property(_ field: Field) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("type", .string(field.type.jsonType)), ("nullable", .boolean(!field.isRequired)),
      ("title", .string("\(field.title.zh) \(field.title.en)")),
    ]
    switch field.type {
    case .date: members.append(("format", "date"))
    case .datetime: members.append(("format", "date-time"))
    case .text, .integer, .real, .boolean: break
    }
    if let minimum = field.minimum { members.append(("minimum", .real(minimum))) }
    if let maximum = field.maximum { members.append(("maximum", .real(maximum))) }
    return .object(members)
  }
}
