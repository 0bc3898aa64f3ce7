public import Networks

/// The quantity to minimise.
public enum RouteObjective: String, CaseIterable, Sendable {
  /// The time of travel.
  case time
  /// The length of the way.
  case length
}

/// One set of weights on a road network: of a profile, an objective and a state of the roads.
public final class RoadMetric: Sendable {
  /// Place of the profile in ``RoadNetwork/profiles``.
  public let profile: Int
  /// The quantity to minimise.
  public let objective: RouteObjective
  /// The weights as the searches want them.
  public let searched: Metric
  /// What each segment takes, milliseconds.
  let times: SegmentWeights
  /// What each road arc takes, milliseconds.
  let arcTimes: [UInt32]
  /// What is summed up: the times, or lengths in centimetres.
  let costs: SegmentWeights
  /// What each turn costs, by its code.
  let turnCosts: [UInt32]
  /// What each turn takes, milliseconds, by its code.
  let turnTimes: [UInt32]
  /// How many segments differ from the free roads, in either direction.
  public let changedSegmentCount: Int

  init(
    profile: Int, objective: RouteObjective, searched: Metric, times: SegmentWeights,
    arcTimes: [UInt32], costs: SegmentWeights, turnCosts: [UInt32], turnTimes: [UInt32],
    changedSegmentCount: Int = 0
  ) {
    self.profile = profile
    self.objective = objective
    self.searched = searched
    self.times = times
    self.arcTimes = arcTimes
    self.costs = costs
    self.turnCosts = turnCosts
    self.turnTimes = turnTimes
    self.changedSegmentCount = changedSegmentCount
  }
}
