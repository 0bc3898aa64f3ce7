/// Where a route is to begin or to end.
public enum RouteEnd: Sendable {
  /// Longitude and latitude in degrees.
  case place(Double, Double)
  /// A node of the map, by id.
  case node(Int64)
}

/// Why there is no route.
public enum RouteFailure: Error, Equatable, Sendable {
  /// No road near enough: how far the nearest one is, metres; `nil` beyond 100 km.
  case startOffRoad(metres: Double?)
  case goalOffRoad(metres: Double?)
  /// A node that is on no road of the profile.
  case unknownStart(Int64)
  case unknownGoal(Int64)
  /// Roads at both ends, and no way between them.
  case unreachable(snapFromMetres: Double, snapToMetres: Double)

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

  /// The failure in words.
  public var error: RoadError {
    func far(_ metres: Double?, _ end: String) -> RoadError {
      let distance = metres.map { "\(Int($0.rounded())) m" } ?? "more than 100 km"
      return RoadError(
        .offRoad, "the \(end) is \(distance) from the nearest road that this profile may use",
        hint: "choose a place nearer to a road, allow a longer way to it, or another profile")
    }
    return switch self {
    case .startOffRoad(let metres): far(metres, "start")
    case .goalOffRoad(let metres): far(metres, "goal")
    case .unknownStart(let node):
      RoadError(.unknownNode, "the start, node \(node), is on no road that this profile may use")
    case .unknownGoal(let node):
      RoadError(.unknownNode, "the goal, node \(node), is on no road that this profile may use")
    case .unreachable:
      RoadError(
        .unreachable, "no way leads from the start to the goal",
        hint: "roads between them are closed, one-way, or not for this profile")
    }
  }
}

extension Router {
  /// How far a place may be from its road unless something else is said, metres.
  public static let snapMetres = 500.0
  private static let farthestMetres = 100_000.0

  /// The road that is meant by an end.
  public func place(
    _ end: RouteEnd, isStart: Bool, withinMetres limit: Double = snapMetres
  ) throws(RouteFailure) -> RoadPlace {
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
  ) throws(RouteFailure) -> Route {
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
    throw .unreachable(snapFromMetres: start.snapMetres, snapToMetres: goal.snapMetres)
  }

  /// Another place for an end whose nearest road is cut off on free roads already.
  func onMainland(
    _ end: RouteEnd, instead place: RoadPlace, _ limit: Double
  ) -> RoadPlace? {
    guard case .place(let longitude, let latitude) = end,
      case .segment(let segment, _) = place.spot,
      case let chain = network.chains.chain(ofSegment: segment),
      !network.mainland(profile: metric.profile).holds(chain: chain)
    else { return nil }
    return network.place(
      longitude: longitude, latitude: latitude, profile: metric.profile, withinMetres: limit,
      onMainland: true)
  }
}
