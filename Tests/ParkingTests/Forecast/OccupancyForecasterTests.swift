import Catalog
import Foundation
import Parking
import Testing

@Suite("Forecasts of occupancy")
struct OccupancyForecasterTests {
  /// 2026-01-05, a Monday, in days since 1970-01-01.
  static let monday = 20_458
  static let weekdays: [Double] = [0.7, 0.75, 0.8, 0.75, 0.9, 0.5, 0.3]

  /// The share of a made-up lot, without noise: a hump over the day, by weekday.
  static func share(_ lot: Int, day: Int, slot: Int) -> Double {
    let hump = exp(-pow((Double(slot) / 2 - 13 - Double(lot % 3)) / 4, 2))
    let weekday = LocalClock.weekday(ofDay: Int64(day))
    return 0.05 + weekdays[weekday] * hump * (0.8 + 0.05 * Double(lot % 4))
  }

  /// Ten weeks of half hours of some lots; `noise` moves whole days and single counts.
  static func counts(
    lots: Int = 6, days: Int = 70, noise: Double = 0.03, seed: UInt64 = 1,
    change: (Int, Int, Int, Double) -> Double? = { $3 }
  ) -> [OccupancyCount] {
    var state = seed
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53) - 0.5
    }
    var counts: [OccupancyCount] = []
    for lot in 0..<lots {
      for day in monday..<monday + days {
        let off = noise * random() * 2
        for slot in 0..<48 {
          let usual = share(lot, day: day, slot: slot) + off + noise * random()
          guard let share = change(lot, day, slot, usual) else { continue }
          counts.append(
            OccupancyCount(
              lot: "lot-\(lot)", timeSeconds: Int64(day * 86_400 + slot * 1800),
              occupied: (share * 400).rounded(), capacity: 400))
        }
      }
    }
    return counts
  }

  static func time(_ day: Int, _ slot: Double) -> Int64 { Int64(day * 86_400) + Int64(slot * 1800) }

  private func text(_ forecast: OccupancyForecast) -> String {
    let d = forecast.distribution
    return "\(d.mean) \(d.quantile(0.1)) \(d.quantile(0.9)) \(forecast.probabilityOfSpace) "
      + "\(forecast.capacity) \(forecast.basis) \(forecast.ageSeconds ?? -1)"
  }

  @Test("Nothing that came after a forecast was issued changes it")
  func nothingAfterIssued() throws {
    let issued = Self.time(Self.monday + 60, 21.3)
    let counts = Self.counts()
    let before = counts.filter { $0.timeSeconds <= issued }
    // After it: gone; other numbers; another capacity; other times between counts; nonsense.
    let others: [[OccupancyCount]] = [
      before,
      counts.map { count in
        var count = count
        if count.timeSeconds > issued {
          count.occupied = 400 - count.occupied
          count.capacity = 777
        }
        return count
      },
      before
        + (1...2000).map { index in
          OccupancyCount(
            lot: "lot-\(index % 6)", timeSeconds: issued + Int64(index) * 61,
            occupied: Double(index % 400), capacity: 400)
        },
      counts.map { count in
        var count = count
        if count.timeSeconds > issued {
          count.occupied = [-1e9, .nan, 3, 1e12][Int(count.timeSeconds) % 4]
        }
        return count
      },
    ]
    var whole = OccupancyForecaster(history: OccupancyHistory(counts: counts))
    for other in others {
      var changed = OccupancyForecaster(history: OccupancyHistory(counts: other))
      for lot in 0..<6 {
        for lead in [0.0, 0.5, 1, 2.7, 9, 26, 48, 100, 336, 337, 900] {
          let time = issued + Int64(lead * 1800)
          let a = try whole.forecast(lot: "lot-\(lot)", timeSeconds: time, issuedSeconds: issued)
          let b = try changed.forecast(lot: "lot-\(lot)", timeSeconds: time, issuedSeconds: issued)
          #expect(text(a) == text(b), "lot \(lot), \(lead) slots ahead")
        }
      }
    }
  }

  @Test("What a forecast says does not depend on what was asked before")
  func noMemory() throws {
    let history = OccupancyHistory(counts: Self.counts())
    let issued = [Self.time(Self.monday + 50, 20), Self.time(Self.monday + 64, 0)]
    var first = OccupancyForecaster(history: history)
    var second = OccupancyForecaster(history: history)
    let asked = issued.flatMap { at in [1, 8, 60, 340].map { (at, at + $0 * 1800) } }
    let a = try asked.map {
      text(try first.forecast(lot: "lot-2", timeSeconds: $0.1, issuedSeconds: $0.0))
    }
    let b = try asked.reversed().map {
      text(try second.forecast(lot: "lot-2", timeSeconds: $0.1, issuedSeconds: $0.0))
    }
    #expect(a == b.reversed())
  }

  @Test("A lot that only follows its week is forecast almost exactly, a day and a week ahead")
  func weekOnly() throws {
    let history = OccupancyHistory(counts: Self.counts(noise: 0.002))
    var forecaster = OccupancyForecaster(history: history)
    let issued = Self.time(Self.monday + 63, 0)
    for day in [0, 3, 6] {
      for slot in [16, 26, 40] {
        let forecast = try forecaster.forecast(
          lot: "lot-1", timeSeconds: Self.time(Self.monday + 63 + day, Double(slot)),
          issuedSeconds: issued)
        let truth = Self.share(1, day: Self.monday + 63 + day, slot: slot)
        #expect(abs(forecast.distribution.mean - truth) < 0.01)
        #expect(forecast.basis == .profile || slot < 24)
      }
    }
  }

  @Test("Between two slots a forecast lies between those of the slots")
  func betweenSlots() throws {
    var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: Self.counts()))
    let issued = Self.time(Self.monday + 63, 0)
    let means = try [18.0, 18.5, 19].map {
      try forecaster.forecast(
        lot: "lot-0", timeSeconds: Self.time(Self.monday + 64, $0), issuedSeconds: issued
      ).distribution.mean
    }
    #expect(means[0] < means[1] && means[1] < means[2])
  }

  @Test("The latest counts move the next hour and less what is further")
  func latestCounts() throws {
    let day = Self.monday + 63
    func forecasts(_ off: Double) throws -> [Double] {
      let counts = Self.counts { lot, d, slot, share in
        d == day && slot >= 16 && lot == 0 ? share + off : share
      }
      var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: counts))
      return try [21.0, 24, 44, 600].map {
        try forecaster.forecast(
          lot: "lot-0", timeSeconds: Self.time(day, $0), issuedSeconds: Self.time(day, 20)
        ).distribution.mean
      }
    }
    let moved = zip(try forecasts(0.15), try forecasts(0)).map { $0 - $1 }
    #expect(moved[0] > 0.1)
    #expect(moved[0] > 2 * abs(moved[2]) && moved[0] > 2 * abs(moved[3]))
  }

  @Test("Counts that stopped an hour ago make a forecast less certain")
  func stale() throws {
    let day = Self.monday + 63
    // What a lot is off its week wanders over the day.
    var (state, walk) = (UInt64(7), 0.0)
    let wandering = Self.counts(noise: 0.01) { _, _, slot, share in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      walk = slot == 0 ? 0 : walk + 0.06 * (Double(state >> 11) / Double(1 << 53) - 0.5)
      return share + walk
    }
    func width(until slot: Int) throws -> Double {
      let counts = wandering.filter { $0.timeSeconds <= Self.time(day, Double(slot)) }
      var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: counts))
      let forecast = try forecaster.forecast(
        lot: "lot-3", timeSeconds: Self.time(day, 25), issuedSeconds: Self.time(day, 24))
      #expect(forecast.ageSeconds == Int64((24 - slot) * 1800))
      return forecast.distribution.quantile(0.9) - forecast.distribution.quantile(0.1)
    }
    let widths = try [24, 22, 16].map { try width(until: $0) }
    #expect(widths[0] < widths[1] && widths[1] < widths[2])
  }

  @Test("The longer a lot is silent, the wider its band, weeks ahead too")
  func silent() throws {
    let day = Self.monday + 70
    var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: Self.counts()))
    let widths = try [0, 7, 28, 91, 182].map { ahead in
      let forecast = try forecaster.forecast(
        lot: "lot-1", timeSeconds: Self.time(day + ahead, 26),
        issuedSeconds: Self.time(day + ahead, 25))
      return forecast.distribution.quantile(0.9) - forecast.distribution.quantile(0.1)
    }
    // Days differ at random here, so the first week loses nothing.
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 < 1.05 * $1 }, "\(widths)")
    #expect(widths[4] > 1.4 * widths[0] && widths[4] < 0.5, "\(widths)")
  }

  @Test("A full lot whose counter goes on beyond its spaces does not stand still")
  func overfull() throws {
    let day = Self.monday + 63
    func forecast(_ count: @escaping (Int) -> Double) throws -> OccupancyForecast {
      let counts = Self.counts { lot, d, slot, share in
        lot == 0 && d == day && slot >= 16 ? count(slot) : share
      }
      var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: counts))
      return try forecaster.forecast(
        lot: "lot-0", timeSeconds: Self.time(day, 27), issuedSeconds: Self.time(day, 26))
    }
    let moving = try forecast { 1.01 + 0.005 * Double($0 % 4) }
    #expect(moving.ageSeconds == 0)
    #expect(moving.distribution.mean > 0.85)
    #expect(try forecast { _ in 1.01 }.ageSeconds == 18_000)
  }

  @Test("A counter that stands still is not taken for the present")
  func standingStill() throws {
    let day = Self.monday + 63
    let counts = Self.counts { lot, d, slot, share in
      lot == 0 && d == day && slot >= 16 ? 0.2 : share
    }
    var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: counts))
    let forecast = try forecaster.forecast(
      lot: "lot-0", timeSeconds: Self.time(day, 27), issuedSeconds: Self.time(day, 26))
    #expect(forecast.ageSeconds == Int64(18_000))
    #expect(forecast.distribution.mean > 0.35)
  }

  @Test("A holiday that is like a Sunday is forecast as one, a closed day has no space")
  func exceptions() throws {
    let day = Self.monday + 65
    let exceptions = DayExceptions([day: .like(6), day + 1: .closed])
    var forecaster = OccupancyForecaster(
      history: OccupancyHistory(counts: Self.counts()), exceptions: exceptions)
    let issued = Self.time(Self.monday + 63, 0)
    let holiday = try forecaster.forecast(
      lot: "lot-0", timeSeconds: Self.time(day, 26), issuedSeconds: issued)
    #expect(abs(holiday.distribution.mean - Self.share(0, day: Self.monday + 6, slot: 26)) < 0.08)
    let closed = try forecaster.forecast(
      lot: "lot-0", timeSeconds: Self.time(day + 1, 26), issuedSeconds: issued)
    #expect(closed.basis == .closed && closed.probabilityOfSpace == 0)
  }

  @Test("A past holiday does not spoil the weekday it fell on")
  func pastHoliday() throws {
    let holiday = Self.monday + 57
    let counts = Self.counts { lot, day, slot, share in
      day == holiday ? Self.share(lot, day: Self.monday + 6, slot: slot) : share
    }
    func mean(_ exceptions: DayExceptions) throws -> Double {
      var forecaster = OccupancyForecaster(
        history: OccupancyHistory(counts: counts), exceptions: exceptions)
      return try forecaster.forecast(
        lot: "lot-0", timeSeconds: Self.time(holiday + 7, 26),
        issuedSeconds: Self.time(Self.monday + 63, 0)
      ).distribution.mean
    }
    let truth = Self.share(0, day: holiday + 7, slot: 26)
    #expect(
      abs(try mean(DayExceptions([holiday: .like(6)])) - truth) < abs(try mean(.none) - truth))
  }

  @Test("A lot without counts is forecast from others, widely; a new one from its other days")
  func littleHistory() throws {
    var counts = Self.counts()
    counts.append(OccupancyCount(lot: "none", timeSeconds: 0, occupied: .nan, capacity: 50))
    let day = Self.monday + 63
    counts += (0..<96).map { slot in
      OccupancyCount(
        lot: "new", timeSeconds: Self.time(day - 2, Double(slot)),
        occupied: 40 + Double(slot % 48), capacity: 100)
    }
    var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: counts))
    let none = try forecaster.forecast(
      lot: "none", timeSeconds: Self.time(day, 26), issuedSeconds: Self.time(day, 0))
    #expect(none.basis == .otherLots && none.ageSeconds == nil)
    #expect(none.distribution.quantile(0.9) - none.distribution.quantile(0.1) > 0.05)
    let new = try forecaster.forecast(
      lot: "new", timeSeconds: Self.time(day + 1, 26), issuedSeconds: Self.time(day, 0))
    let old = try forecaster.forecast(
      lot: "lot-0", timeSeconds: Self.time(day + 1, 26), issuedSeconds: Self.time(day, 0))
    #expect(new.capacity == 100)
    func width(_ d: OccupancyDistribution) -> Double { d.quantile(0.9) - d.quantile(0.1) }
    #expect(width(new.distribution) > width(old.distribution))
  }

  @Test("Unknown lots, times before issue and histories that begin later are refused")
  func refused() {
    var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: Self.counts(lots: 1)))
    let issued = Self.time(Self.monday + 30, 0)
    #expect(throws: ParkingError.self) {
      try forecaster.forecast(lot: "x", timeSeconds: issued, issuedSeconds: issued)
    }
    #expect(throws: ParkingError.self) {
      try forecaster.forecast(lot: "lot-0", timeSeconds: issued - 1, issuedSeconds: issued)
    }
    #expect(throws: ParkingError.self) {
      try forecaster.forecast(
        lot: "lot-0", timeSeconds: issued, issuedSeconds: Self.time(Self.monday - 9, 0))
    }
    #expect(throws: ParkingError.self) {
      try forecaster.forecast(lot: "lot-0", timeSeconds: .max, issuedSeconds: .max)
    }
  }

  @Test("Probabilities are those of the quantiles, between 0 and 1 and rising")
  func distribution() throws {
    var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: Self.counts()))
    let forecast = try forecaster.forecast(
      lot: "lot-0", timeSeconds: Self.time(Self.monday + 64, 26),
      issuedSeconds: Self.time(Self.monday + 63, 0))
    let d = forecast.distribution
    for p in stride(from: 0.05, through: 0.95, by: 0.05) where (0.01..<0.99).contains(d.quantile(p))
    {
      #expect(abs(d.probability(below: d.quantile(p)) - p) < 0.02)
    }
    let rising = (0...100).map { d.probability(below: Double($0) / 100) }
    #expect(zip(rising, rising.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(rising[0] == 0 && d.probability(below: 1.01) == 1)
    #expect(forecast.probabilityOfSpace == d.probability(below: 1 - 0.5 / 400))
  }

  @Test("Of made-up days ahead four in five fall between the tenth and the ninetieth of a hundred")
  func coverage() throws {
    let history = OccupancyHistory(counts: Self.counts(lots: 12, noise: 0.05))
    var forecaster = OccupancyForecaster(history: history)
    var (inside, all) = (0.0, 0.0)
    for day in Self.monday + 56..<Self.monday + 70 {
      for series in history.series {
        for slot in stride(from: 16, to: 44, by: 4) {
          let forecast = try forecaster.forecast(
            lot: series.lot, timeSeconds: Self.time(day, Double(slot)),
            issuedSeconds: Self.time(day, 0))
          let truth = series.fraction(series.countUp(to: Self.time(day, Double(slot))) - 1)
          let d = forecast.distribution
          inside += (d.quantile(0.1)...d.quantile(0.9)).contains(truth) ? 1 : 0
          all += 1
        }
      }
    }
    #expect((0.7...0.9).contains(inside / all), "\(inside / all)")
  }
}
