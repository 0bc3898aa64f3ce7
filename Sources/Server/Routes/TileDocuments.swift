import Catalog
import FeatureStore
import Foundation
import OneMap
import SimpleFeatures
import VectorTiles

/// The JSON documents about tiles of features: OGC 17-083r4 tilesets, TileJSON 3.0.
enum TileDocuments {
  /// The metadata of a tileset; in a list of tilesets its short form.
  static func tileSet(
    _ layers: [StoredLayer], _ request: APIRequest, _ set: TileMatrixSet, isListed: Bool
  ) -> JSONValue {
    let path = request.base + tilesPath(request) + "/" + set.id
    let titles = layers.map(\.definition.title)
    var members: [(String, JSONValue)] = [
      ("title", .string(titles.map { "\($0.zh) \($0.en)" }.joined(separator: ", "))),
      ("dataType", "vector"),
    ]
    members += grid(set)
    members.append(("links", links(to: path, set, .mvt, query: selection(request), request)))
    guard !isListed else { return .object(members) }
    if let extent = layers.extent {
      members.append(("boundingBox", boundingBox(extent)))
      members.append(("tileMatrixSetLimits", limits(zoomRange(layers), extent, set)))
    }
    members.append(
      ("layers", .array(layers.flatMap { described($0.definition, set.pyramid) })))
    return .object(members)
  }

  private static func boundingBox(_ extent: Envelope) -> JSONValue {
    [
      "lowerLeft": [.real(extent.minX), .real(extent.minY)],
      "upperRight": [.real(extent.maxX), .real(extent.maxY)],
      "crs": .string(ServerText.crs84),
    ]
  }

  private static func described(
    _ definition: LayerDefinition, _ pyramid: TilePyramid
  ) -> [JSONValue] {
    definition.tileLayers.map { layer in
      let deepest = layer.lastZoom ?? definition.tiles.maximumZoom
      let levels = pyramid.levels(asFineAs: layer.firstZoom...deepest)
      let dimension: JSONValue =
        switch layer.geometry {
        case .point: 0
        case .line: 1
        case .polygon: 2
        }
      return [
        "id": .string(layer.id), "title": .string("\(layer.title.zh) \(layer.title.en)"),
        "dataType": "vector", "geometryDimension": dimension,
        "minTileMatrix": .string(String(levels.lowerBound)),
        "maxTileMatrix": .string(String(levels.upperBound)),
        "propertiesSchema": [
          "type": "object",
          "properties": .object(
            layer.fields.map { ($0.name, ["type": .string($0.type.jsonType)]) }),
        ],
      ]
    }
  }

  /// TileJSON 3.0 (https://github.com/mapbox/tilejson-spec).
  static func tileJSON(_ layers: [StoredLayer], _ request: APIRequest) -> JSONValue {
    let zooms = zoomRange(layers)
    let path = request.base + tilesPath(request) + "/" + TileMatrixSet.webMercatorQuad.id
    let names = layers.map(\.definition.title.zh).joined(separator: "、")
    var members: [(String, JSONValue)] = [
      ("tilejson", "3.0.0"), ("name", .string(names)), ("scheme", "xyz"),
      ("attribution", .string(layers.attribution)),
      ("tiles", [.string(path + "/{z}/{y}/{x}" + selection(request))]),
      ("minzoom", .integer(zooms.lowerBound)), ("maxzoom", .integer(zooms.upperBound)),
      (
        "vector_layers",
        .array(
          layers.map(\.definition).flatMap { definition in
            definition.tileLayers.map { layer in
              [
                "id": .string(layer.id), "description": .string(layer.title.en),
                "minzoom": .integer(layer.firstZoom),
                "maxzoom": .integer(layer.lastZoom ?? definition.tiles.maximumZoom),
                "fields": .object(
                  layer.fields.map { ($0.name, .string($0.type.tileJSONName)) }),
              ]
            }
          })
      ),
    ]
    if let extent = layers.extent { members.append(("bounds", ServerText.bounds(extent))) }
    return .object(members)
  }

  /// The levels at which any of `layers` is cut.
  static func zoomRange(_ layers: [StoredLayer]) -> ClosedRange<Int> {
    let rules = layers.map(\.definition.tiles)
    let first = rules.map(\.minimumZoom).min() ?? 0
    return first...(rules.map(\.maximumZoom).max() ?? first)
  }

  /// `/tiles` or `/collections/x/tiles`, as the request has it.
  private static func tilesPath(_ request: APIRequest) -> String {
    let path = request.path
    guard let end = path.range(of: "/tiles")?.upperBound else { return path }
    return String(path[..<end])
  }

  /// The part of the query that chooses what the tiles show.
  static func selection(_ request: APIRequest) -> String {
    let pairs = (["collections"] + ViewParameters.names).compactMap { name in
      request.query[name].map { "\(name)=\(QueryString.encoded($0))" }
    }
    return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
  }
}

extension FieldType {
  /// The type in JSON Schema.
  var jsonType: String {
    switch self {
    case .integer: "integer"
    case .real: "number"
    case .boolean: "boolean"
    case .text, .date, .datetime: "string"
    }
  }
}
