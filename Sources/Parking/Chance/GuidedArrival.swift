import Foundation

/// A car that was guided to a lot and has not been seen there: a soft reservation.
public struct GuidedArrival: Sendable, Equatable {
  /// When it is expected, s of the clock that counts are told in.
  public var expected_s: Double
  /// The standard deviation of its arrival, s.
  public var spread_s: Double
  /// The share of guided cars that go where they are guided.
  public var compliance: Double

  /// A car on its way.
  public init(expected_s: Double, spread_s: Double, compliance: Double = 1) {
    self.expected_s = expected_s
    self.spread_s = spread_s
    self.compliance = compliance
  }

  /// The probability that it comes between `now_s`, when it has not come, and `time_s`.
  ///
  /// Bayes: c (F(t) − F(now)) / (1 − c F(now)) with the share c that comply and the normal
  /// distribution F of arrivals. So a reservation decays when its time has passed.
  public func probability(by time_s: Double, now_s: Double) -> Double {
    let gone = share(by: now_s)
    let left = 1 - compliance * gone
    guard time_s > now_s else { return 0 }
    // One that certainly complies and is overdue beyond all spread is about to come.
    guard left > 1e-12 else { return 1 }
    return min(1, max(0, compliance * (share(by: time_s) - gone) / left))
  }

  /// When it comes, on the average, if it comes between the two times.
  func meanArrival_s(from now_s: Double, to time_s: Double) -> Double {
    guard spread_s > 0 else { return min(max(expected_s, now_s), time_s) }
    let (a, b) = ((now_s - expected_s) / spread_s, (time_s - expected_s) / spread_s)
    let mass = share(by: time_s) - share(by: now_s)
    guard mass > 1e-9 else { return a > 0 ? now_s : time_s }
    let density = { (z: Double) in exp(-z * z / 2) / (2 * .pi).squareRoot() }
    return min(max(expected_s + spread_s * (density(a) - density(b)) / mass, now_s), time_s)
  }

  private func share(by time_s: Double) -> Double {
    guard spread_s > 0 else { return time_s >= expected_s ? 1 : 0 }
    return erfc((expected_s - time_s) / spread_s / 2.0.squareRoot()) / 2
  }
}
