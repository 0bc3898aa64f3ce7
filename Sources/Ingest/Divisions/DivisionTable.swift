import Datasets
import Foundation
import SimpleFeatures

/// The administrative divisions of the country, from provinces down to towns.
package struct DivisionTable: Sendable {
  /// How high a division stands; raw values are the levels of the table's file.
  package enum Rank: Int, Sendable, CaseIterable, Comparable {
    case province = 1
    case prefecture
    case county
    case town

    /// The code of the rank in the city's layers.
    var code: String { "\(self)" }

    package static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  /// One division.
  package struct Division: Sendable {
    package let rank: Rank
    /// Six digits down to counties, nine for towns.
    package let code: String
    package let name: String
    /// Index of the division that it is part of; `nil` for provinces.
    package let parent: Int?
  }

  package let divisions: [Division]
  /// The day whose divisions these are, as the file says it.
  package let dataAsOf: String?
  private let byCode: [String: Int]
  private let byName: [String: [Int]]

  /// - Parameter rows: Level, code, the parent's code and name of each.
  init(rows: [(level: Int, code: String, parent: String, name: String)], dataAsOf: String?)
    throws(ImportError)
  {
    var byCode: [String: Int] = [:]
    byCode.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      guard byCode.updateValue(index, forKey: row.code) == nil else {
        throw .damagedDivisions("the code \(row.code) stands twice")
      }
    }
    var divisions: [Division] = []
    divisions.reserveCapacity(rows.count)
    for row in rows {
      let parent = byCode[row.parent]
      guard let rank = Rank(rawValue: row.level), !row.name.isEmpty else {
        throw .damagedDivisions("the row of \(row.code) has no level from 1 to 4 or no name")
      }
      guard rank == .province || parent.map({ rows[$0].level < row.level }) == true else {
        throw .damagedDivisions("\(row.code) is part of \"\(row.parent)\", which is not above it")
      }
      divisions.append(
        Division(
          rank: rank, code: row.code, name: row.name, parent: rank == .province ? nil : parent))
    }
    self.divisions = divisions
    self.dataAsOf = dataAsOf
    self.byCode = byCode
    byName = Dictionary(grouping: divisions.indices, by: { divisions[$0].name })
  }

  // MARK: Looking up

  /// The division of a code, with or without the zeros that statistics append; `nil` for none.
  package func index(ofCode code: String) -> Int? {
    if let index = byCode[code] { return index }
    guard [9, 12].contains(code.utf8.count) else { return nil }
    for length in [9, 6] where length < code.utf8.count {
      if code.dropFirst(length).allSatisfy({ $0 == "0" }),
        let index = byCode[String(code.prefix(length))]
      {
        return index
      }
    }
    return nil
  }

  /// The divisions called so.
  package func indices(ofName name: String) -> [Int] { byName[name] ?? [] }

  /// Whether one division is part of another, at any depth.
  func isPart(_ index: Int, of whole: Int) -> Bool {
    var above = divisions[index].parent
    while let next = above {
      if next == whole { return true }
      above = divisions[next].parent
    }
    return false
  }

  /// The names from the province down, one after another.
  package func fullName(_ index: Int) -> String {
    let above = divisions[index].parent.map { fullName($0) } ?? ""
    return above + divisions[index].name
  }

  /// How many divisions of each rank are part of one, itself left out.
  package func counts(within whole: Int) -> [Rank: Int] {
    divisions.indices.reduce(into: [:]) { counts, index in
      if isPart(index, of: whole) { counts[divisions[index].rank, default: 0] += 1 }
    }
  }

  /// The date of the table for messages.
  var title: String { dataAsOf.map { "the divisions of \($0)" } ?? "the divisions' file" }
}

extension ImportError {
  static func damagedDivisions(_ words: String) -> ImportError {
    ImportError(
      .unreadableFile, "the file of divisions cannot be used: \(words)",
      hint: "it is JSON with \"divisions\": rows [level, code, code of the parent, name]")
  }
}
