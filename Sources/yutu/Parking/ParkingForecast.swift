import ArgumentParser
import Catalog
import Datasets
import Foundation
import Parking
import ParkingProcesses
import SimpleFeatures

/// Forecasts lots at given times from what was known at others.
struct ParkingForecast: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forecast", abstract: "Forecast how full lots will be, with probabilities.",
    discussion: """
      Fractions of capacity: the mean, what is not exceeded with 10, 50 and 90 %, and the \
      probability of a free space. Only counts up to `issued` are used for a row.
      """)

  @Option(help: "Counts: CSV with lot,capacity,occupancy,time (local time).")
  var history: String
  @Option(help: "What to forecast: CSV with lot,time,issued.")
  var at: String
  @Option(help: "Days unlike their weekday: CSV with date,like (a weekday, holiday or closed).")
  var exceptions: String?
  @Option(help: "Where the forecast goes; by default standard output.")
  var out: String?
  @Option(help: "Shares of capacity, as 0.7,0.9; adds the probability that less is taken.")
  var below: String?
  @Option(help: "Probabilities, as 0.25,0.75; adds what is not exceeded with each.")
  var quantiles: String?
  @Flag(help: "Print what was read and found as JSON; needs --out.")
  var json = false

  func validate() throws {
    if json, out == nil || out == "/dev/stdout" {
      throw ValidationError("--json prints on standard output: name a file with --out")
    }
  }

  func run() throws {
    try OutputPaths.check([out], against: [history, at, exceptions])
    try OutputPaths.tryPaths([out].filter { $0 != "/dev/stdout" })
    var times = try ForecastTimes(at)
    let columns = try ForecastColumns(below: below, quantiles: quantiles)
    let days = try exceptions.map(ExceptionFile.read) ?? .none
    let file = try OccupancyFile(history)
    if let clock = file.clock, times.convert(to: clock) {
      Terminal.say("note: the times of \(at) are turned into those of the counts, \(clock.words)")
    }
    let occupancy = OccupancyHistory(byLot: file.counts)
    var forecaster = OccupancyForecaster(history: occupancy, exceptions: days)
    // Rows of one day, lot and time of issue share what is known.
    let order = times.rows.indices.sorted {
      let (a, b) = (times.rows[$0], times.rows[$1])
      let (day, other) = (LocalClock.day(of: a.issuedSeconds), LocalClock.day(of: b.issuedSeconds))
      if day != other { return day < other }
      return (a.lot, a.issuedSeconds, a.timeSeconds, $0) < (
        b.lot, b.issuedSeconds, b.timeSeconds, $1
      )
    }
    var lines = [String](repeating: "", count: times.rows.count)
    var bases: [String: Int] = [:]
    var stale: [String: Int] = [:]
    var leftOut: [(line: Int, error: ParkingError)] = []
    for index in order {
      let row = times.rows[index]
      do throws(ParkingError) {
        let forecast = try forecaster.forecast(
          lot: row.lot, timeSeconds: row.timeSeconds, issuedSeconds: row.issuedSeconds)
        lines[index] = Self.line(row, forecast, columns)
        bases[forecast.basis.rawValue, default: 0] += 1
        if let ageSeconds = forecast.ageSeconds, ageSeconds > 86_400 {
          stale[row.lot, default: 0] += 1
        }
      } catch {
        leftOut.append((row.line, error))
      }
    }
    leftOut.sort { $0.line < $1.line }
    if let first = leftOut.first, leftOut.count == times.rows.count {
      throw PlainError(
        message: "\(times.path):\(first.line): \(first.error.message)", hint: first.error.hint)
    }
    let text = "lot,time,issued,mean,p10,p50,p90,p_space\(columns.header)\n" + lines.joined()
    try Terminal.write(text, to: out ?? "/dev/stdout")
    let findings =
      CountDiagnostic.all(occupancy.report) + file.findings
      + forecaster.frozenDays.map {
        CountDiagnostic(lot: $0.lot, kind: "day-standing-still", count: $0.days)
      }
      + stale.sorted { $0.key < $1.key }.map {
        CountDiagnostic(lot: $0.key, kind: "last-count-older-than-a-day", count: $0.value)
      }
    let summary = ForecastSummary(
      rows: lines.count - leftOut.count, counts: file.counts.values.reduce(0) { $0 + $1.count },
      lots: occupancy.lots.count,
      countRowsLeftOut: file.leftOut.reasons, findings: findings, rowsLeftOut: leftOut.count,
      bases: bases)
    for (line, error) in leftOut.prefix(5) {
      Terminal.say("warning: \(times.path):\(line): \(error.message); the row is left out")
    }
    if leftOut.count > 5 { Terminal.say("warning: \(leftOut.count - 5) more rows are left out") }
    for words in file.leftOut.words(history) { Terminal.say("note: \(words)") }
    summary.tell()
    if json { try Terminal.write(try summary.json(), to: "/dev/stdout") }
  }

  private static func line(
    _ row: ForecastTimes.Row, _ forecast: OccupancyForecast, _ columns: ForecastColumns
  ) -> String {
    let distribution = forecast.distribution
    var line = CSVCell.text(row.lot) + "," + row.time + "," + row.issued
    for value in [
      distribution.mean, distribution.quantile(0.1), distribution.quantile(0.5),
      distribution.quantile(0.9), forecast.probabilityOfSpace,
    ] {
      line += "," + fixed(value)
    }
    for (_, share) in columns.below { line += "," + fixed(distribution.probability(below: share)) }
    for (_, p) in columns.quantiles { line += "," + fixed(distribution.quantile(p)) }
    return line + "\n"
  }

  /// A share with four decimals.
  private static func fixed(_ value: Double) -> String {
    let number = Int((min(1, max(0, value)) * 10_000).rounded())
    let digits = String(number % 10_000)
    return "\(number / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
