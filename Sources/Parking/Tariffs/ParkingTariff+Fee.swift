import Catalog

extension ParkingTariff {
  /// What a stay costs.
  public enum Answer: Equatable, Sendable {
    /// In hundredths of the currency.
    case fee(fen: Int)
    /// The stay is longer than the tariff allows, s.
    case tooLong(mostSeconds: Int64)
    /// The stay ends before it begins or lasts more than a year.
    case noStay
  }

  /// The longest stay that is computed, s: 366 days.
  public static let longestSeconds: Int64 = 366 * LocalClock.daySeconds

  /// What a stay costs from one local time to another, in s since 1970-01-01T00:00.
  ///
  /// `holidays` are days since 1970-01-01; `permits` what the driver holds: the least share that
  /// one of them gives is paid, rounded up to a hundredth.
  public func fee(
    from: Int64, to: Int64, holidays: Set<Int64> = [], permits: Set<String> = []
  ) -> Answer {
    let (length, isTooLarge) = to.subtractingReportingOverflow(from)
    guard !isTooLarge, length >= 0, length <= Self.longestSeconds else { return .noStay }
    if let most = maximumStaySeconds, length > most { return .tooLong(mostSeconds: most) }
    guard length > freeSeconds, length > 0 else { return .fee(fen: 0) }
    var sums: [Int64: Int] = [:]
    var time = deductsFree ? from + freeSeconds : from
    while time < to {
      guard let piece = piece(at: time, until: to, holidays) else { return .noStay }
      charge(piece.rate, from: time, to: piece.end, entry: from, &sums)
      time = piece.end
    }
    let most = cap?.priceFen ?? .max
    let whole = sums.values.reduce(entryFen) { $0 + min($1, most) }
    let share = permits.compactMap { self.permits[$0] }.min() ?? 1
    return .fee(fen: share == 1 ? whole : Int((Double(whole) * share - 1e-9).rounded(.up)))
  }

  /// The rate that holds at a time, and since when and until when this turn of it holds.
  func turn(
    at time: Int64, _ holidays: Set<Int64>
  ) -> (rate: Int, start: Int64, end: Int64)? {
    let today = LocalClock.day(of: time)
    for day in [today, today - 1] {
      let kind = kind(ofDay: day, holidays)
      for (index, rate) in rates.enumerated() where rate.days.contains(kind) {
        let start = day * LocalClock.daySeconds + rate.fromSeconds
        if start <= time, time < start + rate.lengthSeconds {
          return (index, start, start + rate.lengthSeconds)
        }
      }
    }
    return nil
  }

  private func kind(ofDay day: Int64, _ holidays: Set<Int64>) -> DayKinds {
    knowsHolidays && holidays.contains(day)
      ? .holiday : .weekday(LocalClock.weekday(ofDay: day))
  }

  /// How long the rate of a time holds without a break, and which that is.
  private func piece(
    at time: Int64, until limit: Int64, _ holidays: Set<Int64>
  ) -> (rate: Rate, end: Int64)? {
    guard var turn = turn(at: time, holidays) else { return nil }
    while turn.end < limit, let next = self.turn(at: turn.end, holidays), next.rate == turn.rate {
      turn.end = next.end
    }
    return (rates[turn.rate], min(turn.end, limit))
  }

  /// Adds what falls due while one rate holds to the sums of the periods.
  private func charge(
    _ rate: Rate, from: Int64, to: Int64, entry: Int64, _ sums: inout [Int64: Int]
  ) {
    var start = from
    for step in rate.steps {
      let end = step.lengthSeconds.map { min(to, start + $0) } ?? to
      guard start < end else { break }
      guard let unit = step.unitSeconds else {
        sums[period(of: start, entry), default: 0] += step.priceFen
        start = end
        continue
      }
      // Units that start within each period.
      var time = start
      while time < end {
        let period = period(of: time, entry)
        let stop = min(end, self.end(ofPeriod: period, entry))
        let count = ceiling(stop - start, unit) - ceiling(time - start, unit)
        sums[period, default: 0] += Int(count) * step.priceFen
        time = stop
      }
      start = end
    }
  }

  private func ceiling(_ a: Int64, _ b: Int64) -> Int64 { (a + b - 1) / b }

  private func period(of time: Int64, _ entry: Int64) -> Int64 {
    switch cap?.period {
    case nil: 0
    case .calendarDay: LocalClock.day(of: time)
    case .day24: (time - entry) / LocalClock.daySeconds
    }
  }

  private func end(ofPeriod period: Int64, _ entry: Int64) -> Int64 {
    switch cap?.period {
    case nil: .max
    case .calendarDay: (period + 1) * LocalClock.daySeconds
    case .day24: entry + (period + 1) * LocalClock.daySeconds
    }
  }
}
