import SimpleFeatures

/// Numbers at times in seconds, in order.
///
/// Before the first time the first number holds, after the last the last.
public struct TimeSeries: Sendable, Equatable {
  /// Seconds, each larger than the one before.
  public let seconds: [Double]
  /// A number for each time.
  public let values: [Double]

  /// The same number at all times.
  public init(constant value: Double) {
    seconds = [0]
    values = [value]
  }

  /// Numbers at times.
  ///
  /// - Throws: ``FloodError`` `invalid-series` for no times, for times that do not grow and for
  ///   numbers that are none; its context says which entry.
  public init(seconds: [Double], values: [Double]) throws(FloodError) {
    guard !seconds.isEmpty, seconds.count == values.count else {
      throw FloodError(.invalidSeries, "a series needs as many values as times, at least one")
    }
    for i in seconds.indices {
      guard seconds[i].isFinite, values[i].isFinite else {
        throw FloodError(
          .invalidSeries, "entry \(i + 1) of the series is not a number", entry: i)
      }
      guard i == 0 || seconds[i] > seconds[i - 1] else {
        throw FloodError(
          .invalidSeries,
          "entry \(i + 1) of the series goes back in time: \(seconds[i]) s after "
            + "\(seconds[i - 1]) s",
          hint: "sort it by time and give each time once", entry: i)
      }
    }
    self.seconds = seconds
    self.values = values
  }

  /// The number at a time, along the straight line between its neighbours.
  public func value(at time: Double) -> Double {
    let i = interval(at: time)
    guard i >= 0 else { return values[0] }
    guard i + 1 < seconds.count else { return values[i] }
    let share = (time - seconds[i]) / (seconds[i + 1] - seconds[i])
    return values[i] + (values[i + 1] - values[i]) * share
  }

  /// The largest ``value(at:)`` between two times.
  public func largest(from start: Double, to end: Double) -> Double {
    var largest = max(value(at: start), value(at: end))
    var i = interval(at: start) + 1
    while i < seconds.count, seconds[i] < end {
      largest = max(largest, values[i])
      i += 1
    }
    return largest
  }

  /// The integral of ``value(at:)`` from one time to a later one.
  public func integral(from start: Double, to end: Double) -> Double {
    pieces(from: start, to: end) { a, b in (value(at: a) + value(at: b)) / 2 * (b - a) }
  }

  /// The integral where each number holds until the next time, and nothing before the first.
  public func stepIntegral(from start: Double, to end: Double) -> Double {
    pieces(from: start, to: end) { a, b in
      let i = interval(at: (a + b) / 2)
      return i < 0 ? 0 : values[i] * (b - a)
    }
  }

  /// The sum of what `piece` makes of each stretch between two times of the series.
  private func pieces(
    from start: Double, to end: Double, _ piece: (Double, Double) -> Double
  ) -> Double {
    var sum = 0.0
    var from = start
    var i = interval(at: start) + 1
    while from < end {
      let to = i < seconds.count ? min(seconds[i], end) : end
      if to > from { sum += piece(from, to) }
      from = to
      i += 1
    }
    return sum
  }

  /// The index of the last time that is not after `time`; -1 before the first.
  private func interval(at time: Double) -> Int {
    seconds.partitioningIndex { $0 > time } - 1
  }
}
