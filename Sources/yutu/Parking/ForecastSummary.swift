import Foundation
import ParkingProcesses

/// What a forecast read and what it found wrong.
struct ForecastSummary: Encodable {
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

  /// Says on the terminal what was found, a line for each kind.
  func tell() {
    for words in CountDiagnostic.words(findings) { Terminal.say("note: \(words)") }
    for (basis, words) in [
      ("other-lots", "lots without counts, from other lots"),
      ("last-count", "lots of which a count or two are all that is known"),
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
