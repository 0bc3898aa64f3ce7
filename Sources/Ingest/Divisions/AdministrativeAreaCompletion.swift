import Catalog
import SimpleFeatures

/// Fills name, code, rank and parent of divisions from each other, and checks those that the file
/// gives.
final class AdministrativeAreaCompletion: RecordCompletion {
  private let table: DivisionTable
  private let name: Int
  private let code: Int
  private let rank: Int
  private let parent: Int
  private let ranks: FieldConverter
  /// Fields of areas that the table does not hold: functional ones, and those that have ended.
  private let functional: (index: Int, converter: FieldConverter)?
  private let validTo: Int?
  /// How many values were filled, by field.
  private var filled: [Int: Int] = [:]
  private var notInTable = 0
  private let fieldNames: [String]
  private static let namedCandidates = 4

  private typealias Diagnostic = NormalisedRecord.Diagnostic

  /// - Returns: `nil` for a layer without names, codes, ranks and parents.
  init?(_ layer: LayerDefinition, _ table: DivisionTable) {
    let index = { (name: String) in layer.fields.firstIndex { $0.name == name } }
    guard let name = index("name"), let code = index("code"), let rank = index("rank"),
      let parent = index("parent")
    else { return nil }
    (self.name, self.code, self.rank, self.parent) = (name, code, rank, parent)
    self.table = table
    ranks = FieldConverter(layer.fields[rank])
    functional = index("functional").map { ($0, FieldConverter(layer.fields[$0])) }
    validTo = index("valid_to")
    fieldNames = layer.fields.map(\.name)
  }

  func complete(_ values: inout [PropertyValue], _ remarks: inout [NormalisedRecord.Diagnostic]) {
    if isBeyondTable(values) {
      notInTable += 1
      return
    }
    guard let given = values[code].filledText else { return findCode(&values, &remarks) }
    if let index = table.index(ofCode: given) {
      settle(index, &values, &remarks)
    } else if given.utf8.count == 12, let town = table.index(ofCode: String(given.prefix(9))) {
      // A community: the table knows its town.
      fillRank("community", &values, &remarks)
      fillParent(town, &values, &remarks)
    } else {
      remarks.append(.unknownDivision(given, table))
    }
  }

  private func isBeyondTable(_ values: [PropertyValue]) -> Bool {
    if let validTo, values[validTo].filledText != nil { return true }
    guard let functional else { return false }
    return (try? functional.converter.converted(values[functional.index])) == .boolean(true)
  }

  // MARK: From the name

  private func findCode(_ values: inout [PropertyValue], _ remarks: inout [Diagnostic]) {
    guard let called = values[name].filledText else { return }
    var candidates = table.indices(ofName: called)
    if let above = values[parent].filledText.flatMap({ table.index(ofCode: $0) }) {
      candidates.removeAll { table.divisions[$0].parent != above }
    }
    if let rank = givenRank(values) {
      candidates.removeAll { table.divisions[$0].rank.code != rank }
    }
    if candidates.count == 1 {
      fill(code, table.divisions[candidates[0]].code, &values)
      return settle(candidates[0], &values, &remarks)
    }
    let shown = candidates.prefix(Self.namedCandidates).map(title).joined(separator: ", ")
    remarks.append(
      candidates.isEmpty
        ? .warning(
          "unknown-division", "\(table.title) have no \"\(called.prefix(40))\" that fits",
          hint: "write its code, or its name as the table has it")
        : .warning(
          "division-unclear",
          "\(candidates.count) divisions are called \(called): \(shown)"
            + (candidates.count > Self.namedCandidates ? " and more" : ""),
          hint: "write the code, or that of its parent"))
  }

  private func givenRank(_ values: [PropertyValue]) -> String? {
    (try? ranks.converted(values[rank]))?.filledText
  }

  // MARK: From the division

  private func settle(
    _ index: Int, _ values: inout [PropertyValue], _ remarks: inout [Diagnostic]
  ) {
    let division = table.divisions[index]
    if let called = values[name].filledText {
      if called != division.name, called != table.fullName(index) {
        remarks.append(
          .warning(
            "division-name",
            "the code \(division.code) is that of \(table.fullName(index)), not of "
              + "\"\(called.prefix(40))\"",
            hint: "correct the code or the name"))
      }
    } else {
      fill(name, division.name, &values)
    }
    fillRank(division.rank.code, &values, &remarks)
    if let above = division.parent { fillParent(above, &values, &remarks) }
  }

  private func fillRank(
    _ right: String, _ values: inout [PropertyValue], _ remarks: inout [Diagnostic]
  ) {
    guard values[rank].filledText != nil else { return fill(rank, right, &values) }
    guard let given = givenRank(values), given != right else { return }
    remarks.append(
      .warning(
        "division-rank", "the rank is \(given), but its code is that of a \(right)",
        hint: "correct the code or the rank"))
  }

  private func fillParent(
    _ above: Int, _ values: inout [PropertyValue], _ remarks: inout [Diagnostic]
  ) {
    guard let given = values[parent].filledText else {
      return fill(parent, table.divisions[above].code, &values)
    }
    guard table.index(ofCode: given) != above else { return }
    remarks.append(
      .warning(
        "division-parent", "the parent is \(given), but it is part of \(title(above))",
        hint: "correct the parent's code"))
  }

  private func fill(_ field: Int, _ text: String, _ values: inout [PropertyValue]) {
    values[field] = .text(text)
    filled[field, default: 0] += 1
  }

  private func title(_ index: Int) -> String {
    "\(table.fullName(index)) (\(table.divisions[index].code))"
  }

  var remarks: [String] {
    var lines = filled.sorted { $0.key < $1.key }.map { field, count in
      "\(count) values of \(fieldNames[field]) were filled by \(table.title)"
    }
    if notInTable > 0 {
      lines.append(
        "\(notInTable) areas are functional or have ended: \(table.title) do not hold them")
    }
    return lines
  }
}
