import Catalog
import FeatureStore
import HTTPTypes
import Hummingbird
import OneMap
import SimpleFeatures
import VectorTiles

/// `/tiles…` for the whole map and `/collections/{collectionId}/tiles…` for one layer.
struct TileRoutes {
  let map: CityMap

  var all: [Route] {
    [tileMatrixSets, tileMatrixSet] + routes(under: "", tag: "Tiles of the map")
      + routes(under: "/collections/{collectionId}", tag: "Tiles of a layer")
  }

  private static let matrixSet = TileMatrixSet.webMercatorQuad

  // MARK: Tile matrix sets

  private var tileMatrixSets: Route {
    Route(
      path: "/tileMatrixSets", operation: "getTileMatrixSets",
      summary: "The pyramids that tiles are cut in", tag: "Tile matrix sets", formats: [.json]
    ) { inquiry in
      .json([
        "tileMatrixSets": [
          [
            "id": .string(Self.matrixSet.id), "title": .string(Self.matrixSet.title),
            "uri": .string(Self.matrixSet.uri),
            "links": [
              ServerText.link(
                "self", "\(inquiry.base)/tileMatrixSets/\(Self.matrixSet.id)", .json,
                "The definition")
            ],
          ]
        ]
      ])
    }
  }

  private var tileMatrixSet: Route {
    Route(
      path: "/tileMatrixSets/{tileMatrixSetId}", operation: "getTileMatrixSet",
      summary: "A pyramid, level by level", tag: "Tile matrix sets", formats: [.json]
    ) { inquiry in
      try Self.checkMatrixSet(inquiry)
      return .json(TileDocuments.matrixSet(Self.matrixSet))
    }
  }

  // MARK: Tilesets and tiles, of the map and of a layer alike

  private func routes(under prefix: String, tag: String) -> [Route] {
    let name = prefix.isEmpty ? "Dataset" : "Collection"
    let choice =
      prefix.isEmpty
      ? [
        Route.Parameter(
          name: "collections", description: "Only these layers, ids joined by commas",
          schema: ["type": "array", "items": ["type": "string"]])
      ] : []
    let parameters = choice + ViewParameters.parameters
    return [
      Route(
        path: prefix + "/tiles", operation: "get\(name)TileSetsList", summary: "The tilesets",
        tag: tag, formats: [.json], parameters: ViewParameters.parameters
      ) { inquiry in
        if let raster = try await raster(inquiry) {
          return .json([
            "tilesets": [RasterDocuments.tileSet(raster, inquiry, Self.matrixSet)],
            "links": .array(ServerText.selfLinks(inquiry, [.json])),
          ])
        }
        let layers = try await layers(inquiry)
        return .json([
          "tilesets": [TileDocuments.tileSet(layers, inquiry, Self.matrixSet, isListed: true)],
          "links": .array(ServerText.selfLinks(inquiry, [.json])),
        ])
      },
      Route(
        path: prefix + "/tiles/{tileMatrixSetId}", operation: "get\(name)TileSet",
        summary: "A tileset: its layers, levels and URL template; TileJSON 3.0 with f=tilejson",
        tag: tag, formats: [.json, .tilejson], parameters: parameters
      ) { inquiry in
        try Self.checkMatrixSet(inquiry)
        if let raster = try await raster(inquiry) {
          return .json(
            inquiry.format == .tilejson
              ? RasterDocuments.tileJSON(raster, inquiry)
              : RasterDocuments.tileSet(raster, inquiry, Self.matrixSet))
        }
        let layers = try await layers(inquiry)
        return .json(
          inquiry.format == .tilejson
            ? TileDocuments.tileJSON(layers, inquiry)
            : TileDocuments.tileSet(layers, inquiry, Self.matrixSet, isListed: false))
      },
      Route(
        path: prefix + "/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}",
        operation: "get\(name)Tile",
        summary: prefix.isEmpty
          ? "A vector tile (MVT 2.1); 204 where it is empty"
          : "A vector tile (MVT 2.1), for rasters a tile of values (PNG); 204 where it is empty",
        tag: tag, formats: prefix.isEmpty ? [.mvt] : [.mvt, .png], parameters: parameters
      ) { inquiry in
        try Self.checkMatrixSet(inquiry)
        if let raster = try await raster(inquiry) {
          return try await RasterRoutes(map: map).tile(
            try Self.coordinate(inquiry), of: raster, inquiry)
        }
        guard inquiry.format == .mvt else {
          throw HTTPProblem(
            .badRequest, "unknown-format", "layers of features have no tiles in PNG",
            hint: "it has: mvt")
        }
        return try await tile(try Self.coordinate(inquiry), of: try await layers(inquiry), inquiry)
      },
    ]
  }

  /// The raster layer of the path; `nil` where it names none.
  private func raster(_ inquiry: Inquiry) async throws -> StoredRaster? {
    guard inquiry.path.hasPrefix("/collections/") else { return nil }
    return try await RasterRoutes(map: map).raster(inquiry)
  }

  /// The layer of the path, or the layers of the map that `collections` names, or all.
  private func layers(_ inquiry: Inquiry) async throws -> [StoredLayer] {
    if inquiry.path.hasPrefix("/collections/") {
      return [try await map.seen(by: inquiry).layer(try inquiry.parameter("collectionId"))]
    }
    let names = inquiry.query["collections"]?.split(separator: ",").map(String.init)
    return try await map.seen(by: inquiry).layers(names)
  }

  private static func checkMatrixSet(_ inquiry: Inquiry) throws {
    let id = try inquiry.parameter("tileMatrixSetId")
    guard id == matrixSet.id else {
      throw HTTPProblem(
        .notFound, "unknown-tile-matrix-set", "there is no tile matrix set \"\(id)\"",
        hint: "there is \(matrixSet.id)")
    }
  }

  private static func coordinate(_ inquiry: Inquiry) throws -> TileCoordinate {
    let names = ["tileMatrix", "tileRow", "tileCol"]
    let texts = try names.map { try inquiry.parameter($0) }
    let numbers = texts.compactMap { Int($0) }
    guard numbers.count == 3 else {
      throw HTTPProblem(
        .badRequest, "bad-tile", "\(texts.joined(separator: "/")) is not three whole numbers",
        hint: "the order is level/row/column, so z/y/x")
    }
    guard let tile = TileCoordinate(zoom: numbers[0], column: numbers[2], row: numbers[1]) else {
      throw HTTPProblem(
        .notFound, "tile-outside-matrix",
        "\(texts.joined(separator: "/")) lies outside the tile matrix set",
        hint: "levels go from 0 to \(TileCoordinate.deepestZoom), rows and columns to 2^level - 1; "
          + "the order is level/row/column, so z/y/x")
    }
    return tile
  }

  private func tile(
    _ tile: TileCoordinate, of layers: [StoredLayer], _ inquiry: Inquiry
  ) async throws -> Response {
    let encoding = inquiry.takesGzip ? "-gzip" : ""
    let tag = "\"\(map.tileVersion(layers))\(encoding)\""
    let headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache"]
    if inquiry.has(tag) { return Response(status: .notModified, headers: headers) }
    let encoded = try await map.seen(by: inquiry).tile(tile, of: layers)
    if encoded.isEmpty { return Response(status: .noContent, headers: headers) }
    return try .gzipped(
      encoded.gzippedBytes, type: Format.mvt.mediaType, for: inquiry, headers: headers)
  }
}
