import Catalog
import Coverages
import FeatureStore
import HTTPTypes
import MapStyles
import Messages
import OneMap
import SimpleFeatures

/// `/styles…`: how the map is drawn, as style documents for MapLibre, for the map page and for
/// other clients (the paths of OGC API - Styles).
struct StyleRoutes {
  let map: CityMap
  let baseMaps: [BaseMap]
  let executor: ProcessExecutor

  var all: [Route] { [styles, style] }

  private var styles: Route {
    Route(
      isBrief: true, path: "/styles", operation: "getStyles", summary: "The styles of the map",
      tag: "Styles", formats: [.json]
    ) { request in
      .json([
        "default": .string(MapPalette.light.id),
        "styles": .array(
          MapPalette.all.map { palette in
            [
              "id": .string(palette.id), "title": .string(Self.title(palette)),
              "links": [
                ServerText.link(
                  "stylesheet", request.link(to: "/styles/\(palette.id)"), .style,
                  "The style document")
              ],
            ]
          }), "links": .array(ServerText.selfLinks(request, [.json])),
      ])
    }
  }

  private static func title(_ palette: MapPalette) -> String {
    palette == .light ? "浅色 Light" : "深色 Dark"
  }

  private var style: Route {
    Route(
      path: "/styles/{styleId}", operation: "getStyle",
      summary: "A style document for MapLibre: how the map is drawn", tag: "Styles",
      formats: [.style],
      parameters: [
        Route.Parameter(
          name: "layers", description: "Only these layers, ids joined by commas; all are shown",
          schema: ["type": "array", "items": ["type": "string"]]),
        Route.Parameter(
          name: "lang", description: "The language of names: zh or en; else by Accept-Language",
          schema: ["type": "string", "enum": ["zh", "en"]]),
      ] + ViewParameters.parameters
    ) { request in
      let palette = try Self.palette(request)
      let map = try map.view(for: request)
      let document = try await document(palette, of: map, request)
      return .json(document.json, .style, gzippedFor: request.headers)
    }
  }

  static func palette(_ request: APIRequest) throws -> MapPalette {
    let id = try request.parameter("styleId")
    guard let palette = MapPalette.all.first(where: { $0.id == id }) else {
      throw HTTPProblem(
        .notFound, "unknown-style", "there is no style \"\(id)\"",
        hint: choices(for: id, among: MapPalette.all.map(\.id), listedBy: "GET /styles"))
    }
    return palette
  }

  // MARK: The document

  private func document(
    _ palette: MapPalette, of map: CityMap, _ request: APIRequest
  ) async throws -> StyleDocument {
    let chosen = request.query["layers"].map { Set($0.split(separator: ",").map(String.init)) }
    let stored =
      try await map.layers(andOf: await executor.ownJobs(request)) + map.runs.layers()
    let layers = stored.filter { chosen?.contains($0.id) ?? true }
    let rasters = try await map.rasters().filter { raster in
      chosen?.contains(raster.id) ?? (map.runs.timeAxis(of: raster.id) == nil)
    }
    try Self.check(chosen, layers.map(\.id) + rasters.map(\.id), stored.map(\.id))
    let selection = TileDocuments.selection(request)
    let query = "?f=mvt" + (selection.isEmpty ? "" : "&" + selection.dropFirst())
    let tiles = "/tiles/WebMercatorQuad/{z}/{y}/{x}"
    var document = StyleDocument(
      palette: palette,
      language: request.query["lang"].flatMap { Language(tag: $0) } ?? Language(request.headers),
      title: LocalisedText(zh: "舆图", en: "Yutu"), tiles: request.base + tiles + query,
      attribution: stored.attribution,
      bounds: rasters.reduce(into: layers.extent ?? .empty) { $0.formUnion($1.extent) },
      sprite: request.base + "/styles/\(palette.id)/sprite",
      glyphs: request.base + "/fonts/{fontstack}/{range}.pbf",
      layers: layers.map { layer in
        let axis = map.runs.timeAxis(of: layer.id)
        let definition = map.drawn(layer.definition)
        return StyledLayer(
          definition, role: definition.role,
          tiles: layer.isResult || axis != nil
            ? request.base + "/collections/\(QueryString.encoded(layer.id))" + tiles + "?f=mvt"
            : nil,
          spread: PointSpread(
            count: layer.featureCount, completeZoom: layer.completeZoom,
            extent: layer.extent ?? .empty),
          isShown: chosen != nil || axis == nil && definition.style.isShown)
      },
      rasters: rasters.map {
        Self.raster(
          $0, isShown: chosen != nil || map.drawn($0.definition).style.isShown, request)
      },
      bases: chosen == nil ? baseMaps.map(Self.base) : [])
    let division = try await CityDivision(of: map, layers: stored)
    document.boundary = division?.geometry
    if let name = division?.name { document.title = LocalisedText(zh: name, en: name) }
    return document
  }

  private static func check(_ chosen: Set<String>?, _ found: [String], _ known: [String]) throws {
    guard let missing = chosen?.subtracting(found).sorted().first else { return }
    throw HTTPProblem(
      .notFound, "unknown-layer", "the city has no layer \"\(missing)\"",
      hint: choices(for: missing, among: known, listedBy: "GET /collections"))
  }

  private static func raster(
    _ raster: StoredRaster, isShown: Bool, _ request: APIRequest
  ) -> StyledRaster {
    let selection = TileDocuments.selection(request)
    let id = QueryString.encoded(raster.id)
    let own = "/collections/\(id)/tiles/WebMercatorQuad/{z}/{y}/{x}"
    let isOfClasses = !(raster.rule?.classes ?? []).isEmpty
    let (values, relief) = (raster.valueCoding, raster.reliefCoding)
    return StyledRaster(
      raster.definition, extent: raster.extent,
      source: StyledRaster.Source(
        tiles: request.base + own + selection,
        coding: isOfClasses ? nil : (values.base, values.step)),
      relief: isOfClasses
        ? nil
        : StyledRaster.Source(
          tiles: request.base + ReliefRoute.prefix + id + "/{z}/{y}/{x}" + selection,
          coding: (relief.base, relief.step)),
      ramp: (raster.rule?.ramp ?? []).map { ($0.value, $0.colour) }, isShown: isShown)
  }

  private static func base(_ base: BaseMap) -> (id: String, source: JSONValue) {
    (
      base.id,
      [
        "type": "raster", "tiles": [.string(base.template)], "tileSize": 256,
        "minzoom": .integer(base.minimumZoom), "maxzoom": .integer(base.maximumZoom),
        "attribution": .string("\(base.attribution.zh) \(base.attribution.en)"),
      ]
    )
  }
}
