import Catalog
import FeatureStore
import MapStyles
import Messages
import OneMap
import SimpleFeatures
import VectorTiles

/// The parameters of one operation, with the values that this city has for them.
struct OpenAPIParameters {
  let document: OpenAPIDocument
  let route: Route
  /// The layer whose own path is described; `nil` for the path of all.
  let layer: StoredLayer?

  /// All parameters of the operation at `path`.
  func all(in path: String) -> [JSONValue] {
    var found = route.captures.filter { path.contains("{\($0)}") }.map { name in
      parameter(name, in: "path", schema: capture(name), isRequired: true)
    }
    found += route.parameters.map {
      parameter(
        $0.name, in: "query", $0.description, schema: schema(of: $0), isRequired: $0.isRequired)
    }
    if let layer { found += layer.definition.fields.map(filter) }
    if route.formats.count > 1 {
      let names = JSONValue.strings(route.formats.map(\.rawValue))
      found.append(
        parameter(
          "f", in: "query", "The format; else by Accept",
          schema: ["type": "string", "enum": names]))
    }
    if route.hasPage {
      let languages = JSONValue.strings(Language.allCases.map(\.rawValue))
      found.append(
        parameter(
          "lang", in: "query", "The language of pages (f=html); else by Accept-Language",
          schema: ["type": "string", "enum": languages]))
    }
    return found
  }

  private func parameter(
    _ name: String, in place: String, _ description: String? = nil, schema: JSONValue,
    isRequired: Bool = false
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(name)), ("in", .string(place)), ("required", .boolean(isRequired)),
      ("schema", schema),
    ]
    if let description { members.append(("description", .string(description))) }
    // Lists are joined by commas; said of all, as OGC 17-069r4 defines its parameters.
    if place == "query" { members += [("style", "form"), ("explode", false)] }
    return .object(members)
  }

  // MARK: Schemas

  private func capture(_ name: String) -> JSONValue {
    switch name {
    case "collectionId": Self.choice(collections)
    case "tileMatrixSetId": Self.choice(TileMatrixSet.all.map(\.id))
    case "scenarioId": Self.choice(document.scenarios)
    case "processId": Self.choice(document.processes.map(\.id))
    case "styleId": Self.choice(MapPalette.all.map(\.id))
    case "range": ["type": "string", "pattern": "^[0-9]+-[0-9]+$"]
    case "commitNumber": ViewParameters.number(from: 1)
    case "tileMatrix": Self.range(0...TilePyramid.deepestZoom)
    // The geographic pyramid has twice the columns.
    case "tileRow": Self.range(0...(1 << TilePyramid.deepestZoom) - 1)
    case "tileCol": Self.range(0...(2 << TilePyramid.deepestZoom) - 1)
    default: ["type": "string", "minLength": 1]
    }
  }

  private func schema(of parameter: Route.Parameter) -> JSONValue {
    switch parameter.name {
    case "collections", "layers":
      ["type": "array", "minItems": 1, "items": Self.choice(document.layers.map(\.id))]
    case "layer": Self.choice(document.layers.map(\.id) + document.rasters)
    case "scenario": Self.choice(document.scenarios)
    case "crs", "bbox-crs":
      Self.choice(
        SupportedCRSList.all.uris(within: layer?.extent ?? document.layers.extent),
        usual: ServerText.crs84)
    default: parameter.schema
    }
  }

  /// The ids that the route answers for.
  private var collections: [String] {
    let ids = document.layers.map(\.id)
    return switch route.operation {
    case "getPosition", "getCoverage", ".collection.map.getTileSetsList",
      ".collection.map.getTileSet", ".collection.map.getTile":
      document.rasters
    case "getFeatures", "getFeature", "getFeatureSchema", "getDiff": ids
    default: ids + document.rasters
    }
  }

  /// One of a few texts; any text where there are none.
  private static func choice(_ texts: [String], usual: String? = nil) -> JSONValue {
    var members: [(String, JSONValue)] = [("type", "string")]
    if !texts.isEmpty { members.append(("enum", .strings(texts))) }
    if let usual { members.append(("default", .string(usual))) }
    return .object(members)
  }

  private static func range(_ range: ClosedRange<Int>) -> JSONValue {
    [
      "type": "integer", "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound),
    ]
  }

  /// The query parameter that keeps only features with one value of a field.
  private func filter(_ field: Field) -> JSONValue {
    var schema: [(String, JSONValue)] = [("type", .string(field.type.jsonType))]
    if !field.codes.isEmpty { schema.append(("enum", .strings(field.codes.map(\.value)))) }
    switch field.type {
    case .date: schema.append(("format", "date"))
    case .datetime: schema.append(("format", "date-time"))
    case .integer:
      schema += [
        ("format", "int64"), ("minimum", .integer(field.minimum.map { Int($0) } ?? .min)),
        ("maximum", .integer(field.maximum.map { Int($0) } ?? .max)),
      ]
    case .real:
      if let minimum = field.minimum { schema.append(("minimum", .real(minimum))) }
      if let maximum = field.maximum { schema.append(("maximum", .real(maximum))) }
    case .text, .boolean: break
    }
    return parameter(
      field.name, in: "query", "Only features whose \(field.title.en) equals the value",
      schema: .object(schema))
  }
}
