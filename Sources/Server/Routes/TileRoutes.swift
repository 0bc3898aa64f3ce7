import FeatureStore
import HTTPTypes
import Hummingbird
import OneMap
import SimpleFeatures
import VectorTiles

/// `/tiles…` for the whole map and `/collections/{collectionId}/tiles…` for one layer.
struct TileRoutes {
  let map: CityMap
  let tiles: TileService

  var all: [Route] {
    [tileMatrixSets, tileMatrixSet] + routes(under: "", tag: "Tiles of the map")
      + routes(under: Self.layerPath, tag: "Tiles of a layer")
  }

  static let tilePath = "/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}"
  static let layerPath = "/collections/{collectionId}"

  /// The route that answers a tile's path.
  static func template(of path: String) -> String {
    let path = "/" + path.drop { $0 == "/" }
    if path.hasPrefix(ReliefRoute.prefix) { return ReliefRoute.path }
    if path.hasPrefix("/tiles/") { return tilePath }
    let isOfColours = path.dropFirst().drop { $0 != "/" }.dropFirst().drop { $0 != "/" }
      .hasPrefix(MapTileRoutes.part + "/")
    return layerPath + (isOfColours ? MapTileRoutes.part : "") + tilePath
  }

  // MARK: Tile matrix sets

  private var tileMatrixSets: Route {
    Route(
      isBrief: true, path: "/tileMatrixSets", operation: "getTileMatrixSetsList",
      summary: "The pyramids that tiles are cut in", tag: "Tile matrix sets", formats: [.json]
    ) { request in
      .json(["tileMatrixSets": .array(TileMatrixSet.all.map { TileDocuments.listed($0, request) })])
    }
  }

  private var tileMatrixSet: Route {
    Route(
      isBrief: true, path: "/tileMatrixSets/{tileMatrixSetId}", operation: "getTileMatrixSet",
      summary: "A pyramid, level by level", tag: "Tile matrix sets", formats: [.json]
    ) { request in
      .json(TileDocuments.matrixSet(try Self.matrixSet(request)))
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
      listRoute(prefix, name, tag), tileSetRoute(prefix, name, tag, parameters),
      tileRoute(prefix, name, tag, parameters),
    ]
  }

  /// The list of tilesets; `name` is what its operations begin with.
  private func listRoute(
    _ prefix: String, _ name: String, _ tag: String
  ) -> Route {
    Route(
      path: prefix + "/tiles", operation: "\(name).getTileSetsList", summary: "The tilesets",
      tag: tag, formats: [.json], parameters: ViewParameters.parameters
    ) { request in
      if let raster = try await raster(request) {
        return Self.list(
          TileMatrixSet.all.map { RasterDocuments.tileSet(raster, request, $0) }, request)
      }
      let layers = try await layers(request)
      return Self.list(
        TileMatrixSet.all.map { TileDocuments.tileSet(layers, request, $0, isListed: true) },
        request)
    }
  }

  /// One tileset.
  private func tileSetRoute(
    _ prefix: String, _ name: String, _ tag: String, _ parameters: [Route.Parameter]
  ) -> Route {
    Route(
      path: prefix + "/tiles/{tileMatrixSetId}", operation: "\(name).getTileSet",
      summary: "A tileset: its layers, levels and URL template; TileJSON 3.0 of WebMercatorQuad "
        + "with f=tilejson",
      tag: tag, formats: [.json, .tilejson], parameters: parameters
    ) { request in
      let set = try Self.matrixSet(request)
      if request.format == .tilejson { try Self.checkTileJSON(set) }
      if let raster = try await raster(request) {
        return .json(
          request.format == .tilejson
            ? RasterDocuments.tileJSON(raster, request)
            : RasterDocuments.tileSet(raster, request, set))
      }
      let layers = try await layers(request)
      return .json(
        request.format == .tilejson
          ? TileDocuments.tileJSON(layers, request)
          : TileDocuments.tileSet(layers, request, set, isListed: false))
    }
  }

  /// One tile.
  private func tileRoute(
    _ prefix: String, _ name: String, _ tag: String, _ parameters: [Route.Parameter]
  ) -> Route {
    Route(
      isBrief: true, path: prefix + Self.tilePath,
      operation: "\(name).getTile",
      summary: prefix.isEmpty
        ? "A vector tile (MVT 2.1); 204 where it is empty"
        : "A vector tile (MVT 2.1), for rasters a tile of values (PNG); 204 where it is empty",
      tag: tag, formats: prefix.isEmpty ? [.mvt] : [.mvt, .png], parameters: parameters
    ) { request in
      let set = try Self.matrixSet(request)
      let place = try Self.coordinate(request, in: set)
      if !prefix.isEmpty {
        let commit = try await tiles.lastCommit()
        if let raster = try await raster(request) {
          guard request.query["f"] == nil || request.format == .png else {
            throw HTTPProblem(
              .notFound, "unknown-format", "rasters have no vector tiles", hint: "it has: png")
          }
          return try await tile(place, of: raster, commit: commit, request)
        }
      }
      guard request.format == .mvt else {
        throw HTTPProblem(
          .notFound, "unknown-format", "layers of features have no tiles in PNG",
          hint: "it has: mvt")
      }
      return try await tile(place, request)
    }
  }

