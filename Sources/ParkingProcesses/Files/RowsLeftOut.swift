import Datasets

/// Rows of a CSV that could not be read, by reason.
package struct RowsLeftOut {
  package struct Reason: Encodable {
    var reason: String
    var rows: Int
    var firstLine: Int
  }

  /// The first row of all.
  private(set) var first: (line: Int, fault: CSVTable.RowError)?
  private var kinds: [CSVTable.RowError.Kind: (rows: Int, first: Int, message: String)] = [:]

  mutating func add(_ line: Int, _ fault: CSVTable.RowError) {
    if first == nil { first = (line, fault) }
    kinds[fault.kind, default: (0, line, fault.message)].rows += 1
  }

  package var reasons: [Reason] {
    kinds.map { Reason(reason: $0.rawValue, rows: $1.rows, firstLine: $1.first) }
      .sorted { $0.firstLine < $1.firstLine }
  }

  /// What is said of them, a line for each reason.
  package func words(_ path: String) -> [String] {
    kinds.values.sorted { $0.first < $1.first }.map { rows, first, message in
      let more = rows > 1 ? " (and \(rows - 1) more such rows)" : ""
      return "\(path):\(first): \(message)\(more); left out"
    }
  }
}

extension CSVTable.RowError.Kind {
  static let lot = Self("no-lot")
  static let time = Self("no-time")
  /// The time is of another clock than most of the file.
  static let otherZone = Self("other-zone")
}
