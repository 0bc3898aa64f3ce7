import Foundation

/// A car that was guided to a lot and has not been seen there: a soft reservation.
public struct GuidedArrival: Sendable, Equatable {
  /// When it is expected, s of the clock that counts are told in.
  public var expectedSeconds: Double
  /// The standard deviation of its arrival, s.
  public var spreadSeconds: Double
  /// The share of guided cars that go where they are guided.
  public var compliance: Double

  /// A car on its way.
  public init(expectedSeconds: Double, spreadSeconds: Double, compliance: Double = 1) {
    self.expectedSeconds = expectedSeconds
    self.spreadSeconds = spreadSeconds
    self.compliance = compliance
  }

  /// The probability that it comes between `nowSeconds`, when it has not come, and `timeSeconds`.
  ///
  /// Bayes: c (F(t) − F(now)) / (1 − c F(now)) with the share c that comply and the normal
  /// distribution F of arrivals. So a reservation decays when its time has passed.
  public func probability(by timeSeconds: Double, nowSeconds: Double) -> Double {
    let gone = share(by: nowSeconds)
    let left = 1 - compliance * gone
    guard timeSeconds > nowSeconds else { return 0 }
    // One that certainly complies and is overdue beyond all spread is about to come.
    guard left > 1e-12 else { return 1 }
    return min(1, max(0, compliance * (share(by: timeSeconds) - gone) / left))
  }

  /// When it comes, on the average, if it comes between the two times.
  func meanArrivalSeconds(from nowSeconds: Double, to timeSeconds: Double) -> Double {
    guard spreadSeconds > 0 else { return min(max(expectedSeconds, nowSeconds), timeSeconds) }
    let (a, b) = (
      (nowSeconds - expectedSeconds) / spreadSeconds,
      (timeSeconds - expectedSeconds) / spreadSeconds
    )
    let mass = share(by: timeSeconds) - share(by: nowSeconds)
    guard mass > 1e-9 else { return a > 0 ? nowSeconds : timeSeconds }
    let density = { (z: Double) in exp(-z * z / 2) / (2 * .pi).squareRoot() }
    return min(
      max(expectedSeconds + spreadSeconds * (density(a) - density(b)) / mass, nowSeconds),
      timeSeconds)
  }

  private func share(by timeSeconds: Double) -> Double {
    guard spreadSeconds > 0 else { return timeSeconds >= expectedSeconds ? 1 : 0 }
    return erfc((expectedSeconds - timeSeconds) / spreadSeconds / 2.0.squareRoot()) / 2
  }
}
