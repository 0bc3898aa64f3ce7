import FeatureStore
import HTTPTypes
import Hummingbird
import OneMap
import SimpleFeatures
import VectorTiles

/// `/collections/{collectionId}/map/tiles…`: raster layers as tiles in colours, for eyes and for
/// programs that draw pictures (OGC API Tiles, map tilesets).
struct MapTileRoutes {
  let map: CityMap
  let tiles: TileService

  /// What stands between the layer's path and that of a tile.
  static let part = "/map"
  private static let prefix = TileRoutes.layerPath + part
  private static let name = ".collection.map"

  var all: [Route] { [list, tileSet, tile] }

  private var list: Route {
    Route(
      path: Self.prefix + "/tiles", operation: "\(Self.name).getTileSetsList",
      summary: "The tilesets in colours", tag: "Rasters", formats: [.json],
      parameters: ViewParameters.parameters
    ) { request in
      let raster = try await raster(request)
      return TileRoutes.list(
        TileMatrixSet.all.map { RasterDocuments.tileSet(raster, request, $0, inColours: true) },
        request)
    }
  }

  private var tileSet: Route {
    Route(
      path: Self.prefix + "/tiles/{tileMatrixSetId}", operation: "\(Self.name).getTileSet",
      summary: "A tileset in colours: its levels, legend and URL template; TileJSON 3.0 of "
        + "WebMercatorQuad with f=tilejson",
      tag: "Rasters", formats: [.json, .tilejson], parameters: ViewParameters.parameters
    ) { request in
      let set = try TileRoutes.matrixSet(request)
      if request.format == .tilejson { try TileRoutes.checkTileJSON(set) }
      let raster = try await raster(request)
      return .json(
        request.format == .tilejson
          ? RasterDocuments.tileJSON(raster, request, inColours: true)
          : RasterDocuments.tileSet(raster, request, set, inColours: true))
    }
  }

  private var tile: Route {
    Route(
      isBrief: true, path: Self.prefix + TileRoutes.tilePath, operation: "\(Self.name).getTile",
      summary: "A tile of a raster layer in the colours of its legend (PNG); 204 where it is empty",
      tag: "Rasters", formats: [.png], parameters: ViewParameters.parameters
    ) { request in
      let place = try TileRoutes.coordinate(request, in: try TileRoutes.matrixSet(request))
      let commit = try await tiles.lastCommit()
      let map = try map.view(for: request)
      let raster = try await raster(request)
      let state = TileState(
        commit: raster.isResult ? -1 : commit, version: map.tileVersion(raster, inColours: true))
      return try await tiles.answer(
        request, keeps: raster.isResult, state: { state },
        build: { isKnown in
          guard !isKnown(state.version) else { return (state, nil) }
          let bytes = try await map.colourTile(place, of: raster) ?? []
          return (state, (Format.png.mediaType, bytes, false))
        })
    }
  }

  private func raster(_ request: APIRequest) async throws -> StoredRaster {
    try await RasterRoutes(map: map).raster(request) { layer in
      HTTPProblem(
        .notFound, "not-a-raster", "layer \"\(layer.id)\" has no tiles in colours",
        hint: "its vector tiles are at /collections/\(layer.id)/tiles")
    }
  }
}
