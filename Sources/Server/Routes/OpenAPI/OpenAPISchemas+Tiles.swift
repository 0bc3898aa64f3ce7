import SimpleFeatures

/// Tile matrix sets and tilesets as OGC 17-083r4 has them, and TileJSON 3.0.
extension OpenAPISchemas {
  static let tileComponents: [(String, JSONValue)] = [
    ("tileMatrixSets", object(["tileMatrixSets": list(listedSet)])),
    ("tileMatrixSet", tileMatrixSet), ("tileset", tileset),
    ("tilesets", object(["tilesets": list(reference("tileset")), "links": links])),
    ("tileJSON", tileJSON),
    ("tilesetOrTileJSON", ["oneOf": [reference("tileset"), reference("tileJSON")]]),
  ]

  private static let listedSet = object(["id": text, "title": text, "uri?": text, "links": links])

  private static let tileMatrixSet = object([
    "id": text, "title": text, "uri?": text, "crs": text, "orderedAxes": list(text),
    "wellKnownScaleSet?": text,
    "tileMatrices": list(
      object([
        "id": text, "scaleDenominator": number, "cellSize": number,
        "cornerOfOrigin": oneOf("topLeft"), "pointOfOrigin": pair, "tileWidth": count,
        "tileHeight": count, "matrixWidth": count, "matrixHeight": count,
      ])),
  ])

  private static let pair: JSONValue = [
    "type": "array", "minItems": 2, "maxItems": 2, "items": number,
  ]

  private static let tileset = object([
    "title": text, "dataType": oneOf("vector", "coverage", "map"), "crs": text,
    "tileMatrixSetURI?": text, "tileMatrixSetId": text, "links": links,
    "boundingBox?": object(["lowerLeft": pair, "upperRight": pair, "crs": text]),
    "tileMatrixSetLimits?": list(
      object([
        "tileMatrix": text, "minTileRow": count, "maxTileRow": count, "minTileCol": count,
        "maxTileCol": count,
      ])),
    "layers?": list(
      object([
        "id": text, "title": text, "dataType": oneOf("vector"), "geometryDimension": count,
        "minTileMatrix": text, "maxTileMatrix": text, "propertiesSchema": any,
      ])),
  ])

  private static let tileJSON = object([
    "tilejson": oneOf("3.0.0"), "name": text, "scheme": oneOf("xyz"), "tiles": list(text),
    "minzoom": count, "maxzoom": count, "bounds?": box, "attribution?": text,
    "vector_layers?": list(object(["id": text, "fields": any])),
  ])
}
