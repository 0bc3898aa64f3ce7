import Testing

@testable import Parking

@Suite("Forecasts issued on several days in turn")
struct ForecastDaysTests {
  private typealias Made = OccupancyForecasterTests

  private func text(_ forecast: OccupancyForecast) -> String {
    "\(forecast.distribution.mean) \(forecast.distribution.quantile(0.1)) "
      + "\(forecast.probabilityOfSpace) \(forecast.basis) \(forecast.ageSeconds ?? -1)"
  }

  @Test("Who asks for one day and who asks for another do not make each other wait for a new fit")
  func inTurn() throws {
    let history = OccupancyHistory(counts: Made.counts(lots: 4))
    let days = [60, 61, 62, 63].map { Made.monday + $0 }
    var shared = OccupancyForecaster(history: history)
    var alone = days.map { _ in OccupancyForecaster(history: history) }
    for lot in 0..<4 {
      for (place, day) in days.enumerated() {
        let (time, issued) = (Made.time(day, 24), Made.time(day, 20))
        let one = try shared.forecast(lot: "lot-\(lot)", timeSeconds: time, issuedSeconds: issued)
        let other = try alone[place].forecast(
          lot: "lot-\(lot)", timeSeconds: time, issuedSeconds: issued)
        #expect(text(one) == text(other))
      }
    }
    #expect(shared.modelsMade == 4)
    // A fifth day takes the place of the one that was asked for longest ago.
    for (day, made) in [(59, 5), (63, 5), (62, 5), (61, 5), (60, 6)] {
      let time = Made.time(Made.monday + day, 20)
      _ = try shared.forecast(lot: "lot-0", timeSeconds: time, issuedSeconds: time)
      #expect(shared.modelsMade == made)
    }
  }
}
