import Foundation
import Parking
import Testing

@Suite("Counts, cars on their way and forecasts")
struct SpaceForecastTests {
  private let rates = [
    LotRates(durationSeconds: 60, arrivalsPerSecond: 0.01, departuresPerSecond: 0.0001)
  ]

  private func spread(_ all: [Double]) -> Double {
    let mean = all.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
    return all.enumerated().reduce(0) { $0 + pow(Double($1.offset) - mean, 2) * $1.element }
  }

  @Test("A count that stopped an hour ago is a wide distribution, not the count")
  func stale() throws {
    let lot = try SpaceForecast(spaces: 100, occupied: 60, countedSeconds: 0, rates: rates)
    let fresh = try lot.distribution(at: 60, nowSeconds: 60)
    let stale = try lot.distribution(at: 3600, nowSeconds: 3600)
    #expect(spread(stale) > 10 * spread(fresh))
    #expect(stale[60] < 0.1)
  }

  @Test("A car on its way takes a space when it is due, and less and less once it is overdue")
  func guided() throws {
    let still = [LotRates(durationSeconds: 60, arrivalsPerSecond: 0, departuresPerSecond: 0)]
    let car = GuidedArrival(expectedSeconds: 300, spreadSeconds: 60, compliance: 0.8)
    let lot = try SpaceForecast(
      spaces: 10, occupied: 9, countedSeconds: 0, rates: still, guided: [car])
    #expect(abs(try lot.chance(at: 100, nowSeconds: 0) - 1) < 0.01)
    #expect(abs(try lot.chance(at: 300, nowSeconds: 0) - 0.6) < 1e-6)
    #expect(abs(try lot.chance(at: 900, nowSeconds: 0) - 0.2) < 1e-6)
    // Not come a minute after it was due: half of the chance is gone.
    let chances = try [300.0, 360, 420, 480].map { try lot.chance(at: 2000, nowSeconds: $0) }
    #expect(zip(chances, chances.dropFirst()).allSatisfy { $0 < $1 })
    #expect(chances[3] > 0.98)
    let sure = GuidedArrival(expectedSeconds: 300, spreadSeconds: 0)
    #expect(sure.probability(by: 299, nowSeconds: 0) == 0)
    #expect(sure.probability(by: 300, nowSeconds: 0) == 1)
  }

  @Test("Ten cars on their way to ten spaces leave none for an eleventh")
  func herding() throws {
    let still = [LotRates(durationSeconds: 60, arrivalsPerSecond: 0, departuresPerSecond: 0)]
    let cars = (1...10).map { GuidedArrival(expectedSeconds: Double($0) * 30, spreadSeconds: 10) }
    let lot = try SpaceForecast(
      spaces: 10, occupied: 0, countedSeconds: 0, rates: still, guided: cars)
    #expect(try lot.chance(at: 600, nowSeconds: 0) < 1e-6)
    #expect(try lot.chance(at: 150, nowSeconds: 0) > 0.99)
  }

  private struct Full: CountForecast {
    func probabilities(spaces: Int, timeSeconds: Double) -> [Double]? {
      (0...spaces).map { $0 == spaces ? 1 : 0 }
    }
  }

  @Test("Far ahead the forecast counts, soon the last count")
  func blend() throws {
    let lot = try SpaceForecast(spaces: 20, occupied: 2, countedSeconds: 0, rates: rates)
    #expect(try lot.chance(at: 60, nowSeconds: 60, forecast: Full()) > 0.99)
    #expect(try lot.chance(at: 100_000, nowSeconds: 60, forecast: Full()) < 0.01)
  }

  @Test("Times before the count and cars that cannot be are refused")
  func bad() throws {
    let lot = try SpaceForecast(spaces: 20, occupied: 2, countedSeconds: 100, rates: rates)
    #expect(throws: ParkingError.self) { try lot.chance(at: 50, nowSeconds: 100) }
    #expect(throws: ParkingError.self) {
      try SpaceForecast(spaces: 20, occupied: .nan, countedSeconds: 0, rates: rates)
    }
    #expect(throws: ParkingError.self) {
      try SpaceForecast(spaces: 20, occupied: 1, countedSeconds: 0, rates: [])
    }
    #expect(throws: ParkingError.self) {
      try SpaceForecast(
        spaces: 20, occupied: 1, countedSeconds: 0, rates: rates,
        guided: [GuidedArrival(expectedSeconds: 10, spreadSeconds: -1)])
    }
  }

  @Test("Rates fitted to counts of a made-up lot are those that made them")
  func fit() throws {
    // A lot of one rate: λ 0.02, μ 1/3600, counted each 30 minutes for 20 weeks.
    let chain = LotChain(spaces: 150)
    var seed: UInt64 = 7
    func uniform() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 11) / 9_007_199_254_740_992
    }
    let step = [
      LotRates(durationSeconds: 1800, arrivalsPerSecond: 0.02, departuresPerSecond: 1.0 / 3600)
    ]
    let rows = try (0...150).map {
      try chain.distribution(from: chain.certain($0), through: step)
    }
    var cars = 72
    let counts = (0..<(20 * 7 * 48)).map { index -> OccupancyCount in
      var left = uniform()
      let row = rows[cars]
      cars =
        row.indices.first {
          left -= row[$0]
          return left <= 0
        } ?? 150
      return OccupancyCount(
        lot: "A", timeSeconds: Int64(index) * 1800, occupied: Double(cars), capacity: 150)
    }
    let fit = try RateFit(OccupancyHistory(counts: counts))
    #expect(abs(fit.departuresPerSecond[0] * 3600 - 1) < 0.2)
    let mean = fit.rates[0].reduce(0) { $0 + $1.arrivalsPerSecond } / Double(fit.rates[0].count)
    #expect(abs(mean - 0.02) < 0.004)
    let day = fit.rates(lot: 0, from: 900, for: 3600)
    #expect(day.map(\.durationSeconds) == [900, 1800, 1800])
  }
}
