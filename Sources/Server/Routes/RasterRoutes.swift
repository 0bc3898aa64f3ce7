import Catalog
import FeatureStore
import Foundation
import HTTPTypes
import Hummingbird
import OneMap
import SimpleFeatures

/// What raster layers answer: tiles of values as PNG, and the value at a place.
struct RasterRoutes {
  let map: CityMap

  var all: [Route] { [position] }

  /// The raster layer that the path names; `nil` where it names a layer of features or none.
  func raster(_ request: APIRequest) async throws -> StoredRaster? {
    try await map.view(for: request).raster(try request.parameter("collectionId"))
  }

  /// The raster layer that the path names.
  ///
  /// - Parameter problem: What is told where it names a layer of features.
  func raster(
    _ request: APIRequest, otherwise problem: (StoredLayer) -> HTTPProblem
  ) async throws -> StoredRaster {
    if let raster = try await raster(request) { return raster }
    throw problem(try await map.view(for: request).layer(try request.parameter("collectionId")))
  }

  // MARK: The value at a place

  private static let placePattern =
    "^POINT\\(-?(1[0-7][0-9]|[1-9]?[0-9])(\\.[0-9]{1,9})? -?[1-8]?[0-9](\\.[0-9]{1,9})?\\)$"

  private var position: Route {
    Route(
      path: "/collections/{collectionId}/position", operation: "getPosition",
      summary: "The value of a raster layer at a place, as OGC API EDR asks for it; of a run's "
        + "layer over a `datetime` interval as CoverageJSON",
      tag: "Rasters", formats: [.geojson, .covjson],
      parameters: [
        Route.Parameter(
          name: "coords", description: "The place as WKT: POINT(longitude latitude), CRS84",
          schema: ["type": "string", "pattern": .string(Self.placePattern)], isRequired: true)
      ] + ViewParameters.parameters
    ) { request in
      if let series = try series(request) { return series }
      let raster = try await raster(request) { layer in
        HTTPProblem(
          .notFound, "not-a-raster", "layer \"\(layer.id)\" holds features, not values by place",
          hint: "ask for its items: /collections/\(layer.id)/items?bbox=…")
      }
      let place = try Self.place(request)
      let value = try await map.view(for: request).value(
        of: raster, longitude: place.x, latitude: place.y)
      guard let value else {
        throw HTTPProblem(
          .notFound, "no-value", "layer \"\(raster.id)\" has no value at \(place.x), \(place.y)",
          hint: "it covers \(raster.extent.minX), \(raster.extent.minY) to \(raster.extent.maxX), "
            + "\(raster.extent.maxY), perhaps with gaps")
      }
      return .json(Self.feature(value, place, raster), .geojson)
    }
  }

  /// The values of a run's layer over an interval; `nil` for other layers, and for an instant.
  private func series(_ request: APIRequest) throws -> Response? {
    guard let datetime = request.query["datetime"], datetime.contains("/"),
      let raster = try map.runs.raster(try request.parameter("collectionId"))
    else { return nil }
    let place = try Self.place(request)
    let (since, until) = try ServerTime.interval(datetime)
    let series = try map.series(
      of: raster, longitude: place.x, latitude: place.y, since: since, until: until)
    return .json(CoverageJSON.series(series, place, raster), .covjson)
  }

  private static func place(_ request: APIRequest) throws(HTTPProblem) -> (x: Double, y: Double) {
    let text = request.query["coords"] ?? ""
    guard let point = try? WKT.decode(text), point.kind == .point, point.vertexCount == 1,
      abs(point.ordinates[0]) <= 180, abs(point.ordinates[1]) <= 90
    else {
      throw HTTPProblem(
        .badRequest, "bad-parameter",
        text.isEmpty ? "coords is missing" : "coords=\(text) is not a place in CRS84",
        hint: "coords=POINT(114.31 30.59), longitude first")
    }
    return (point.ordinates[0], point.ordinates[1])
  }

  private static func feature(
    _ value: Float, _ place: (x: Double, y: Double), _ raster: StoredRaster
  ) -> JSONValue {
    var properties: [(String, JSONValue)] = [
      // The shortest decimals of the 32-bit number, not all those of the 64-bit one.
      ("value", .real(Double("\(value)") ?? Double(value)))
    ]
    if let rule = raster.rule {
      properties.append(("title", ["zh": .string(rule.title.zh), "en": .string(rule.title.en)]))
      if let unit = rule.unit { properties.append(("unit", .string(unit))) }
      if let datum = rule.datum { properties.append(("datum", .string(datum.rawValue))) }
      if let entry = rule.classes.first(where: { Float($0.value) == value }) {
        properties.append(
          ("class", ["zh": .string(entry.title.zh), "en": .string(entry.title.en)]))
      }
    }
    properties.append(("layer", .string(raster.id)))
    properties.append(
      raster.isResult
        ? ("time", .string(raster.lastCommitTime)) : ("commit", .integer(raster.lastCommit)))
    return [
      "type": "Feature",
      "geometry": ["type": "Point", "coordinates": [.real(place.x), .real(place.y)]],
      "properties": .object(properties),
    ]
  }
}
