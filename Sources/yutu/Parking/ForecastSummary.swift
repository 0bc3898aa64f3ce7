import Foundation
import Parking

/// What a forecast read and what it found wrong.
struct ForecastSummary: Encodable {
  struct Finding: Encodable {
    var lot: String
    var kind: String
    var count: Int
  }

  var rows: Int
  var counts: Int
  var lots: Int
  var linesWithoutTime: Int
  var findings: [Finding]
  /// Rows for which no forecast can be made.
  var rowsLeftOut: Int
  /// How many forecasts rest on what.
  var bases: [String: Int]

  init(
    rows: Int, counts: Int, lots: Int, linesWithoutTime: Int, report: HistoryReport,
    frozen: [(lot: String, days: Int)], stale: [String: Int], bases: [String: Int],
    rowsLeftOut: Int
  ) {
    (self.rows, self.counts, self.lots) = (rows, counts, lots)
    self.linesWithoutTime = linesWithoutTime
    self.bases = bases
    self.rowsLeftOut = rowsLeftOut
    findings = report.entries.map { Finding(lot: $0.lot, kind: $0.kind.rawValue, count: $0.count) }
    findings += frozen.map { Finding(lot: $0.lot, kind: "day-standing-still", count: $0.days) }
    findings += stale.sorted { $0.key < $1.key }.map {
      Finding(lot: $0.key, kind: "last-count-older-than-a-day", count: $0.value)
    }
  }

  /// Says on the terminal what was found, a line for each kind.
  func tell(firstLine: String?) {
    if let firstLine {
      let more = linesWithoutTime > 1 ? " and \(linesWithoutTime - 1) more rows" : ""
      Terminal.say("note: \(firstLine)\(more): no time; left out")
    }
    for kind in Set(findings.map(\.kind)).sorted() {
      let some = findings.filter { $0.kind == kind }
      let total = some.reduce(0) { $0 + $1.count }
      let names = some.prefix(4).map(\.lot).joined(separator: ", ")
      Terminal.say(
        "note: \(kind): \(total) at \(names)"
          + (some.count > 4 ? " and \(some.count - 4) more lots" : ""))
    }
    for (basis, words) in [
      ("other-lots", "lots without counts, from other lots"),
      ("other-times", "times of which the lot has no counts, from its other times"),
    ] {
      if let count = bases[basis] { Terminal.say("note: \(count) forecasts of \(words)") }
    }
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
