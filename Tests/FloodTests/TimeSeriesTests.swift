import Testing

@testable import Flood

@Suite("Series of numbers over time")
struct TimeSeriesTests {
  @Test("A hydrograph runs along straight lines, and holds its ends")
  func valuesBetweenTimes() throws {
    let series = try TimeSeries(seconds: [10, 20, 40], values: [0, 5, 1])
    #expect(series.value(at: 0) == 0)
    #expect(series.value(at: 15) == 2.5)
    #expect(series.value(at: 30) == 3)
    #expect(series.value(at: 99) == 1)
  }

  @Test("Integrals are exact over any split of time")
  func integrals() throws {
    let series = try TimeSeries(seconds: [10, 20, 40], values: [0, 5, 1])
    #expect(abs(series.integral(from: 0, to: 50) - (25 + 60 + 10)) < 1e-12)
    var sum = 0.0
    for i in 0..<500 { sum += series.integral(from: Double(i) / 10, to: Double(i + 1) / 10) }
    #expect(abs(sum - 95) < 1e-9)
    #expect(series.stepIntegral(from: 0, to: 50) == 5 * 20 + 1 * 10)
    #expect(series.stepIntegral(from: 15, to: 25) == 25)
  }

  @Test("A series that goes back in time is refused with the entry that does")
  func refusals() {
    #expect {
      try TimeSeries(seconds: [0, 5, 4], values: [1, 1, 1])
    } throws: { error in
      let error = error as? FloodError
      return error?.code == .invalidSeries && error?.entry == 2
        && error?.message.contains("back in time") == true
    }
    #expect(throws: FloodError.self) { try TimeSeries(seconds: [0, .nan], values: [1, 1]) }
    #expect(throws: FloodError.self) { try TimeSeries(seconds: [], values: []) }
  }
}
