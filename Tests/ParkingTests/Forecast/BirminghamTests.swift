import Foundation
import Parking
import TestSupport
import Testing

@Suite("Birmingham's car parks", .enabled(if: TestData.isExpected, "no test data"))
struct BirminghamTests {
  @Test("A day ahead, forecasts are nearer than the same slot of last week")
  func dayAhead() throws {
    let history = try Birmingham.history()
    var forecaster = OccupancyForecaster(history: history)
    // Tuesday 2016-11-15; the four weeks up to the file's end.
    let first = 17_120
    var (own, rival, count) = (0.0, 0.0, 0.0)
    for day in first..<first + 28 {
      for series in history.series {
        let midnight = Int64(day) * 86_400
        for index in series.countUp(to: midnight - 1)..<series.countUp(to: midnight + 86_399) {
          let timeSeconds = series.timesSeconds[index]
          let before = series.countUp(to: timeSeconds - 604_800 + 600) - 1
          guard before >= 0, abs(series.timesSeconds[before] - timeSeconds + 604_800) < 900 else {
            continue
          }
          let forecast = try forecaster.forecast(
            lot: series.lot, timeSeconds: timeSeconds, issuedSeconds: midnight)
          own += abs(forecast.distribution.mean - series.fraction(index))
          rival += abs(series.fraction(before) - series.fraction(index))
          count += 1
        }
      }
    }
    #expect(count > 10_000)
    #expect(own / count < 0.046)
    #expect(own < 0.9 * rival)
  }

  @Test("The file's wrong counts are told: a negative sensor and full lots that are overfull")
  func report() throws {
    let report = try Birmingham.history().report
    // Twice it falls below 0 from 61 and 122 cars at once.
    #expect(report.count(.negative, lot: "NIA North") == 10)
    #expect(report.count(.belowZero, lot: "NIA North") == 2)
    #expect(report.count(.overCapacity) == 300)
  }
}

enum Birmingham {
  static let path = TestData.path("parking/birmingham.csv")

  static func history() throws -> OccupancyHistory {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var days: [Substring: Int64] = [:]
    let format = ISO8601DateFormatter()
    let counts = text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let words = line.split(separator: ",")
      let day = words[3].prefix(10)
      if days[day] == nil {
        days[day] = Int64(format.date(from: day + "T00:00:00Z")!.timeIntervalSince1970)
      }
      let clock = words[3].dropFirst(11).split(separator: ":").map { Int64($0)! }
      return OccupancyCount(
        lot: String(words[0]), timeSeconds: days[day]! + clock[0] * 3600 + clock[1] * 60 + clock[2],
        occupied: Double(words[2])!, capacity: Double(words[1])!)
    }
    return OccupancyHistory(counts: counts)
  }
}
