import Networks

/// Times and lengths between many places.
public struct RouteMatrix: Sendable {
  /// For each source what each target costs in the metric's unit; `nil` where there is no way.
  public var costs: [[UInt32?]]
}

extension Router {
  /// What it costs from each source to each target.
  public func matrix(
    from sources: [RoadPlace], to targets: [RoadPlace], threads: Int = 1
  ) -> RouteMatrix {
    let goals = targets.map { network.goals(at: $0, on: metric) }
    let set = TargetSet(network.hierarchy, targets: goals.map(\.terminals))
    let starts = sources.map { network.starts(at: $0, on: metric) }
    let found = set.matrix(from: starts.map(\.terminals), on: metric.searched, threads: threads)
    return RouteMatrix(
      costs: sources.indices.map { row in
        targets.indices.map { column in
          let direct = directCost(sources[row], targets[column])
          let least = min(direct ?? Weight.unreachable, found[row * targets.count + column])
          return least < Weight.unreachable ? least : nil
        }
      })
  }

  /// The `count` targets that are nearest to a place, or from which it is nearest (`towards`), in
  /// order of what they cost.
  public func nearest(
    _ count: Int, of targets: [RoadPlace], to place: RoadPlace, towards: Bool = false
  ) -> [(target: Int, cost: UInt32)] {
    let row: [UInt32?] =
      towards
      ? matrix(from: targets, to: [place]).costs.map { $0[0] }
      : matrix(from: [place], to: targets).costs[0]
    let found = row.enumerated().compactMap { target, cost in cost.map { (target, $0) } }
    return Array(found.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(count))
  }
}
