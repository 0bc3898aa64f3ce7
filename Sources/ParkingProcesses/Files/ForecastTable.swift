import Catalog
import Datasets
import Foundation
package import Parking
import SimpleFeatures

/// Forecasts of the rows of a table, as a table: `lot,time,issued,mean,p10,p50,p90,p_space`.
///
/// Fractions of capacity, with four decimals; further columns as ``ForecastColumns`` names them.
package struct ForecastTable {
  /// What was read and what was found wrong.
  private struct Summary: Encodable {
    var rows: Int
    var counts: Int
    var lots: Int
    /// Rows of the counts that could not be read.
    var countRowsLeftOut: [RowsLeftOut.Reason]
    var findings: [CountDiagnostic]
    /// Rows for which no forecast can be made.
    var rowsLeftOut: Int
    /// How many forecasts rest on what.
    var bases: [String: Int]
  }

  /// The table.
  package let text: String
  private let summary: Summary
  private let leftOut: [(line: Int, error: ParkingError)]
  private let path: String

  /// Forecasts each row from the counts up to its time of issue.
  ///
  /// - Throws: ``PlainError`` of the first row where none can be forecast.
  package init(
    of times: ForecastTimes, from file: OccupancyFile, exceptions days: DayExceptions,
    columns: ForecastColumns
  ) throws {
    let occupancy = OccupancyHistory(byLot: file.counts)
    var forecaster = OccupancyForecaster(history: occupancy, exceptions: days)
    var lines = [String](repeating: "", count: times.rows.count)
    var bases: [String: Int] = [:]
    var stale: [String: Int] = [:]
    var leftOut: [(line: Int, error: ParkingError)] = []
    for index in Self.order(times.rows) {
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
    let findings =
      CountDiagnostic.all(occupancy.report) + file.findings
      + forecaster.frozenDays.map {
        CountDiagnostic(lot: $0.lot, kind: "day-standing-still", count: $0.days)
      }
      + stale.sorted { $0.key < $1.key }.map {
        CountDiagnostic(lot: $0.key, kind: "last-count-older-than-a-day", count: $0.value)
      }
    text = "lot,time,issued,mean,p10,p50,p90,p_space\(columns.header)\n" + lines.joined()
    summary = Summary(
      rows: lines.count - leftOut.count, counts: file.counts.values.reduce(0) { $0 + $1.count },
      lots: occupancy.lots.count, countRowsLeftOut: file.leftOut.reasons, findings: findings,
      rowsLeftOut: leftOut.count, bases: bases)
    self.leftOut = leftOut
    path = times.path
  }

  /// Rows of one day, lot and time of issue share what is known, so they come together.
  private static func order(_ rows: [ForecastTimes.Row]) -> [Int] {
    rows.indices.sorted {
      let (a, b) = (rows[$0], rows[$1])
      let (day, other) = (LocalClock.day(of: a.issuedSeconds), LocalClock.day(of: b.issuedSeconds))
      if day != other { return day < other }
      return (a.lot, a.issuedSeconds, a.timeSeconds, $0) < (
        b.lot, b.issuedSeconds, b.timeSeconds, $1
      )
    }
  }

  /// The rows without a forecast, the first five each in a line.
  package var warnings: [String] {
    leftOut.prefix(5).map { "\(path):\($0.line): \($0.error.message); the row is left out" }
      + (leftOut.count > 5 ? ["\(leftOut.count - 5) more rows are left out"] : [])
  }

  /// What was found in the counts, a line for each kind.
  package var notes: [String] {
    CountDiagnostic.words(summary.findings)
      + [
        ("other-lots", "lots without counts, from other lots"),
        ("last-count", "lots of which a count or two are all that is known"),
        ("other-times", "times of which the lot has no counts, from its other times"),
      ].compactMap { basis, words in
        summary.bases[basis].map { "\($0) forecasts of \(words)" }
      }
  }

  /// What was read and what was found wrong, as JSON.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(summary), as: UTF8.self) + "\n"
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
