public import SimpleFeatures

/// Where a route is to begin or to end.
public enum RouteEnd: Sendable {
  /// Longitude and latitude in degrees.
  case place(Double, Double)
  /// A node of the map, by id.
  case node(Int64)
}

/// Why there is no route.
public enum RouteError: Error, Equatable, Sendable {
  /// No road near enough: how far the nearest one is, metres.
  case startOffRoad(metres: Double?)
  case goalOffRoad(metres: Double?)
  /// A node that is on no road of the profile.
  case unknownStart(Int64)
  case unknownGoal(Int64)
  /// Roads at both ends, and no way between them.
  case unreachable(snapFromMetres: Double, snapToMetres: Double, why: Reason)

  /// What keeps an end apart, as far as it is known.
  public enum Reason: Sendable {
    case startClosed, goalClosed, startCutOff, goalCutOff, between
  }

  /// A short word for tables: `from-off-road`.
  public var status: String {
    switch self {
    case .startOffRoad: "from-off-road"
    case .goalOffRoad: "to-off-road"
    case .unknownStart: "unknown-from-node"
    case .unknownGoal: "unknown-to-node"
    case .unreachable: "unreachable"
    }
  }

  /// The failure in words that call the ends by names.
  ///
  /// Names are parts of sentences: `the start`, `sources[3]`.
  public func error(start: String = "the start", goal: String = "the destination") -> RoadError {
    func far(_ metres: Double?, _ end: String) -> RoadError {
      let distance = metres.map { $0 < 10_000 ? "\(Int($0)) m" : "\(Int($0 / 1000)) km" }
      return RoadError(
        .offRoad,
        "\(end) is \(distance ?? "far") from the nearest road that this profile may use",
        hint: (metres ?? .infinity) > 50_000
          ? "longitude comes before latitude; are these the roads of that place?"
          : "choose a place nearer to a road, allow a longer way to it, or another profile")
    }
    func unknown(_ node: Int64, _ end: String) -> RoadError {
      RoadError(.unknownNode, "\(end), node \(node), is on no road that this profile may use")
    }
    return switch self {
    case .startOffRoad(let metres): far(metres, start)
    case .goalOffRoad(let metres): far(metres, goal)
    case .unknownStart(let node): unknown(node, start)
    case .unknownGoal(let node): unknown(node, goal)
    case .unreachable(_, _, let why):
      RoadError(
        .unreachable, "no way leads from \(start) to \(goal): \(why.words(start, goal))",
        hint: "check closures, one-way streets and the access of this profile")
    }
  }
}

extension RouteError.Reason {
  fileprivate func words(_ start: String, _ goal: String) -> String {
    switch self {
    case .startClosed: "the road at \(start) is closed"
    case .goalClosed: "the road at \(goal) is closed"
    case .startCutOff: "the roads at \(start) are cut off from most others"
    case .goalCutOff: "the roads at \(goal) are cut off from most others"
    case .between: "roads between them are closed"
    }
  }
}

extension Router {
  /// How far a place may be from its road unless something else is said, metres.
  public static let snapMetres = 500.0
  private static let farthestMetres = 20_000_000.0

  /// The road that is meant by an end.
  public func place(
    _ end: RouteEnd, isStart: Bool, withinMetres limit: Double = snapMetres
  ) throws(RouteError) -> RoadPlace {
    switch end {
    case .node(let id):
      guard let place = network.place(ofNode: id) else {
        throw isStart ? .unknownStart(id) : .unknownGoal(id)
      }
      return place
    case .place(let longitude, let latitude):
      if let place = nearest(longitude, latitude, limit) { return place }
      let far = nearest(longitude, latitude, Self.farthestMetres)?.snapMetres
      throw isStart ? .startOffRoad(metres: far) : .goalOffRoad(metres: far)
    }
  }

  private func nearest(_ longitude: Double, _ latitude: Double, _ limit: Double) -> RoadPlace? {
    network.place(
      longitude: longitude, latitude: latitude, profile: metric.profile, withinMetres: limit)
  }

  /// The best way between two ends.
  ///
  /// Where no way leads between the nearest roads and a place's road is one that is cut off from
  /// most others, as a yard behind a gate, the nearest road that is not stands for it.
  public func route(
    from: RouteEnd, to: RouteEnd, withinMetres limit: Double = snapMetres
  ) throws(RouteError) -> Route {
    let start = try place(from, isStart: true, withinMetres: limit)
    let goal = try place(to, isStart: false, withinMetres: limit)
    if let route = route(from: start, to: goal) { return route }
    let others = (
      onMainland(from, instead: start, limit), onMainland(to, instead: goal, limit)
    )
    if others.0 != nil || others.1 != nil,
      let route = route(from: others.0 ?? start, to: others.1 ?? goal)
    {
      return route
    }
    throw .unreachable(
      snapFromMetres: start.snapMetres, snapToMetres: goal.snapMetres,
      why: reason(from: start, to: goal))
  }

  /// Whether a place is on roads that are cut off from most others when all roads are free.
  private func isCutOff(_ place: RoadPlace) -> Bool {
    let mainland = network.mainland(profile: metric.profile)
    switch place.spot {
    case .segment(let segment, _):
      return !mainland.holds(chain: network.chains.chain(ofSegment: segment))
    case .junctions(let junctions):
      return !junctions.contains { junction in
        network.armsByJunction.outgoing(junction).contains { mainland.holds(chain: $0 >> 1) }
      }
    }
  }

  private func reason(from start: RoadPlace, to goal: RoadPlace) -> RouteError.Reason {
    if network.starts(at: start, on: metric).terminals.isEmpty { return .startClosed }
    if network.goals(at: goal, on: metric).terminals.isEmpty { return .goalClosed }
    return isCutOff(start) ? .startCutOff : isCutOff(goal) ? .goalCutOff : .between
  }

  /// The road that is meant by an end that many others are asked with: one that is not cut off from
  /// most others, if there is one near enough.
  public func snapToMainComponent(
    _ end: RouteEnd, isStart: Bool, withinMetres limit: Double = snapMetres
  ) throws(RouteError) -> RoadPlace {
    let place = try place(end, isStart: isStart, withinMetres: limit)
    return onMainland(end, instead: place, limit) ?? place
  }

  /// Another place for an end whose nearest road is cut off on free roads already.
  func onMainland(
    _ end: RouteEnd, instead place: RoadPlace, _ limit: Double
  ) -> RoadPlace? {
    guard case .place(let longitude, let latitude) = end, isCutOff(place) else { return nil }
    return network.place(
      longitude: longitude, latitude: latitude, profile: metric.profile, withinMetres: limit,
      onMainland: true)
  }
}
