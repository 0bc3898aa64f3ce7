public import Catalog
import GeometryCore
import Roads
public import SimpleFeatures
public import Simulation

/// The features of a layer that are nearest by road.
///
/// Which unit is first on the spot, which hospital is reached first.
public struct NearestProcess: Simulation.Process {
  /// `nearest`.
  public let id = "nearest"
  /// What people call it.
  public let title = LocalisedText(zh: "最近设施", en: "Nearest")
  /// What it answers.
  public let summary = LocalisedText(
    zh: "某图层中沿道路最先到达（或最先可达）的若干设施。",
    en: "The features of a layer that are nearest to a place by road, in order.")
  private let inputs: RoadInputs

  /// A process on the roads of a desk.
  public init(_ desk: RoadDesk) {
    inputs = RoadInputs(desk: desk)
  }

  /// JSON schema of the object that it takes.
  public var inputSchema: JSONValue {
    inputs.schema(
      required: ["at", "layer"],
      [
        ("at", RoadInputs.place("the place")),
        (
          "layer",
          ["type": "string", "minLength": 1, "description": "the layer's id, as hospital"]
        ),
        (
          "count",
          [
            "type": "integer", "minimum": 1, "maximum": 1000, "default": 5,
            "description": "how many are wanted",
          ]
        ),
        (
          "direction",
          [
            "type": "string", "enum": ["to", "from"], "default": "to",
            "description": "the way from them to the place, or from the place to them",
          ]
        ),
      ])
  }

  /// JSON schema of the object that it gives.
  public var outputSchema: JSONValue { RoadInputs.features("nearest") }

  /// The answer as a tree.
  @concurrent
  public func execute(
    _ inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> JSONValue {
    let outputs = try await outputs(of: inputs, on: snapshot, progress: progress)
    return try JSONValue(parsing: outputs.json.bytes)
  }

  /// The answer, once the roads are ready.
  @concurrent
  public func outputs(
    of inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try await self.inputs.desk.ready()
    return try RoadInputs.telling {
      let router = try self.inputs.router(inputs)
      guard
        case .place(let longitude, let latitude) = try self.inputs.end(
          inputs["at"] ?? .null, "at")
      else { return ProcessOutputs() }
      let place: RoadPlace
      do throws(RouteError) {
        place = try router.snapToMainComponent(
          .place(longitude, latitude), isStart: true, withinMetres: self.inputs.snap(inputs))
      } catch {
        throw RoadInputs.fault(error, at: "the place")
      }
      let search = NearestSearch(
        router: router, place: place, snapshot: snapshot, layer: inputs["layer"]?.string ?? "",
        count: inputs["count"]?.wholeNumber ?? 5,
        towards: inputs["direction"]?.string != "from", snap: self.inputs.snap(inputs))
      var outputs = ProcessOutputs()
      outputs.append("nearest", try search.features())
      return outputs
    }
  }
}

/// Looks for the nearest features in boxes that grow until no feature outside can be nearer.
private struct NearestSearch {
  let router: Router
  let place: RoadPlace
  let snapshot: any MapSnapshot
  let layer: String
  let count: Int
  let towards: Bool
  let snap: Double

  private struct Hit {
    var feature: Feature
    var road: RoadPlace
    var cost: UInt32
  }

  func features() throws -> JSONText {
    var half = 2000.0
    let far = router.network.extentMetres(from: place)
    while true {
      let hits = try self.hits(within: half)
      let farthest = hits.count >= count ? hits[count - 1].cost : .max
      // Who drives at the highest speed in a straight line comes no farther than the box.
      let least = half * router.leastCostPerMetre
      if half >= far || Double(farthest) <= least { return text(hits.prefix(count)) }
      half *= 3
    }
  }

  private func hits(within half: Double) throws -> [Hit] {
    let scale = MetresPerDegree(latitude: place.latitude)
    let (east, north) = (half / max(scale.east, 1), half / scale.north)
    let box = Envelope(
      minX: max(-180, place.longitude - east), minY: max(-90, place.latitude - north),
      maxX: min(180, place.longitude + east), maxY: min(90, place.latitude + north))
    var features: [Feature] = []
    var places: [RoadPlace] = []
    for feature in try snapshot.features(layer, in: box, crs: "EPSG:4490") {
      guard let geometry = feature.geometry, let point = Self.point(geometry),
        let road = try? router.snapToMainComponent(
          .place(point.x, point.y), isStart: true, withinMetres: snap)
      else { continue }
      var feature = feature
      feature.geometry = .point(x: point.x, y: point.y)
      features.append(feature)
      places.append(road)
    }
    return router.nearest(features.count, of: places, to: place, towards: towards).map {
      Hit(feature: features[$0.target], road: places[$0.target], cost: $0.cost)
    }
  }

  private static func point(_ geometry: Geometry) -> (x: Double, y: Double)? {
    guard !geometry.isEmpty else { return nil }
    let point = geometry.kind == .point ? geometry : (try? geometry.pointOnSurface()) ?? geometry
    return (point.ordinates[0], point.ordinates[1])
  }

  private func text(_ hits: ArraySlice<Hit>) -> JSONText {
    var text = JSONText(capacity: 4096)
    text.raw("{\"type\":\"FeatureCollection\",\"features\":[")
    for (rank, hit) in hits.enumerated() {
      let route =
        towards ? router.route(from: hit.road, to: place) : router.route(from: place, to: hit.road)
      guard let route else { continue }
      if rank > 0 { text.raw(",") }
      text.feature(
        id: hit.feature.id, geometry: hit.feature.geometry,
        properties: [
          Property("rank", .integer(Int64(rank + 1))),
          Property("duration_s", .real((route.durationSeconds * 1000).rounded() / 1000)),
          Property("length_m", .real((route.lengthMetres * 100).rounded() / 100)),
        ] + hit.feature.properties.filter { !$0.value.isNull })
    }
    text.raw("]}")
    return text
  }
}
