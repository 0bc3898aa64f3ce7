import HTTPTypes
import OneMap
import SimpleFeatures
import VectorTiles

/// `/map/relief/…`: the map page's tiles for shading a raster layer; others take its tiles of
/// values, which say where there is none.
struct ReliefRoute {
  let map: CityMap
  let tiles: TileService

  /// What the addresses of such tiles begin with.
  static let prefix = "/map/relief/"
  static let path = prefix + "{collectionId}/{tileMatrix}/{tileRow}/{tileCol}"

  var route: Route {
    Route(
      isBrief: true, path: Self.path, operation: "getReliefTile",
      summary: "A tile for shading slopes",
      tag: "Map page", formats: [.png], parameters: ViewParameters.parameters
    ) { request in
      let commit = try await tiles.lastCommit()
      let map = try map.view(for: request)
      let id = try request.parameter("collectionId")
      guard let raster = try await map.raster(id) else {
        throw HTTPProblem(
          .notFound, "not-a-raster", "there is no raster layer \"\(id)\"",
          hint: "/map/config.json lists them")
      }
      let tile = try TileRoutes.coordinate(request, in: .webMercatorQuad)
      let state = TileState(
        commit: commit, version: Fingerprint.text(of: "relief \(map.tileVersion(raster))".utf8))
      return try await tiles.answer(
        request, state: { state },
        build: { isKnown in
          guard !isKnown(state.version) else { return (state, nil) }
          let bytes = try await map.reliefTile(tile, of: raster) ?? []
          return (state, (Format.png.mediaType, bytes, false))
        })
    }
  }
}
