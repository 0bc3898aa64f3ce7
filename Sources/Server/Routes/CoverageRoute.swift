import FeatureStore
import GeometryCore
import HTTPTypes
import Hummingbird
import OneMap
import SimpleFeatures

/// `/collections/{collectionId}/coverage`: the cells of a raster layer as a file for other
/// programs, by the draft of OGC API Coverages (19-087): bbox, datetime, scale-factor.
struct CoverageRoute {
  let map: CityMap

  /// More cells than this are not given at once: 64 MB of numbers.
  static let mostCells = 1 << 24
  /// CoverageJSON writes each number out.
  static let mostCellsInJSON = 1 << 20

  private static let scaleSchema: JSONValue = [
    "type": "number", "minimum": 1, "maximum": 1_000_000, "default": 1,
  ]

  var route: Route {
    Route(
      path: "/collections/{collectionId}/coverage", operation: "getCoverage",
      summary: "The cells of a raster layer in its own CRS, as GeoTIFF or CoverageJSON; of a "
        + "run's layer those of the simulated moment that `datetime` names",
      tag: "Rasters", formats: [.geotiff, .covjson],
      parameters: ItemParameters.parameters.filter { ["bbox", "bbox-crs"].contains($0.name) } + [
        Route.Parameter(
          name: "scale-factor",
          description: "How many cells of the layer a cell of the answer is wide and high",
          schema: Self.scaleSchema)
      ] + ViewParameters.parameters
    ) { request in
      let raster = try await RasterRoutes(map: map).raster(request) { layer in
        HTTPProblem(
          .notFound, "not-a-raster", "layer \"\(layer.id)\" holds features, not cells",
          hint: "ask for its items: /collections/\(layer.id)/items?bbox=…")
      }
      return try await answer(raster, request)
    }
  }

  private func answer(_ raster: StoredRaster, _ request: APIRequest) async throws -> Response {
    var window = try Self.window(request, raster)
    window.mostCells = request.format == .covjson ? Self.mostCellsInJSON : Self.mostCells
    let grid: RasterGrid
    do {
      grid = try await map.view(for: request).coverage(of: raster, window)
    } catch CoverageWindow.Refusal.beside {
      throw HTTPProblem(
        .notFound, "no-value", "the box lies beside layer \"\(raster.id)\"",
        hint: "it covers \(raster.extent.minX), \(raster.extent.minY) to \(raster.extent.maxX), "
          + "\(raster.extent.maxY)")
    } catch CoverageWindow.Refusal.tooMany(let columns, let rows) {
      throw HTTPProblem(
        .badRequest, "raster-too-large",
        "\(columns) x \(rows) cells of \(raster.id) are too many at once",
        hint: "name a smaller bbox, or a scale-factor; \(window.mostCells) cells are given")
    }
    var headers: HTTPFields = [:]
    headers[HTTPField.Name("Content-Crs")!] =
      "<\(CoverageJSON.uri(ofCRS: raster.lattice.crs))>"
    if request.format == .covjson {
      return .bytes(
        CoverageJSON.grid(grid, raster).bytes, type: Format.covjson.mediaType, headers: headers)
    }
    headers[.contentDisposition] = "inline; filename=\"\(raster.id).tif\""
    return .bytes(
      try CityMap.geoTIFF(grid, of: raster), type: Format.geotiff.mediaType, headers: headers)
  }

  private static func window(
    _ request: APIRequest, _ raster: StoredRaster
  ) throws(HTTPProblem) -> CoverageWindow {
    var window = CoverageWindow(nil, crs: SupportedCRSList.storage.identifier, mostCells: mostCells)
    if let text = request.query["scale-factor"] {
      guard let scale = Double(decimal: text), (1...1_000_000).contains(scale) else {
        throw HTTPProblem(
          .badRequest, "bad-parameter", "scale-factor=\(text) is not a number from 1 to 1000000",
          hint: "2 gives cells of twice the width and height")
      }
      window.scale = scale
    }
    let system = try SupportedCRSList.all.system("bbox-crs", request)
    guard let text = request.query["bbox"] else { return window }
    if !system.isDefault {
      let box = try TransformedBoundingBox(text, in: system)
      guard system.crs.identifier == raster.lattice.crs else {
        window.box = try box.area().bounds
        return window
      }
      // No way there and back: the box of an answer gives that answer again.
      (window.box, window.crs) = (box.box, raster.lattice.crs)
      return window
    }
    let boxes = try ItemParameters.boxes(text)
    guard boxes.count == 1 else {
      throw HTTPProblem(
        .badRequest, "bad-bbox", "bbox=\(text) crosses 180°, which one raster cannot",
        hint: "ask for each side by itself")
    }
    window.box = boxes[0]
    return window
  }
}
