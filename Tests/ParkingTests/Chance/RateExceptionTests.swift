import Parking
import Testing

@Suite("Rates of coming and going on days of exception")
struct RateExceptionTests {
  private typealias Made = OccupancyForecasterTests

  @Test("Counts of a closed day change no rate")
  func closed() throws {
    let closed = Made.monday + 23
    let without = Made.counts(lots: 2, days: 35) { _, day, _, share in
      day == closed ? nil : share
    }
    let empty = Made.counts(lots: 2, days: 35) { _, day, _, share in day == closed ? 0 : share }
    let days = DayExceptions([closed: .closed])
    let wanted = try RateFit(OccupancyHistory(counts: without), exceptions: days)
    let fit = try RateFit(OccupancyHistory(counts: empty), exceptions: days)
    #expect(fit.departuresPerSecond == wanted.departuresPerSecond && fit.pairs == wanted.pairs)
    #expect(fit.rates == wanted.rates)
    #expect(try RateFit(OccupancyHistory(counts: empty)).rates != wanted.rates)
  }

  @Test("A holiday like a Sunday counts among Sundays and runs with their rates")
  func holiday() throws {
    let (past, next) = (Made.monday + 23, Made.monday + 36)
    let sunday = Made.monday + 6
    func usual(_ day: Int, _ slot: Int, _ share: Double) -> Double {
      day == past ? Made.share(0, day: sunday, slot: slot) : share
    }
    let history = OccupancyHistory(
      counts: Made.counts(lots: 1, days: 35, noise: 0.02) { usual($1, $2, $3) })
    let fit = try RateFit(history, exceptions: DayExceptions([past: .like(6), next: .like(6)]))
    func rates(_ fit: RateFit, _ day: Int) -> [LotRates] {
      fit.rates(lot: 0, from: Made.time(day, 14), for: 12 * 1800)
    }
    #expect(rates(fit, next) == rates(fit, sunday))
    #expect(rates(fit, next) != rates(fit, next + 7))
    // The weekday that the past holiday fell on is as if there had been none.
    let plain = try RateFit(OccupancyHistory(counts: Made.counts(lots: 1, days: 35, noise: 0.02)))
    func distance(_ other: RateFit) -> Double {
      zip(rates(other, past + 7), rates(plain, past + 7)).reduce(0) {
        $0 + abs($1.0.arrivalsPerSecond - $1.1.arrivalsPerSecond)
      }
    }
    #expect(distance(fit) < 0.5 * distance(try RateFit(history)))
  }
}
