public import Catalog
import GeometryCore
import Roads
import SimpleFeatures
public import Simulation

/// The features of a layer that are nearest by road.
///
/// Which unit is first on the spot, which hospital is reached first.
public struct NearestProcess: Simulation.Process {
  private enum Direction: String { case to, from }

  /// `nearest`.
  public let id = "nearest"
  /// What people call it.
  public let title = LocalisedText(zh: "最近设施", en: "Nearest")
  /// What it answers.
  public let summary = LocalisedText(
    zh: "某图层中沿道路最先到达（或最先可达）的若干设施。",
    en: "The features of a layer that are nearest to a place by road, in order.")
  /// What it gives.
  public let outputs = OutputSet(
    OutputDeclaration(
      "nearest", title: LocalisedText(zh: "最近设施", en: "Nearest features"),
      .features(
        LocalisedText(
          zh: "各设施（点），由近到远，属性含名次 rank、时间 duration_s（秒）与长度 length_m（米）",
          en: "the features as points, nearest first, with rank, duration_s and length_m as "
            + "properties"))))
  private let roads: RoadInputs

  private static let at = ProcessInput.place(
    "at", title: LocalisedText(zh: "地点", en: "Place"),
    LocalisedText(zh: "以此地点查找", en: "the place to search from"))
  private static let layer = ProcessInput(
    "layer", InputType.text(length: 1 ... .max).naming(.collections),
    title: LocalisedText(zh: "图层", en: "Layer"),
    LocalisedText(
      zh: "所查找设施的图层（标识，如 hospital）",
      en: "the layer of the features to find, by its id, such as hospital"))
  private static let count = ProcessInput(
    "count", .integer(in: 1...1000), default: 5, title: LocalisedText(zh: "数量", en: "Count"),
    LocalisedText(zh: "最多返回的设施数", en: "maximum number of features to return"))
  private static let direction = ProcessInput(
    "direction",
    .choice(of: [Direction.to, .from]).titled([
      "to": LocalisedText(zh: "由设施前往该地点", en: "From the features to the place"),
      "from": LocalisedText(zh: "由该地点前往设施", en: "From the place to the features"),
    ]), default: .to,
    title: LocalisedText(zh: "方向", en: "Direction"),
    LocalisedText(
      zh: "to：由设施前往该地点；from：由该地点前往设施",
      en: "to: from the features to the place; from: from the place to the features"))

  /// A process on the roads of a city.
  public init(_ network: RoadNetworkService) { roads = RoadInputs(network) }

  /// What it takes.
  public var inputs: InputSet {
    InputSet(Self.at, Self.layer, Self.count, Self.direction) + roads.all
  }

  /// The answer, once the roads are ready.
  ///
  /// - Throws: `ProcessError` that says which input cannot be answered, and why.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try await roads.network.ready()
    return try RoadInputs.translating {
      let router = try roads.router(inputs)
      let snap = try inputs[RoadInputs.snap]
      let place = try RoadNetworkService.place(
        try inputs[Self.at], on: router, named: "the place", withinMetres: snap)
      let search = NearestSearch(
        router: router, place: place, snapshot: snapshot, layer: try inputs[Self.layer],
        count: try inputs[Self.count], towards: try inputs[Self.direction] == .to, snap: snap)
      var outputs = ProcessOutputs()
      outputs.append(features: "nearest", try search.features())
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
    var half = 2000 + snap
    let far = router.network.extentMetres(from: place)
    while true {
      let hits = try self.hits(within: half)
      let farthest = hits.count >= count ? hits[count - 1].cost : .max
      // Who drives at the highest speed in a straight line comes no farther than the box; a feature
      // outside is at most `snap` away from its road.
      let sure = half - snap
      if sure >= far || Double(farthest) <= sure * router.leastCostPerMetre {
        return text(hits.prefix(count))
      }
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
    let ways = hits.enumerated().compactMap { rank, hit in
      (towards ? router.route(from: hit.road, to: place) : router.route(from: place, to: hit.road))
        .map { (rank: rank, hit: hit, route: $0) }
    }
    return JSONText.features(of: ways) { text, way in
      let found = [
        Property("rank", .integer(Int64(way.rank + 1))),
        Property("duration_s", .real((way.route.durationSeconds * 1000).rounded() / 1000)),
        Property("length_m", .real((way.route.lengthMetres * 100).rounded() / 100)),
      ]
      // A field of the layer may have one of these names, too.
      let own = way.hit.feature.properties.filter { property in
        !property.value.isNull && !found.contains { $0.name == property.name }
      }
      text.feature(
        id: way.hit.feature.id, geometry: way.hit.feature.geometry, properties: found + own)
    }
  }
}
