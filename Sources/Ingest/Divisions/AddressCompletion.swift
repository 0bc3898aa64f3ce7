import Catalog
import Datasets
import SimpleFeatures

/// Fills division, street and number of addresses from their full text, and checks the division
/// where the file gives it.
final class AddressCompletion: RecordCompletion {
  private let table: DivisionTable
  private let finder: DivisionFinder
  private let full: Int
  private let division: Int
  private let street: Int?
  private let number: Int?
  private var counts = Counts()
  /// Names of functional areas, in the order of first sight.
  private var areas: [String] = []
  private static let namedAreas = 8
  private static let namedCandidates = 4

  private struct Counts {
    var divisions = 0
    var streets = 0
    var numbers = 0
    var unclear = 0
    var notFound = 0
    var functional = 0
  }

  private typealias Diagnostic = NormalisedRecord.Diagnostic

  /// - Returns: `nil` for a layer without full addresses and divisions.
  init?(_ layer: LayerDefinition, _ table: DivisionTable) {
    let index = { (name: String) in layer.fields.firstIndex { $0.name == name } }
    guard let full = index("full"), let division = index("division") else { return nil }
    (self.full, self.division) = (full, division)
    (street, number) = (index("street"), index("number"))
    self.table = table
    finder = DivisionFinder(table)
  }

  func complete(_ values: inout [PropertyValue], _ remarks: inout [NormalisedRecord.Diagnostic]) {
    let given = values[division].filledText.flatMap { code in
      known(code, &remarks)
    }
    guard let text = values[full].filledText.map({ Array($0.utf16) }) else { return }
    let match = finder.match(text)
    let isEmpty = values[division].filledText == nil
    var isFound = match.divisions.count == 1
    if let given {
      let agreeing = match.divisions.filter { agrees($0, given) }
      isFound = isFound || !agreeing.isEmpty
      if agreeing.isEmpty, let other = match.divisions.first {
        remarks.append(
          .warning(
            "division-mismatch",
            "the division is \(title(given)), but the address begins with that of \(title(other))",
            hint: "correct the code or the address"))
      }
    } else if match.divisions.count > 1 {
      counts.unclear += 1
      let shown = match.divisions.prefix(Self.namedCandidates).map(title).joined(separator: ", ")
      let more = match.divisions.count - Self.namedCandidates
      remarks.append(
        .warning(
          "division-unclear",
          "the address may begin with any of \(match.divisions.count) divisions: \(shown)"
            + (more > 0 ? " and \(more) more" : ""),
          hint: "write the names of the levels above it, or its code"))
    } else if isEmpty, let found = match.divisions.first {
      values[division] = .text(table.divisions[found].code)
      counts.divisions += 1
    } else if isEmpty {
      counts.notFound += 1
    }
    var start = isFound ? match.end : 0
    if let end = FunctionalArea.end(in: text, from: start) {
      note(String(decoding: text[start..<end], as: UTF16.self))
      (start, isFound) = (end, true)
    }
    fillStreet(text, start, isFound, &values)
  }

  /// The division of a code that the file gives.
  private func known(_ code: String, _ remarks: inout [Diagnostic]) -> Int? {
    if let index = table.index(ofCode: code) { return index }
    // Communities are below the table's towns.
    if code.utf8.count == 12, let town = table.index(ofCode: String(code.prefix(9))) { return town }
    remarks.append(.unknownDivision(code, table))
    return nil
  }

  private func agrees(_ a: Int, _ b: Int) -> Bool {
    a == b || table.isPart(a, of: b) || table.isPart(b, of: a)
  }

  private func title(_ index: Int) -> String {
    "\(table.fullName(index)) (\(table.divisions[index].code))"
  }

  private func note(_ area: String) {
    counts.functional += 1
    let name = TableText.trimmed(area)
    if areas.count < Self.namedAreas, !areas.contains(name) { areas.append(name) }
  }

  private func fillStreet(
    _ text: [UInt16], _ start: Int, _ isFound: Bool, _ values: inout [PropertyValue]
  ) {
    guard let found = StreetText(text, from: start) else { return }
    // Names that are no division's may be those of a village or a county long gone.
    guard isFound || !found.street.contains(where: { "省市县区镇乡村".contains($0) }) else { return }
    if let street, values[street].filledText == nil {
      values[street] = .text(found.street)
      counts.streets += 1
    }
    if let number, values[number].filledText == nil {
      values[number] = .text(found.number)
      counts.numbers += 1
    }
  }

  var remarks: [String] {
    let lines: [(Int, String)] = [
      (counts.divisions, "divisions were found from the addresses, by \(table.title)"),
      (counts.streets, "streets were taken from the addresses"),
      (counts.numbers, "house numbers were taken from the addresses"),
      (counts.unclear, "addresses begin with a name that several divisions have: left empty"),
      (counts.notFound, "addresses do not begin with the name of a division: left empty"),
      (
        counts.functional,
        "addresses name a functional area, which has no code; it stays in the text: "
          + areas.joined(separator: ", ")
      ),
    ]
    return lines.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
  }
}

extension NormalisedRecord.Diagnostic {
  static func unknownDivision(_ code: String, _ table: DivisionTable) -> NormalisedRecord.Diagnostic
  {
    .warning(
      "unknown-division", "\(table.title) have no code \"\(code.prefix(40))\"",
      hint: "was the division dissolved or renamed? take the code that is valid now")
  }
}
