package import Parking

/// What was found wrong with a lot's counts.
package struct CountDiagnostic: Encodable {
  var lot: String
  /// As ``HistoryReport/Kind`` names it, and what only the file or a forecast tells.
  var kind: String
  var count: Int

  package init(lot: String, kind: String, count: Int) {
    (self.lot, self.kind, self.count) = (lot, kind, count)
  }

  package static func all(_ report: HistoryReport) -> [CountDiagnostic] {
    report.entries.map { CountDiagnostic(lot: $0.lot, kind: $0.kind.rawValue, count: $0.count) }
  }

  /// A kind that was found at lots, which are named once for each count.
  package static func all(_ lots: [String], _ kind: String) -> [CountDiagnostic] {
    Dictionary(grouping: lots) { $0 }.sorted { $0.key < $1.key }.map {
      CountDiagnostic(lot: $0, kind: kind, count: $1.count)
    }
  }

  /// What is said of findings, a line for each kind.
  package static func words(_ findings: [CountDiagnostic]) -> [String] {
    Set(findings.map(\.kind)).sorted().map { kind in
      let some = findings.filter { $0.kind == kind }
      let total = some.reduce(0) { $0 + $1.count }
      let names = some.prefix(4).map(\.lot).joined(separator: ", ")
      let more = some.count > 4 ? " and \(some.count - 4) more lots" : ""
      return "\(kind): \(total) at \(names)\(more)"
    }
  }
}
