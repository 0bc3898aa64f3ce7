import Catalog
import FeatureStore
import HTTPTypes
import SimpleFeatures

/// The API in OpenAPI 3.0, made from the routes and from the layers that the city holds.
enum OpenAPIDocument {
  static func make(_ routes: [Route], _ layers: [StoredLayer], base: String) -> JSONValue {
    var paths: [(String, JSONValue)] = []
    for route in routes {
      // Filters differ from layer to layer, so each layer's items have a path of their own.
      if route.takesFieldNames {
        for layer in layers {
          let path = route.path.replacing("{collectionId}", with: layer.id)
          paths.append((path, operation(of: route, path: path, layer: layer.definition)))
        }
      }
      paths.append((route.path, operation(of: route, path: route.path, layer: nil)))
    }
    return [
      "openapi": "3.0.3",
      "info": [
        "title": "Yutu 舆图",
        "description": "The one map of a city: its layers as features and vector tiles",
        "version": "0.1.0", "license": ["name": "Apache-2.0"],
      ],
      "servers": [["url": .string(base)]],
      "paths": .object(paths),
      "components": [
        "schemas": ["problem": problemSchema],
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
        "responses": [
          "problem": [
            "description": "What was wrong, and what to do",
            "content": [
              "application/problem+json": ["schema": ["$ref": "#/components/schemas/problem"]]
            ],
          ]
        ],
      ],
    ]
  }

  private static let problemSchema: JSONValue = [
    "type": "object", "required": ["status", "code", "detail"],
    "properties": [
      "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
      "code": ["type": "string"], "detail": ["type": "string"],
      "hint": ["type": "string", "nullable": true],
    ],
  ]

  private static func operation(
    of route: Route, path: String, layer: LayerDefinition?
  ) -> JSONValue {
    let captures = route.captures.filter { path.contains("{\($0)}") }
    var parameters = captures.map { name in
      parameter(name, in: "path", schema: ["type": "string"], isRequired: true)
    }
    parameters += route.parameters.map {
      parameter($0.name, in: "query", $0.description, schema: $0.schema)
    }
    if let layer { parameters += layer.fields.map(filter) }
    if route.formats.count > 1 {
      parameters.append(
        parameter(
          "f", in: "query", "The format; else by Accept",
          schema: [
            "type": "string", "enum": .array(route.formats.map { .string($0.rawValue) }),
          ]))
    }
    let name = layer.map { "\(route.operation).\($0.id)" } ?? route.operation
    let success: (String, JSONValue) =
      route.method == .delete
      ? ("204", ["description": "Done"])
      : ("200", ["description": "The answer", "content": .object(content(of: route))])
    var members: [(String, JSONValue)] = [
      ("operationId", .string(name)), ("summary", .string(route.summary)),
      ("tags", [.string(route.tag)]), ("parameters", .array(parameters)),
      (
        "responses",
        .object([success, ("default", ["$ref": "#/components/responses/problem"])])
      ),
    ]
    if route.needsToken { members.append(("security", [["token": []]])) }
    return .object([(route.method.rawValue.lowercased(), .object(members))])
  }

  private static func parameter(
    _ name: String, in place: String, _ description: String? = nil, schema: JSONValue,
    isRequired: Bool = false
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(name)), ("in", .string(place)), ("required", .boolean(isRequired)),
      ("schema", schema),
    ]
    if let description { members.append(("description", .string(description))) }
    if name == "bbox" || name == "collections" {
      members += [("style", "form"), ("explode", false)]
    }
    return .object(members)
  }

  /// The query parameter that keeps only features with one value of a field.
  private static func filter(_ field: Field) -> JSONValue {
    var schema: [(String, JSONValue)] = [("type", .string(field.type.jsonType))]
    if !field.codes.isEmpty {
      schema.append(("enum", .array(field.codes.map { .string($0.value) })))
    }
    return parameter(
      field.name, in: "query", "Only features whose \(field.title.en) equals the value",
      schema: .object(schema))
  }

  private static func content(of route: Route) -> [(String, JSONValue)] {
    route.formats.reduce(into: []) { content, format in
      guard !content.contains(where: { $0.0 == format.mediaType }) else { return }
      let schema: JSONValue =
        switch format {
        case .html, .metrics: ["type": "string"]
        case .mvt: ["type": "string", "format": "binary"]
        default: ["type": "object"]
        }
      content.append((format.mediaType, ["schema": schema]))
    }
  }
}
