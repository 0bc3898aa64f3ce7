import FeatureStore
import HTTPTypes
import SimpleFeatures

/// The API in OpenAPI 3.0, made from the routes and from what the city holds.
struct OpenAPIDocument {
  let version: String
  let layers: [StoredLayer]
  /// Ids of the raster layers.
  let rasters: [String]
  /// Ids of the scenarios.
  let scenarios: [String]
  /// The processes that can be executed.
  let processes: [OfferedProcess]

  /// - Parameter base: The server's address.
  func json(_ routes: [Route], base: String) -> JSONValue {
    [
      "openapi": "3.0.3",
      "info": [
        "title": "Yutu 舆图",
        "description": "The one map of a city: its layers as features and vector tiles",
        "version": .string(version), "license": ["name": "Apache-2.0"],
      ],
      "servers": [["url": .string(base)]],
      "paths": .object(Self.merged(routes.flatMap(paths))),
      "components": [
        "schemas": .object(OpenAPISchemas.components),
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
        "responses": [
          "problem": [
            "description": "What was wrong, and what to do",
            "content": [
              "application/problem+json": ["schema": OpenAPISchemas.reference("problem")],
              // Browsers get a page.
              "text/html": ["schema": ["type": "string"]],
            ],
          ]
        ],
      ],
    ]
  }

  /// The operations of each path together, whichever route they come from.
  private static func merged(_ paths: [(String, JSONValue)]) -> [(String, JSONValue)] {
    var merged: [(String, JSONValue)] = []
    for (path, operations) in paths {
      if let index = merged.firstIndex(where: { $0.0 == path }) {
        merged[index].1 = .object(
          (merged[index].1.members ?? []) + (operations.members ?? []))
      } else {
        merged.append((path, operations))
      }
    }
    return merged
  }

  /// The path of a route, and of each layer or process where they differ.
  private func paths(_ route: Route) -> [(String, JSONValue)] {
    if route.isExecution {
      return processes.map { process in
        let path = route.path.replacing("{processId}", with: process.id)
        return (path, operation(of: route, path: path, layer: nil, process: process))
      } + [(route.path, operation(of: route, path: route.path, layer: nil))]
    }
    let own = route.takesFieldNames ? layers : []
    return own.map { layer in
      let path = route.path.replacing("{collectionId}", with: layer.id)
      return (path, operation(of: route, path: path, layer: layer))
    } + [(route.path, operation(of: route, path: route.path, layer: nil))]
  }

  private func operation(
    of route: Route, path: String, layer: StoredLayer?, process: OfferedProcess? = nil
  ) -> JSONValue {
    let parameters = OpenAPIParameters(document: self, route: route, layer: layer)
    let name = (layer?.id ?? process?.id).map { "\(route.operation).\($0)" } ?? route.operation
    var members: [(String, JSONValue)] = [
      ("operationId", .string(name)), ("summary", .string(route.summary)),
      ("tags", [.string(route.tag)]), ("parameters", .array(parameters.all(in: path))),
      ("responses", .object(responses(of: route))),
    ]
    if let body = route.body {
      let schema = process.map(ExecutionSchema.request) ?? body
      members.append(
        (
          "requestBody",
          ["required": true, "content": ["application/json": ["schema": schema]]]
        ))
    }
    if route.needsToken { members.append(("security", [["token": []]])) }
    return .object([(route.method.rawValue.lowercased(), .object(members))])
  }

  /// Every status that the route answers with; `default` is what any route may run into: a host or
  /// token that is not let in, too much to do, a city file at fault.
  private func responses(of route: Route) -> [(String, JSONValue)] {
    let problem: JSONValue = ["$ref": "#/components/responses/problem"]
    var found: [(String, JSONValue)] = []
    let isSilent = route.method == .delete && route.captures.isEmpty
    if !isSilent { found.append(("200", success(of: route))) }
    if isSilent { found.append(("204", ["description": "Done"])) }
    if route.isExecution { found.append(("201", Self.created)) }
    if route.isOfTiles {
      found.append(("204", ["description": "Nothing lies in this tile"]))
    }
    if route.isOfTiles || route.isVersioned {
      found.append(("304", ["description": "The answer is the one that If-None-Match names"]))
    }
    found.append(("400", problem))
    if route.needsToken { found.append(("401", problem)) }
    let seesStates = route.parameters.contains { ViewParameters.names.contains($0.name) }
    if seesStates || !route.captures.isEmpty { found.append(("404", problem)) }
    found.append(("405", problem))
    if route.body != nil { found += [("413", problem), ("415", problem)] }
    if route.isExecution { found.append(("429", problem)) }
    if route.method == .patch { found.append(("409", problem)) }
    if seesStates || route.isExecution { found.append(("422", problem)) }
    return found + [("default", problem)]
  }

  private func success(of route: Route) -> JSONValue {
    var content = content(of: route)
    // Several outputs of a process come as parts of one answer.
    if route.isExecution {
      content.append(("multipart/related", ["schema": ["type": "string"]]))
    }
    var members: [(String, JSONValue)] = [
      ("description", "The answer"), ("content", .object(content)),
    ]
    var headers: [(String, JSONValue)] = []
    if route.parameters.contains(where: { $0.name == "crs" }) {
      headers.append(
        ("Content-Crs", Self.header("The system of the coordinates, as <URI>", "^<[^>]+>$")))
    }
    if route.isOfTiles || route.isVersioned {
      headers.append(("ETag", Self.header("The state of what it is made of", "^(W/)?\"")))
    }
    if !headers.isEmpty { members.append(("headers", .object(headers))) }
    return .object(members)
  }

  /// The answer to a request that became a job.
  private static let created: JSONValue = [
    "description": "A job was made; Location says where its status is",
    "headers": ["Location": header("Where the job's status is", "^http")],
    "content": ["application/json": ["schema": OpenAPISchemas.reference("statusInfo")]],
  ]

  private static func header(_ description: String, _ pattern: String) -> JSONValue {
    [
      "description": .string(description),
      "schema": ["type": "string", "pattern": .string(pattern)],
    ]
  }

  private func content(of route: Route) -> [(String, JSONValue)] {
    let types = route.formats.map(\.mediaType)
    return types.enumerated().filter { types.firstIndex(of: $0.element) == $0.offset }.map {
      entry in
      let format = route.formats[entry.offset]
      let schema: JSONValue =
        switch format {
        case .html, .metrics, .events: ["type": "string"]
        case .mvt, .png, .glyphs, .geotiff: ["type": "string", "format": "binary"]
        default: OpenAPISchemas.answer(of: route.operation)
        }
      return (entry.element, ["schema": schema])
    }
  }
}

extension Route {
  /// Whether it gives tiles, which may be empty, and are kept by their version.
  fileprivate var isOfTiles: Bool { captures.contains("tileCol") }
}
