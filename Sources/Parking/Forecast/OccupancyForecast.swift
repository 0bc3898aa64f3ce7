/// What is forecast of a lot at a time.
public struct OccupancyForecast: Sendable {
  /// What a forecast rests on.
  public enum Basis: String, Sendable {
    /// The profile and counts of the same day.
    case counts
    /// The profile of its weekday, corrected by the days before.
    case profile
    /// The lot's own counts at other times: none of its weekday and slot are known.
    case otherTimes = "other-times"
    /// Other lots: the lot has no counts up to then.
    case otherLots = "other-lots"
    /// The lot's last count and nothing else, as in the first hours of a history.
    case lastCount = "last-count"
    /// The day is one of closure, or the lot was told to have no spaces within a day.
    case closed
  }

  /// How likely each occupancy is.
  public let distribution: OccupancyDistribution
  /// The lot's spaces at its last count; of a lot without counts, 0.
  public let capacity: Double
  /// What it rests on.
  public let basis: Basis
  /// The age of the last count used, s, when the forecast was issued; `nil` where there is none.
  public let ageSeconds: Int64?

  /// The probability that at least one space is free; 0 where the lot is closed.
  public var probabilityOfSpace: Double {
    if basis == .closed { return 0 }
    return capacity > 0
      ? distribution.probabilityOfSpace(capacity: capacity) : distribution.probability(below: 0.99)
  }
}
