import Foundation

/// Storms by a Chinese intensity formula, their rain spread over time after the Chicago method.
///
/// The mean intensity of the heaviest t minutes with return period P years is
///
///     q = 167 A₁ (1 + C lg P) / (t + b)ⁿ  L/(s·ha),  i = q / 167 = a / (t + b)ⁿ  mm/min
///
/// (GB 50014). The hyetograph has its peak at a share r of its duration, and around the peak each
/// stretch of t minutes, r of it before the peak, brings i(t)·t (Keifer and Chu 1957). Each number
/// of a ``hyetograph(returnPeriodYears:durationMinutes:intervalMinutes:)`` is the exact mean over
/// its step, so that all together bring the formula's depth whatever the step.
///
/// ```swift
/// let storm = try ChicagoStorm(a1: 5.892, c: 0.52, b: 3, n: 0.535, peakRatio: 0.4)
/// let rain = try storm.hyetograph(
///   returnPeriodYears: 50, durationMinutes: 120, intervalMinutes: 5)
/// ```
public struct ChicagoStorm: Sendable, Equatable {
  /// A₁, mm/min · minⁿ.
  public let a1: Double
  /// C, how intensity grows with the logarithm of the return period.
  public let c: Double
  /// b, minutes.
  public let b: Double
  /// n, how intensity falls with duration.
  public let n: Double
  /// r, where in the storm its peak is, 0 to 1.
  public let peakRatio: Double

  /// L/(s·ha) of 1 mm/min, as the formulas compute; 166.7 exactly.
  public static let litresPerSecondHectare = 167.0

  /// A storm by the parameters of its formula.
  ///
  /// - Throws: ``FloodError`` `invalid-parameter`.
  public init(a1: Double, c: Double, b: Double, n: Double, peakRatio: Double) throws(FloodError) {
    guard a1 > 0, a1.isFinite, c.isFinite, b >= 0, b.isFinite, n > 0, n.isFinite,
      (0...1).contains(peakRatio), b > 0 || n < 1
    else {
      throw FloodError(
        .invalidParameter,
        "A1 = \(a1), C = \(c), b = \(b), n = \(n), r = \(peakRatio) is no storm formula",
        hint: "A1 and n are positive, b is not negative, r lies between 0 and 1")
    }
    self.a1 = a1
    self.c = c
    self.b = b
    self.n = n
    self.peakRatio = peakRatio
  }

  /// Mean intensity i of the heaviest minutes, mm/min.
  ///
  /// - Throws: ``FloodError`` `invalid-parameter` for a return period or duration that the formula
  ///   has no rain for.
  public func millimetresPerMinute(
    returnPeriodYears: Double, durationMinutes: Double
  ) throws(FloodError) -> Double {
    try check(returnPeriodYears, durationMinutes)
    return depth(returnPeriodYears, durationMinutes) / durationMinutes
  }

  /// Mean intensity q of the heaviest minutes, L/(s·ha).
  public func litresPerSecondHectare(
    returnPeriodYears: Double, durationMinutes: Double
  ) throws(FloodError) -> Double {
    try Self.litresPerSecondHectare
      * millimetresPerMinute(
        returnPeriodYears: returnPeriodYears, durationMinutes: durationMinutes)
  }

  /// The rain of the heaviest minutes, mm.
  public func depthMillimetres(
    returnPeriodYears: Double, durationMinutes: Double
  ) throws(FloodError) -> Double {
    try check(returnPeriodYears, durationMinutes)
    return depth(returnPeriodYears, durationMinutes)
  }

  /// Intensities in mm/h, each the mean from its time on until the next; 0 from the storm's end on.
  ///
  /// Where the duration is no multiple of the interval the last step is shorter.
  ///
  /// - Throws: ``FloodError`` `invalid-parameter`.
  public func hyetograph(
    returnPeriodYears: Double, durationMinutes: Double, intervalMinutes: Double
  ) throws(FloodError) -> TimeSeries {
    try check(returnPeriodYears, durationMinutes)
    guard intervalMinutes > 0, durationMinutes / intervalMinutes <= 1e6 else {
      throw FloodError(
        .invalidParameter,
        "\(intervalMinutes) min is no interval for a storm of "
          + "\(durationMinutes) min", hint: "5 minutes are usual")
    }
    let steps = max(1, Int((durationMinutes / intervalMinutes - 1e-9).rounded(.up)))
    let minutes = (0...steps).map {
      $0 == steps ? durationMinutes : Double($0) * intervalMinutes
    }
    let depths = minutes.map { depth(until: $0, returnPeriodYears, durationMinutes) }
    let means = (0..<steps).map { step -> Double in
      let hours = (minutes[step + 1] - minutes[step]) / 60
      return (depths[step + 1] - depths[step]) / hours
    }
    return try TimeSeries(seconds: minutes.map { $0 * 60 }, values: means + [0])
  }

  /// The rain from the beginning of a storm of `duration` minutes until a time, mm.
  private func depth(until time: Double, _ returnPeriod: Double, _ duration: Double) -> Double {
    let peak = peakRatio * duration
    let before = peakRatio > 0 ? max(peak - time, 0) / peakRatio : 0
    let after = peakRatio < 1 ? max(time - peak, 0) / (1 - peakRatio) : 0
    return peakRatio * (depth(returnPeriod, duration) - depth(returnPeriod, before))
      + (1 - peakRatio) * depth(returnPeriod, after)
  }

  /// i(t)·t, mm.
  private func depth(_ returnPeriod: Double, _ minutes: Double) -> Double {
    minutes == 0 ? 0 : a1 * (1 + c * log10(returnPeriod)) * minutes / pow(minutes + b, n)
  }

  private func check(_ returnPeriod: Double, _ minutes: Double) throws(FloodError) {
    guard returnPeriod > 0, returnPeriod.isFinite, 1 + c * log10(returnPeriod) > 0 else {
      throw FloodError(
        .invalidParameter, "the formula has no storm of return period \(returnPeriod) years",
        hint: "give years, such as 2, 10 or 50")
    }
    // Beyond, more minutes would bring less rain.
    guard minutes > 0, minutes.isFinite, n <= 1 || minutes <= b / (n - 1) else {
      throw FloodError(
        .invalidParameter, "the formula has no storm of \(minutes) min",
        hint: n > 1 ? "it holds for at most \(b / (n - 1)) min" : "give minutes above 0")
    }
  }
}
