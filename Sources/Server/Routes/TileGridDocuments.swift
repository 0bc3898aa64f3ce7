import SimpleFeatures
import VectorTiles

/// What the JSON documents about tiles say of their tile matrix set (OGC 17-083r4).
extension TileDocuments {
  /// A tile matrix set in the list of all.
  static func listed(_ set: TileMatrixSet, _ request: APIRequest) -> JSONValue {
    .object(
      names(set) + [
        (
          "links",
          [
            ServerText.link(
              "self", "\(request.base)/tileMatrixSets/\(set.id)", .json, "The definition")
          ]
        )
      ])
  }

  /// The definition of a tile matrix set.
  static func matrixSet(_ set: TileMatrixSet) -> JSONValue {
    var members = names(set)
    members.append(("crs", .string(set.crs)))
    members.append(("orderedAxes", .array(set.orderedAxes.map { .string($0) })))
    if let scales = set.wellKnownScaleSet { members.append(("wellKnownScaleSet", .string(scales))) }
    members.append(("tileMatrices", .array(set.matrices.map { matrix($0, of: set) })))
    return .object(members)
  }

  private static func names(_ set: TileMatrixSet) -> [(String, JSONValue)] {
    [("id", .string(set.id)), ("title", .string(set.title))]
      + (set.uri.map { [("uri", .string($0))] } ?? [])
  }

  private static func matrix(_ matrix: TileMatrix, of set: TileMatrixSet) -> JSONValue {
    [
      "id": .string(matrix.id), "scaleDenominator": .real(matrix.scaleDenominator),
      "cellSize": .real(matrix.cellSize), "cornerOfOrigin": "topLeft",
      "pointOfOrigin": .array(set.pointOfOrigin(of: matrix).map { .real($0) }),
      "tileWidth": .integer(matrix.tileWidth), "tileHeight": .integer(matrix.tileHeight),
      "matrixWidth": .integer(matrix.matrixWidth), "matrixHeight": .integer(matrix.matrixHeight),
    ]
  }

  /// How a tileset names its tile matrix set and CRS.
  static func grid(_ set: TileMatrixSet) -> [(String, JSONValue)] {
    [("crs", .string(set.crs))] + (set.uri.map { [("tileMatrixSetURI", .string($0))] } ?? [])
      + [("tileMatrixSetId", .string(set.id))]
  }

  /// The links of the tileset at `path` to itself and what it consists of.
  static func links(
    to path: String, _ set: TileMatrixSet, _ format: Format, query: String, _ request: APIRequest
  ) -> JSONValue {
    var links = [ServerText.link("self", path + query, .json, "This tileset")]
    if set.pyramid == .webMercator {
      let tileJSON = query.isEmpty ? "?f=tilejson" : query + "&f=tilejson"
      links.append(
        ServerText.link("alternate", path + tileJSON, .tilejson, "This tileset as TileJSON"))
    }
    links += [
      ServerText.link(
        "http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme",
        "\(request.base)/tileMatrixSets/\(set.id)", .json, "The tile matrix set"),
      ServerText.template(
        "item", path + "/{tileMatrix}/{tileRow}/{tileCol}" + query, format, "A tile"),
    ]
    return .array(links)
  }

  /// The tiles of each level of `zooms`, levels of Web Mercator, that `extent` meets.
  static func limits(
    _ zooms: ClosedRange<Int>, _ extent: Envelope, _ set: TileMatrixSet
  ) -> JSONValue {
    .array(
      set.pyramid.levels(asFineAs: zooms).compactMap { zoom -> JSONValue? in
        guard let range = set.tiles(covering: extent, zoom: zoom) else { return nil }
        return [
          "tileMatrix": .string(String(zoom)),
          "minTileRow": .integer(range.rows.lowerBound),
          "maxTileRow": .integer(range.rows.upperBound),
          "minTileCol": .integer(range.columns.lowerBound),
          "maxTileCol": .integer(range.columns.upperBound),
        ]
      })
  }
}
