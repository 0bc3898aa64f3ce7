/// How a storm's rain is spread over time, by a table of shares: for 24 h storms, whose depth comes
/// from statistics of daily rain and not from an intensity formula.
public struct DesignPattern: Sendable, Equatable {
  /// From one share to the next, minutes.
  public let intervalMinutes: Double
  /// Share of the rain in each interval; together 1.
  public let shares: [Double]

  /// A pattern of its shares, which are scaled to make 1 exactly.
  ///
  /// - Throws: ``FloodError`` `invalid-parameter` for an interval that is none, negative
  ///   shares, and shares that do not make 1 to half a per cent.
  public init(intervalMinutes: Double, shares: [Double]) throws(FloodError) {
    guard intervalMinutes > 0, intervalMinutes.isFinite else {
      throw FloodError(.invalidParameter, "\(intervalMinutes) min is no interval of a pattern")
    }
    if let entry = shares.firstIndex(where: { !($0 >= 0 && $0.isFinite) }) {
      throw FloodError(
        .invalidParameter, "share \(entry + 1) of the pattern is \(shares[entry])",
        hint: "shares are not negative", entry: entry)
    }
    let sum = shares.reduce(0, +)
    guard abs(sum - 1) <= 0.005 else {
      throw FloodError(
        .invalidParameter, "the shares of the pattern make \(sum), not 1",
        hint: "give fractions, not per cent, one for each interval")
    }
    self.intervalMinutes = intervalMinutes
    self.shares = shares.map { $0 / sum }
  }

  /// Length of the storm, minutes.
  public var durationMinutes: Double { intervalMinutes * Double(shares.count) }

  /// Intensities in mm/h of a storm of `depthMillimetres`, each from its time on until the next; 0
  /// from the storm's end on.
  ///
  /// - Throws: ``FloodError`` `invalid-parameter` for a depth below 0.
  public func hyetograph(depthMillimetres: Double) throws(FloodError) -> TimeSeries {
    guard depthMillimetres >= 0, depthMillimetres.isFinite else {
      throw FloodError(.invalidParameter, "\(depthMillimetres) mm is no rain")
    }
    return try TimeSeries(
      seconds: (0...shares.count).map { Double($0) * intervalMinutes * 60 },
      values: shares.map { $0 * depthMillimetres / intervalMinutes * 60 } + [0])
  }
}