  /// The raster layer of the path; `nil` where it names none.
  private func raster(_ request: APIRequest) async throws -> StoredRaster? {
    guard request.path.hasPrefix("/collections/") else { return nil }
    return try await RasterRoutes(map: map).raster(request)
  }

  /// The layer of the path, or the layers of the map that `collections` names, or all.
  private func layers(_ request: APIRequest) async throws -> [StoredLayer] {
    try await map.view(for: request).layers(try layerIDs(request)).map(map.drawn)
  }

  /// The id in the path, or those that `collections` names; `nil` for all.
  private func layerIDs(_ request: APIRequest) throws -> [String]? {
    if request.path.hasPrefix("/collections/") { return [try request.parameter("collectionId")] }
    return request.query["collections"]?.split(separator: ",").map(String.init)
  }

  static func list(_ tilesets: [JSONValue], _ request: APIRequest) -> Response {
    .json([
      "tilesets": .array(tilesets), "links": .array(ServerText.selfLinks(request, [.json])),
    ])
  }

  /// The tile matrix set of the path.
  static func matrixSet(_ request: APIRequest) throws -> TileMatrixSet {
    let id = try request.parameter("tileMatrixSetId")
    guard let set = TileMatrixSet.named(id) else {
      throw HTTPProblem(
        .notFound, "unknown-tile-matrix-set", "there is no tile matrix set \"\(id)\"",
        hint: "there are \(TileMatrixSet.all.map(\.id).joined(separator: " and "))")
    }
    return set
  }

  static func checkTileJSON(_ set: TileMatrixSet) throws(HTTPProblem) {
    guard set.pyramid != .webMercator else { return }
    throw HTTPProblem(
      .notFound, "unknown-format", "TileJSON cannot say that tiles are of \(set.id)",
      hint: "ask for it as json, or for \(TileMatrixSet.webMercatorQuad.id)")
  }

  /// The tile that the path names.
  static func coordinate(
    _ request: APIRequest, in set: TileMatrixSet
  ) throws -> TileCoordinate {
    let names = ["tileMatrix", "tileRow", "tileCol"]
    let texts = try names.map { try request.parameter($0) }
    let numbers = texts.compactMap { Int($0) }
    guard numbers.count == 3 else {
      throw HTTPProblem(
        .badRequest, "bad-tile", "\(texts.joined(separator: "/")) is not three whole numbers",
        hint: "the order is level/row/column, so z/y/x")
    }
    let place = TileCoordinate(
      zoom: numbers[0], column: numbers[2], row: numbers[1], in: set.pyramid)
    guard let tile = place else {
      let columns = set.pyramid == .geographic ? "2^(z + 1) - 1" : "2^z - 1"
      throw HTTPProblem(
        .notFound, "tile-outside-matrix",
        "\(texts.joined(separator: "/")) lies outside the tile matrix set",
        hint: "levels go from 0 to \(TilePyramid.deepestZoom), rows to 2^z - 1 and columns to "
          + "\(columns); the order is level/row/column, so z/y/x")
    }
    return tile
  }

  private func tile(_ tile: TileCoordinate, _ request: APIRequest) async throws -> Response {
    let map = try map.view(for: request)
    let ids = try layerIDs(request)
    return try await tiles.answer(
      request, state: { try await map.tileState(tile, of: ids) },
      build: { isKnown in
        let (state, encoded) = try await map.tile(tile, of: ids, unless: isKnown)
        return (state, encoded.map { (Format.mvt.mediaType, $0.gzippedBytes, true) })
      })
  }

  /// - Parameter commit: The city's last commit before `raster` was looked up.
  private func tile(
    _ tile: TileCoordinate, of raster: StoredRaster, commit: Int, _ request: APIRequest
  ) async throws -> Response {
    let map = try map.view(for: request)
    // No commit says that a run's tile is as it was: it is looked at each time, but not built.
    let state = TileState(
      commit: raster.isResult ? -1 : commit, version: map.tileVersion(raster))
    return try await tiles.answer(
      request, keeps: raster.isResult, state: { state },
      build: { isKnown in
        guard !isKnown(state.version) else { return (state, nil) }
        return (state, (Format.png.mediaType, try await map.tile(tile, of: raster) ?? [], false))
      })
  }
}
