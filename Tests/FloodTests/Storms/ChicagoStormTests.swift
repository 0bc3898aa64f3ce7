import Foundation
import Testing

@testable import Flood

@Suite("Design storms bring the rain of their formula")
struct ChicagoStormTests {
  /// (A₁, C, b, n, r): cities' forms, and bounds of what formulas can be.
  static let storms: [(Double, Double, Double, Double, Double)] = [
    (983.928 / 167, 0.52, 3, 0.535, 0.4), (2417.0 / 167, 0.79, 7, 0.7655, 0.375),
    (10, 0.811, 8, 0.711, 0.35), (12, 0.9, 10, 1.02, 0.5), (6, 0.6, 0, 0.5, 0.4),
    (8, 0.7, 5, 0.7, 0), (8, 0.7, 5, 0.7, 1), (8, 0, 5, 1, 0.3),
  ]

  private func storm(_ index: Int) throws -> ChicagoStorm {
    let (a1, c, b, n, r) = Self.storms[index]
    return try ChicagoStorm(a1: a1, c: c, b: b, n: n, peakRatio: r)
  }

  @Test("A 10-year hour by the formula, computed by hand")
  func hand() throws {
    let storm = try storm(0)
    // 983.928 x 1.52 / 63^0.535 = 1495.571 / 9.17612 …
    let q = try storm.litresPerSecondHectare(returnPeriodYears: 10, durationMinutes: 60)
    #expect(abs(q - 983.928 * 1.52 / exp(0.535 * log(63))) < 1e-9)
    #expect(abs(q - 162.98) < 0.02)
    let depth = try storm.depthMillimetres(returnPeriodYears: 10, durationMinutes: 60)
    #expect(abs(depth - q / 167 * 60) < 1e-12 && abs(depth - 58.55) < 0.02)
  }

  @Test("Whatever the step, a storm brings the formula's depth", arguments: storms.indices)
  func total(_ index: Int) throws {
    let storm = try storm(index)
    for years in [1.0, 5, 50, 100] {
      for (duration, interval) in [(60.0, 5.0), (120, 5), (120, 1), (90, 7), (180, 180), (50, 0.3)]
      {
        let rain = try storm.hyetograph(
          returnPeriodYears: years, durationMinutes: duration, intervalMinutes: interval)
        let depth = try storm.depthMillimetres(
          returnPeriodYears: years, durationMinutes: duration)
        let sum = rain.stepIntegral(from: 0, to: 1e6) / 3600
        #expect(abs(sum - depth) <= 1e-12 * depth, "\(years) years, \(duration)/\(interval) min")
        #expect(rain.values.allSatisfy { $0 >= 0 } && rain.values.last == 0)
        #expect(rain.seconds.last == duration * 60)
        let steps = zip(rain.seconds, rain.seconds.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 <= interval * 60 * 1.000001 })
      }
    }
  }

  @Test("Each step is the mean of the method's intensity, integrated another way", arguments: 0..<3)
  func steps(_ index: Int) throws {
    let (a1, c, b, n, r) = Self.storms[index]
    let a = a1 * (1 + c * log10(20.0))
    let rain = try storm(index).hyetograph(
      returnPeriodYears: 20, durationMinutes: 120, intervalMinutes: 5)
    /// mm/min at a time by Keifer and Chu's two branches.
    func intensity(_ time: Double) -> Double {
      let t = time < 120 * r ? (120 * r - time) / r : (time - 120 * r) / (1 - r)
      return a * ((1 - n) * t + b) / pow(t + b, n + 1)
    }
    for step in 0..<24 {
      let parts = 20_000
      var sum = 0.0
      for k in 0..<parts {
        sum += intensity((Double(step) + (Double(k) + 0.5) / Double(parts)) * 5)
      }
      let mean = sum / Double(parts) * 60
      #expect(abs(rain.values[step] - mean) < 1e-4 * mean, "step \(step)")
    }
  }

  @Test("Around the peak each stretch brings the formula's depth of its own length")
  func nested() throws {
    let storm = try storm(0)
    let rain = try storm.hyetograph(
      returnPeriodYears: 10, durationMinutes: 100, intervalMinutes: 1)
    let peak = 40.0
    for minutes in [5.0, 10, 30, 60, 100] {
      let start = (peak - 0.4 * minutes) * 60
      let sum = rain.stepIntegral(from: start, to: start + minutes * 60) / 3600
      let depth = try storm.depthMillimetres(returnPeriodYears: 10, durationMinutes: minutes)
      #expect(abs(sum - depth) < 1e-9, "\(minutes) min")
    }
    let wettest = rain.values.indices.max { rain.values[$0] < rain.values[$1] }
    #expect(wettest == 39 || wettest == 40)
  }

  @Test("What the formula has no rain for is refused")
  func refusals() throws {
    #expect(throws: FloodError.self) {
      try ChicagoStorm(a1: 0, c: 0.5, b: 3, n: 0.5, peakRatio: 0.4)
    }
    #expect(throws: FloodError.self) {
      try ChicagoStorm(a1: 5, c: 0.5, b: 3, n: 0.5, peakRatio: 1.1)
    }
    #expect(throws: FloodError.self) {
      try ChicagoStorm(a1: 5, c: 0.5, b: 0, n: 1, peakRatio: 0.4)
    }
    let storm = try storm(0)
    for (years, minutes, interval) in [
      (0.0, 60.0, 5.0), (-1, 60, 5), (0.001, 60, 5), (10, 0, 5), (10, .nan, 5), (10, 60, 0),
      (10, 60, -5), (.infinity, 60, 5),
    ] {
      #expect(throws: FloodError.self, "\(years) \(minutes) \(interval)") {
        try storm.hyetograph(
          returnPeriodYears: years, durationMinutes: minutes, intervalMinutes: interval)
      }
    }
    // n = 1.02, b = 10: after 500 minutes more time would bring less rain.
    #expect(throws: FloodError.self) {
      try self.storm(3).depthMillimetres(returnPeriodYears: 10, durationMinutes: 501)
    }
  }

  @Test("A pattern spreads a day's rain by its shares")
  func pattern() throws {
    let pattern = try DesignPattern(intervalMinutes: 360, shares: [0.1, 0.6, 0.2, 0.1])
    let rain = try pattern.hyetograph(depthMillimetres: 240)
    #expect(rain.seconds == [0, 21_600, 43_200, 64_800, 86_400] && pattern.durationMinutes == 1440)
    #expect(zip(rain.values, [4, 24, 8, 4, 0]).allSatisfy { abs($0 - $1) < 1e-12 })
    // Shares that were rounded still bring all of the rain.
    let rounded = try DesignPattern(intervalMinutes: 480, shares: [0.333, 0.333, 0.333])
    let sum = try rounded.hyetograph(depthMillimetres: 100).stepIntegral(from: 0, to: 1e6) / 3600
    #expect(abs(sum - 100) < 1e-9)
    for shares in [[], [0.5, 0.4], [50, 50], [1.5, -0.5], [.nan, 1]] {
      #expect(throws: FloodError.self) { try DesignPattern(intervalMinutes: 60, shares: shares) }
    }
    #expect(throws: FloodError.self) { try DesignPattern(intervalMinutes: 0, shares: [1]) }
    #expect(throws: FloodError.self) { try pattern.hyetograph(depthMillimetres: -1) }
  }
}
