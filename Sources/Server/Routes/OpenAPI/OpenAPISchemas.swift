import SimpleFeatures

/// What the JSON answers are like, in the JSON Schema of OpenAPI 3.0.
enum OpenAPISchemas {
  /// Every schema by its name.
  static let components: [(String, JSONValue)] =
    [
      ("problem", problem), ("link", link), ("words", words), ("landingPage", landingPage),
      ("conformance", conformance), ("collections", collections), ("collection", collection),
      ("geometry", geometry), ("feature", feature()), ("featureCollection", featureCollection),
      ("searchAnswer", searchAnswer),
      ("item", feature(and: ["id": text, "commit": count, "links": links])),
      ("featureSchema", object(["$id": text, "title": text, "type": text, "properties": any])),
      ("commits", object(["links": links, "commits": list(reference("commit"))])),
      ("commit", commit(and: [:])), ("commitReport", commit(and: ["report": any])),
      ("changes", object(["links": links, "changes": list(change)])),
      ("scenarios", object(["links": links, "scenarios": list(scenario(and: [:]))])),
      ("scenario", scenario(and: ["edits": list(any)])),
      ("openAPI", object(["openapi": text, "info": any, "paths": any])),
      ("health", Health.schema),
    ] + tileComponents + processComponents

  /// The schema of the JSON that an operation answers with.
  static func answer(of operation: String) -> JSONValue {
    names[operation].map(reference) ?? any
  }

  private static let names = [
    "getLandingPage": "landingPage", "getConformance": "conformance",
    "getCollections": "collections", "describeCollection": "collection",
    "getFeatureSchema": "featureSchema", "getFeatures": "featureCollection", "getFeature": "item",
    "search": "searchAnswer", "getPosition": "feature", "getCommits": "commits",
    "getCommit": "commitReport", "getDiff": "changes", "getScenarios": "scenarios",
    "getScenario": "scenario", "getAPI": "openAPI", "getHealth": "health",
    "getTileMatrixSetsList": "tileMatrixSets", "getTileMatrixSet": "tileMatrixSet",
    "getProcesses": "processList", "getProcessDescription": "process", "getJobs": "jobList",
    "getStatus": "statusInfo", "dismiss": "statusInfo", "changeJob": "statusInfo",
    "execute": "results", "getResult": "results",
    ".dataset.vector.getTileSetsList": "tilesets",
    ".collection.vector.getTileSetsList": "tilesets",
    ".dataset.vector.getTileSet": "tilesetOrTileJSON",
    ".collection.vector.getTileSet": "tilesetOrTileJSON",
    ".collection.map.getTileSetsList": "tilesets",
    ".collection.map.getTileSet": "tilesetOrTileJSON",
  ]

  // MARK: Words of schemas

  static let text: JSONValue = ["type": "string"]
  static let number: JSONValue = ["type": "number"]
  static let count: JSONValue = ["type": "integer", "minimum": 0]
  static let any: JSONValue = ["type": "object"]
  static let moment: JSONValue = ["type": "string", "format": "date-time"]
  static let links = list(reference("link"))

  static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

  static func oneOf(_ values: String...) -> JSONValue {
    ["type": "string", "enum": .strings(values)]
  }

