import Foundation
import SimpleFeatures

/// A CSV file of a header and rows, as hydrographs, gauges and tables of storages are.
struct NumberTable {
  /// One row with the number of its line.
  struct Row {
    var line: Int
    var words: [String]
  }

  let path: String
  private(set) var rows: [Row] = []
  /// Which of the headers that were offered the file has.
  private(set) var headerNumber = 0

  private static let mostBytes = 256 << 20

  /// - Parameter headers: What each column may be called; the first name is the one that messages
  ///   say.
  /// - Throws: ``CommandError`` that names file and line for an empty file, another header and rows
  ///   of another length.
  init(_ path: String, headers: [[String]]) throws {
    try self.init(path, anyOf: [headers])
  }

  /// As above, of a table that may have one of several headers.
  init(_ path: String, anyOf alternatives: [[[String]]]) throws {
    self.path = path
    let wanted = alternatives.map { $0.map { $0[0] }.joined(separator: ",") }
      .joined(separator: "` or `")
    var columnCount = 0
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw CommandError(message: "there is no file \(path) that can be read", hint: nil)
    }
    defer { try? handle.close() }
    let data = try handle.read(upToCount: Self.mostBytes + 1) ?? Data()
    guard data.count <= Self.mostBytes else {
      throw CommandError(
        message: "\(path) is too large for a table: more than \(Self.mostBytes) bytes", hint: nil)
    }
    guard !data.starts(with: [0x50, 0x4B, 0x03, 0x04]),
      var text = String(validating: data, as: UTF8.self), !text.contains("\0")
    else {
      throw CommandError(
        message: "\(path) is no CSV in UTF-8, but a spreadsheet, GBK or UTF-16",
        hint: "save it as CSV UTF-8 with the header \(wanted)")
    }
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    var hasHeader = false
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = Self.words(line)
      guard words.contains(where: { !$0.isEmpty }), !line.hasPrefix("#") else { continue }
      guard hasHeader else {
        let found = alternatives.firstIndex { headers in
          words.count == headers.count
            && zip(words, headers).allSatisfy { $1.contains($0.lowercased()) }
        }
        guard let found else {
          throw CommandError(
            message: "\(path):\(index + 1): the header is `\(line.prefix(60))`, not `\(wanted)`",
            hint: "the first line names the columns and their units, which the numbers are in")
        }
        headerNumber = found
        columnCount = words.count
        hasHeader = true
        continue
      }
      guard words.count == columnCount else {
        throw CommandError(
          message: "\(path):\(index + 1): the row has \(words.count) values, the header "
            + "\(columnCount)",
          hint: line.contains(";") ? "write decimals with a point" : nil)
      }
      rows.append(Row(line: index + 1, words: words))
    }
    guard !rows.isEmpty else {
      throw CommandError(
        message: "\(path) holds no rows" + (hasHeader ? " below its header" : ""),
        hint: "it begins with the line \(wanted), rows follow")
    }
  }

  private static func words(_ line: Substring) -> [String] {
    let delimiter: Character =
      line.contains(",") ? "," : line.contains(";") ? ";" : line.contains("\t") ? "\t" : ","
    return line.split(separator: delimiter, omittingEmptySubsequences: false).map { word in
      word.trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
    }
  }

  /// The number in a column of a row.
  func number(_ column: Int, of row: Row) throws -> Double {
    let word = row.words[column]
    guard let number = Double(word), number.isFinite else {
      throw CommandError(
        message: "\(path):\(row.line): `\(word.prefix(40))` is no number",
        hint: word.contains(";")
          ? "write decimals with a point" : "times are seconds from the beginning")
    }
    return number
  }

  /// All rows as numbers.
  func numbers() throws -> [[Double]] {
    try rows.map { row in try row.words.indices.map { try number($0, of: row) } }
  }
}
