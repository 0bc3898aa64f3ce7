import Catalog

/// The attributes of a layer's features in JSON Schema 2020-12.
enum LayerSchemaDocument {
  /// - Parameter id: The address of the document.
  static func make(_ layer: LayerDefinition, id: String) -> JSONValue {
    let identifier: JSONValue = [
      "type": "string", "title": "Identifier", "x-ogc-role": "id",
    ]
    let geometry: JSONValue = [
      "x-ogc-role": "primary-geometry", "format": .string("geometry-\(layer.geometry.rawValue)"),
    ]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": .string(id),
      "type": "object", "title": .string("\(layer.title.zh) \(layer.title.en)"),
      "properties": .object(
        [("id", identifier)] + layer.fields.map { ($0.name, property($0)) }
          + [("geometry", geometry)]),
      "required": .array(layer.fields.filter(\.isRequired).map { .string($0.name) }),
    ]
  }

  private static func property(_ field: Field) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("type", .string(field.type.jsonType)),
      ("title", .string("\(field.title.zh) \(field.title.en)")),
    ]
    switch field.type {
    case .date: members.append(("format", "date"))
    case .datetime: members.append(("format", "date-time"))
    case .text, .integer, .real, .boolean: break
    }
    if let minimum = field.minimum { members.append(("minimum", .real(minimum))) }
    if let maximum = field.maximum { members.append(("maximum", .real(maximum))) }
    if !field.codes.isEmpty {
      members.append(("enum", .array(field.codes.map { .string($0.value) })))
    }
    return .object(members)
  }
}
