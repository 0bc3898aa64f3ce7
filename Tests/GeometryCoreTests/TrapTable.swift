import Foundation
import SimpleFeatures
import Testing

/// One line of the tables under "Traps" in docs/coordinates.md.
struct Trap: Sendable, CustomTestStringConvertible {
  var number: Int
  var title: String
  var given: String
  var asked: String
  var answer: String
  var wayOut: String

  var testDescription: String { "\(number): \(title)" }

  /// The code of the refusal that the line promises; `nil` where it promises an answer.
  var code: String? { answer.hasPrefix("`") ? Self.marked(in: answer).first : nil }
  /// The words of the way out that the hint must hold.
  var hintWords: [String] { Self.marked(in: wayOut) }

  /// The texts between grave accents.
  private static func marked(in text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  /// The page that holds the table.
  static let page: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = root.appending(path: "docs/coordinates.md")
    return (try? String(contentsOf: path, encoding: .utf8)) ?? ""
  }()

  /// Every line of the page whose first cell is a number.
  static let all: [Trap] = page.split(separator: "\n").compactMap { line in
    let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 9, let number = Int(cells[1]) else { return nil }
    return Trap(
      number: number, title: cells[2], given: cells[3], asked: cells[4], answer: cells[5],
      wayOut: cells[7])
  }

  /// The system before the semicolon.
  var system: String {
    given.split(separator: ";")[0].trimmingCharacters(in: .whitespaces)
  }

  /// What comes after the semicolon: a shape in WKT, or x, y and perhaps a height.
  func shape() throws -> Geometry {
    let parts = given.split(separator: ";", maxSplits: 1)
    let text = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    if text.hasPrefix("`") { return try WKT.decode(text.replacing("`", with: "")) }
    let numbers = Trap.numbers(text)
    return Geometry(
      kind: .point, layout: numbers.count == 3 ? .xyz : .xy, ordinates: numbers.map(\.value),
      pathEnds: [1])
  }

  /// Numbers with the size of the last digit that is written.
  static func numbers(_ text: String) -> [(value: Double, digit: Double)] {
    text.split(separator: ",").compactMap { word in
      let word = word.trimmingCharacters(in: .whitespaces)
      let decimals = word.contains(".") ? word.split(separator: ".")[1].count : 0
      return Double(word).map { ($0, pow(10, -Double(decimals))) }
    }
  }
}