  /// An object; members whose name ends in `?` may be missing.
  static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    object(Array(members))
  }

  static func object(_ members: [(key: String, value: JSONValue)]) -> JSONValue {
    let names = members.map { name, _ in name.hasSuffix("?") ? String(name.dropLast()) : name }
    let required = members.map(\.key).filter { !$0.hasSuffix("?") }
    var schema: [(String, JSONValue)] = [
      ("type", "object"),
      ("properties", .object(zip(names, members).map { ($0, $1.value) })),
    ]
    if !required.isEmpty { schema.append(("required", .strings(required))) }
    return .object(schema)
  }

  /// The same schema, which may also be null.
  static func nullable(_ schema: JSONValue) -> JSONValue {
    guard case .object(let members) = schema else { return schema }
    return .object(members + [("nullable", true)])
  }

  // MARK: The service and its layers

  private static let problem = object([
    "type": text, "title": text, "status": count, "code": text, "detail": text,
    "hint": nullable(text), "english?": object(["detail": text, "hint": nullable(text)]),
  ])
  private static let link = object([
    "rel": text, "href": text, "type": text, "title": text, "templated?": ["type": "boolean"],
  ])
  private static let words = object(["zh": text, "en": text])

  /// What is kept where; null where nothing is.
  private static let extent = nullable(
    object([
      "spatial": object(["bbox": list(box), "crs": text]),
      "temporal?": object(["interval": list(list(nullable(moment)))]),
    ]))
  static let box: JSONValue = [
    "type": "array", "minItems": 4, "maxItems": 4, "items": number,
  ]
  private static let landingPage = object([
    "title": text, "description": text, "extent": extent, "links": links,
  ])
  private static let conformance = object(["conformsTo": list(text), "links": links])
  private static let collections = object([
    "links": links, "collections": list(reference("collection")),
  ])
  private static let collection = object([
    "id": text, "title": text, "description": text, "attribution": text, "license": text,
    "extent": extent, "itemType?": oneOf("feature"), "dataType?": oneOf("coverage"),
    "crs": list(text), "storageCrs": text, "lastCommit": count, "updated": moment,
    "featureCount?": count, "geometryType?": oneOf("point", "line", "polygon"),
    "fields?": list(object(["name": text, "type": text, "title": reference("words")])),
    "links": links,
  ])

  // MARK: Features

  private static let geometry = object([
    "type": oneOf(
      "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon"),
    "coordinates": ["type": "array", "minItems": 1, "items": [:]],
  ])

  private static func feature(and more: KeyValuePairs<String, JSONValue> = [:]) -> JSONValue {
    object(
      [
        ("type", oneOf("Feature")), ("geometry", reference("geometry")), ("properties", any),
      ] + Array(more))
  }

  private static let featureCollection = object([
    "type": oneOf("FeatureCollection"), "numberMatched?": count, "numberReturned": count,
    "timeStamp?": moment, "links": links,
    "features": list(feature(and: ["id": text, "commit?": count])),
  ])

  /// What `/search` answers: the count is exact, or how many were found before it stopped looking.
  private static let searchAnswer = object([
    "type": oneOf("FeatureCollection"), "numberMatched?": count, "numberMatchedAtLeast?": count,
    "numberReturned": count, "links": links,
    "layers": list(
      object([
        "id": text, "title": reference("words"), "featureCount": count, "links": links,
      ])),
    "kinds": list(
      object([
        "layer": text, "layerTitle": reference("words"), "field": text,
        "fieldTitle": reference("words"), "value": text, "title": reference("words"),
        "links": links,
      ])),
    "features": list(
      feature(and: [
        "id": text, "layer": text, "layerTitle": reference("words"), "title": text,
        "distance?": number,
        "match?": object(["field": text, "title": reference("words"), "text": text]),
        "parts?": list(text),
      ])),
  ])

  // MARK: History

  private static func commit(and more: KeyValuePairs<String, JSONValue>) -> JSONValue {
    object(
      [
        ("number", count), ("time", moment), ("layer", text), ("author", text), ("message", text),
        ("source", text), ("added", count), ("changed", count), ("removed", count),
        ("unchanged", count), ("rejected", count), ("links", links),
      ] + Array(more))
  }

  private static let change = object([
    "id": text, "change": text,
    "geometryChanged": ["type": "boolean"], "fields": any, "geometry?": reference("geometry"),
  ])

  private static func scenario(and more: KeyValuePairs<String, JSONValue>) -> JSONValue {
    object(
      [
        ("id", text), ("title", reference("words")),
        ("description", nullable(object(["zh": text, "en": text]))), ("base", nullable(count)),
        ("editCount", count), ("layers", list(text)), ("fits", ["type": "boolean"]),
        ("links", links),
      ] + Array(more))
  }
}
