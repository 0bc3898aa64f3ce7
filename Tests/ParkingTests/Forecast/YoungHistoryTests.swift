import Parking
import Testing

@Suite("Forecasts of lots that are new, single, or gone")
struct YoungHistoryTests {
  private typealias Made = OccupancyForecasterTests

  @Test("On a history's first days the last count counts, and fades into what else is known")
  func firstDays() throws {
    // The last day runs the other way round, so that nothing but its own counts can know it.
    let last = Made.monday + 2
    let counts = Made.counts(lots: 1, days: 3, noise: 0) { _, day, slot, share in
      day < last ? share : slot <= 24 ? 1 - share : nil
    }
    var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: counts))
    let issued = Made.time(last, 24)
    let now = counts.last!.occupied / 400
    let usual = Made.share(0, day: last, slot: 25)
    #expect(abs(now - usual) > 0.3)
    var distances: [Double] = []
    for later in [0, 1, 3] {
      let forecast = try forecaster.forecast(
        lot: "lot-0", timeSeconds: Made.time(last, 24 + Double(later)), issuedSeconds: issued)
      distances.append(abs(forecast.distribution.mean - now))
    }
    #expect(distances[0] < 0.01)
    #expect(distances[0] <= distances[1] && distances[1] <= distances[2])
    // The very first morning has no profile at all.
    let first = try forecaster.forecast(
      lot: "lot-0", timeSeconds: Made.time(Made.monday, 12),
      issuedSeconds: Made.time(Made.monday, 12))
    #expect(abs(first.distribution.mean - counts[12].occupied / 400) < 0.01)
  }

  @Test("One count is told as it is, and ever less surely: nothing else is known")
  func oneCount() throws {
    let counted = Made.time(Made.monday, 18)
    let count = OccupancyCount(lot: "lot-0", timeSeconds: counted, occupied: 200, capacity: 400)
    var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: [count]))
    var widths: [Double] = []
    for half in [0, 1, 6, 48 * 30] {
      let forecast = try forecaster.forecast(
        lot: "lot-0", timeSeconds: counted + Int64(half) * 1800,
        issuedSeconds: counted + 600 * Int64(half))
      #expect(abs(forecast.distribution.mean - 0.5) < 0.02)
      widths.append(forecast.distribution.quantile(0.9) - forecast.distribution.quantile(0.1))
    }
    #expect(widths == widths.sorted() && widths[0] < 0.01 && widths[3] > 0.5, "\(widths)")
    // A month later other lots do not take one count for the truth either.
    let later = counted + 30 * 86_400
    let other = OccupancyCount(lot: "lot-1", timeSeconds: later - 60, occupied: 10, capacity: 400)
    var both = OccupancyForecaster(history: OccupancyHistory(counts: [count, other]))
    let far = try both.forecast(lot: "lot-1", timeSeconds: later + 86_400, issuedSeconds: later)
    #expect(far.distribution.quantile(0.9) - far.distribution.quantile(0.1) > 0.3)
  }

  @Test("Capacity 0 closes a lot for a day, not for ever")
  func closedForADay() throws {
    let day = Made.monday + 50
    var counts = Made.counts(lots: 2)
    let closed = Made.time(day, 20.5)
    counts.append(OccupancyCount(lot: "lot-0", timeSeconds: closed, occupied: 0, capacity: 0))
    var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: counts))
    func basis(_ timeSeconds: Int64) throws -> OccupancyForecast.Basis {
      try forecaster.forecast(lot: "lot-0", timeSeconds: timeSeconds, issuedSeconds: closed + 60)
        .basis
    }
    let last = counts.filter { $0.lot == "lot-0" && $0.capacity > 0 && $0.timeSeconds <= closed }
      .last
    #expect((last?.timeSeconds ?? 0) < closed)
    #expect(try basis(closed + 3600) == .closed)
    #expect(try basis(closed + 86_400 + 60) != .closed)
  }

  @Test("A lot that was last told to have no spaces has none, until it is counted again")
  func noSpaces() throws {
    let day = Made.monday + 50
    var counts = Made.counts(lots: 2)
    let closed = Made.time(day, 20.5)
    counts.append(OccupancyCount(lot: "lot-0", timeSeconds: closed, occupied: 0, capacity: 0))
    var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: counts))
    func space(_ issued: Double) throws -> Double {
      try forecaster.forecast(
        lot: "lot-0", timeSeconds: Made.time(day, issued + 0.2),
        issuedSeconds: Made.time(day, issued)
      ).probabilityOfSpace
    }
    #expect(try space(20.4) > 0.5)
    #expect(try space(20.6) == 0)
    #expect(try space(21.1) > 0.5)
  }

  @Test("Lots that are counted only after the time of issue change nothing")
  func laterLots() throws {
    let counts = Made.counts(lots: 30)
    let day = Made.monday + 60
    let newer: [OccupancyCount] = (0..<300).map { number in
      let letter = number % 2 == 0 ? "a" : "z"
      return OccupancyCount(
        lot: "\(letter)-\(number)", timeSeconds: Made.time(day + 1, Double(number % 48)),
        occupied: Double(number % 100), capacity: 100)
    }
    var before = OccupancyForecaster(history: OccupancyHistory(counts: counts))
    var after = OccupancyForecaster(history: OccupancyHistory(counts: counts + newer))
    for lot in 0..<30 {
      for ahead in [0.5, 4, 48, 336] {
        let issued = Made.time(day, 21.3)
        let (time, id) = (Made.time(day, 21.3 + ahead), "lot-\(lot)")
        let one = try before.forecast(lot: id, timeSeconds: time, issuedSeconds: issued)
        let other = try after.forecast(lot: id, timeSeconds: time, issuedSeconds: issued)
        for p in [0.05, 0.5, 0.95] {
          #expect(one.distribution.quantile(p) == other.distribution.quantile(p))
        }
      }
    }
  }

  @Test("A single space is free as likely as it is not taken on the average")
  func singleSpace() throws {
    // Taken two times in three, by a rule that no profile can know.
    var counts: [OccupancyCount] = []
    for day in Made.monday..<Made.monday + 60 {
      for slot in 0..<48 {
        counts.append(
          OccupancyCount(
            lot: "bay", timeSeconds: Made.time(day, Double(slot)),
            occupied: (day &* 7919 &+ slot &* 104_729) % 3 == 0 ? 0 : 1, capacity: 1))
      }
    }
    var forecaster = OccupancyForecaster(history: OccupancyHistory(counts: counts))
    let day = Made.monday + 59
    let forecasts = try (0..<48).map {
      try forecaster.forecast(
        lot: "bay", timeSeconds: Made.time(day, Double($0)), issuedSeconds: Made.time(day, 0) - 1
      ).probabilityOfSpace
    }
    let mean = forecasts.reduce(0, +) / 48
    #expect(abs(mean - 1 / 3) < 0.12)
  }
}
