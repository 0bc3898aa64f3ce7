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
  let desk: TileService

  var all: [Route] {
    [tileMatrixSets, tileMatrixSet] + routes(under: "", tag: "Tiles of the map")
      + routes(under: Self.layerPath, tag: "Tiles of a layer")
  }

  private static let tilePath = "/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}"
  private static let layerPath = "/collections/{collectionId}"

  /// The route that answers a tile's path.
  static func template(of path: String) -> String {
    let path = "/" + path.drop { $0 == "/" }
    if path.hasPrefix(ReliefRoute.prefix) { return ReliefRoute.path }
    return path.hasPrefix("/tiles/") ? tilePath : layerPath + tilePath
  }

  // MARK: Tile matrix sets

  private var tileMatrixSets: Route {
    Route(
      path: "/tileMatrixSets", operation: "getTileMatrixSetsList",
      summary: "The pyramids that tiles are cut in", tag: "Tile matrix sets", formats: [.json]
    ) { inquiry in
      .json(["tileMatrixSets": .array(TileMatrixSet.all.map { TileDocuments.listed($0, inquiry) })])
    }
  }

  private var tileMatrixSet: Route {
    Route(
      path: "/tileMatrixSets/{tileMatrixSetId}", operation: "getTileMatrixSet",
      summary: "A pyramid, level by level", tag: "Tile matrix sets", formats: [.json]
    ) { inquiry in
      .json(TileDocuments.matrixSet(try Self.matrixSet(inquiry)))
    }
  }

  // MARK: Tilesets and tiles, of the map and of a layer alike

  private func routes(under prefix: String, tag: String) -> [Route] {
    // The suffixes that OGC 20-057 gives the operations.
    let name = prefix.isEmpty ? ".dataset.vector" : ".collection.vector"
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
        path: prefix + "/tiles", operation: "\(name).getTileSetsList", summary: "The tilesets",
        tag: tag, formats: [.json], parameters: ViewParameters.parameters
      ) { inquiry in
        if let raster = try await raster(inquiry) {
          return Self.list(
            TileMatrixSet.all.map { RasterDocuments.tileSet(raster, inquiry, $0) }, inquiry)
        }
        let layers = try await layers(inquiry)
        return Self.list(
          TileMatrixSet.all.map { TileDocuments.tileSet(layers, inquiry, $0, isListed: true) },
          inquiry)
      },
      Route(
        path: prefix + "/tiles/{tileMatrixSetId}", operation: "\(name).getTileSet",
        summary: "A tileset: its layers, levels and URL template; TileJSON 3.0 of WebMercatorQuad "
          + "with f=tilejson",
        tag: tag, formats: [.json, .tilejson], parameters: parameters
      ) { inquiry in
        let set = try Self.matrixSet(inquiry)
        if inquiry.format == .tilejson { try Self.checkTileJSON(set) }
        if let raster = try await raster(inquiry) {
          return .json(
            inquiry.format == .tilejson
              ? RasterDocuments.tileJSON(raster, inquiry)
              : RasterDocuments.tileSet(raster, inquiry, set))
        }
        let layers = try await layers(inquiry)
        return .json(
          inquiry.format == .tilejson
            ? TileDocuments.tileJSON(layers, inquiry)
            : TileDocuments.tileSet(layers, inquiry, set, isListed: false))
      },
      Route(
        path: prefix + Self.tilePath,
        operation: "\(name).getTile",
        summary: prefix.isEmpty
          ? "A vector tile (MVT 2.1); 204 where it is empty"
          : "A vector tile (MVT 2.1), for rasters a tile of values (PNG); 204 where it is empty",
        tag: tag, formats: prefix.isEmpty ? [.mvt] : [.mvt, .png], parameters: parameters
      ) { inquiry in
        let set = try Self.matrixSet(inquiry)
        let place = try Self.coordinate(inquiry, in: set)
        if !prefix.isEmpty {
          let commit = try await desk.lastCommit()
          if let raster = try await raster(inquiry) {
            guard inquiry.query["f"] == nil || inquiry.format == .png else {
              throw HTTPProblem(
                .notFound, "unknown-format", "rasters have no vector tiles", hint: "it has: png")
            }
            return try await tile(place, of: raster, commit: commit, inquiry)
          }
        }
        guard inquiry.format == .mvt else {
          throw HTTPProblem(
            .notFound, "unknown-format", "layers of features have no tiles in PNG",
            hint: "it has: mvt")
        }
        return try await tile(place, inquiry)
      },
    ]
  }

  /// The raster layer of the path; `nil` where it names none.
  private func raster(_ inquiry: APIRequest) async throws -> StoredRaster? {
    guard inquiry.path.hasPrefix("/collections/") else { return nil }
    return try await RasterRoutes(map: map).raster(inquiry)
  }

  /// The layer of the path, or the layers of the map that `collections` names, or all.
  private func layers(_ inquiry: APIRequest) async throws -> [StoredLayer] {
    try await map.seen(by: inquiry).layers(try layerIDs(inquiry))
  }

  /// The id in the path, or those that `collections` names; `nil` for all.
  private func layerIDs(_ inquiry: APIRequest) throws -> [String]? {
    if inquiry.path.hasPrefix("/collections/") { return [try inquiry.parameter("collectionId")] }
    return inquiry.query["collections"]?.split(separator: ",").map(String.init)
  }

  private static func list(_ tilesets: [JSONValue], _ inquiry: APIRequest) -> Response {
    .json([
      "tilesets": .array(tilesets), "links": .array(ServerText.selfLinks(inquiry, [.json])),
    ])
  }

  /// The tile matrix set of the path.
  private static func matrixSet(_ inquiry: APIRequest) throws -> TileMatrixSet {
    let id = try inquiry.parameter("tileMatrixSetId")
    guard let set = TileMatrixSet.named(id) else {
      throw HTTPProblem(
        .notFound, "unknown-tile-matrix-set", "there is no tile matrix set \"\(id)\"",
        hint: "there are \(TileMatrixSet.all.map(\.id).joined(separator: " and "))")
    }
    return set
  }

  private static func checkTileJSON(_ set: TileMatrixSet) throws(HTTPProblem) {
    guard set.pyramid != .webMercator else { return }
    throw HTTPProblem(
      .notFound, "unknown-format", "TileJSON cannot say that tiles are of \(set.id)",
      hint: "ask for it as json, or for \(TileMatrixSet.webMercatorQuad.id)")
  }

  /// The tile that the path names.
  static func coordinate(
    _ inquiry: APIRequest, in set: TileMatrixSet
  ) throws -> TileCoordinate {
    let names = ["tileMatrix", "tileRow", "tileCol"]
    let texts = try names.map { try inquiry.parameter($0) }
    let numbers = texts.compactMap { Int($0) }
    guard numbers.count == 3 else {
      throw HTTPProblem(
        .badRequest, "bad-tile", "\(texts.joined(separator: "/")) is not three whole numbers",
        hint: "the order is level/row/column, so z/y/x")
    }
    let place = TileCoordinate(
      zoom: numbers[0], column: numbers[2], row: numbers[1], in: set.pyramid)
    guard let tile = place else {
      let columns = set.pyramid == .geographic ? "2^(level + 1) - 1" : "2^level - 1"
      throw HTTPProblem(
        .notFound, "tile-outside-matrix",
        "\(texts.joined(separator: "/")) lies outside the tile matrix set",
        hint: "levels go from 0 to \(TilePyramid.deepestZoom), rows to 2^level - 1 and columns to "
          + "\(columns); the order is level/row/column, so z/y/x")
    }
    return tile
  }

  private func tile(_ tile: TileCoordinate, _ inquiry: APIRequest) async throws -> Response {
    let map = try map.seen(by: inquiry)
    let ids = try layerIDs(inquiry)
    return try await desk.answer(
      inquiry, state: { try await map.tileState(tile, of: ids) },
      build: { isKnown in
        let (state, encoded) = try await map.tile(tile, of: ids, unless: isKnown)
        return (state, encoded.map { (Format.mvt.mediaType, $0.gzippedBytes, true) })
      })
  }

  /// - Parameter commit: The city's last commit before `raster` was looked up.
  private func tile(
    _ tile: TileCoordinate, of raster: StoredRaster, commit: Int, _ inquiry: APIRequest
  ) async throws -> Response {
    let map = try map.seen(by: inquiry)
    let state = TileState(commit: commit, version: map.tileVersion(raster))
    return try await desk.answer(
      inquiry, state: { state },
      build: { isKnown in
        guard !isKnown(state.version) else { return (state, nil) }
        return (state, (Format.png.mediaType, try await map.tile(tile, of: raster) ?? [], false))
      })
  }
}
