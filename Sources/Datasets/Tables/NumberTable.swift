import Foundation
import SimpleFeatures

/// A CSV file of a header and rows, as hydrographs, gauges and tables of storages are, in UTF-8 or
/// GBK.
package struct NumberTable {
  /// One row with the number of its line.
  package struct Row {
    package var line: Int
    package var words: [String]
  }

  package let path: String
  package private(set) var rows: [Row] = []
  /// Which of the headers that were offered the file has.
  package private(set) var headerNumber = 0
  /// The names of the columns as the file writes them.
  package private(set) var header: [String] = []

  /// Bytes beyond which a table is not held.
  private static let mostBytes = 256 << 20

  /// - Parameter headers: What each column may be called; the first name is the one that messages
  ///   say.
  /// - Throws: ``PlainError`` that names file and line for an empty file, another header and rows
  ///   of another length.
  package init(_ path: String, headers: [[String]]) throws {
    try self.init(path, anyOf: [headers])
  }

  /// As above, of a table that may have one of several headers.
  package init(_ path: String, anyOf alternatives: [[[String]]]) throws {
    let wanted = alternatives.map { "`" + $0.map { $0[0] }.joined(separator: ",") + "`" }
      .joined(separator: " or ")
    try self.init(path, wanted) { words in
      alternatives.firstIndex { headers in
        words.count == headers.count
          && zip(words, headers).allSatisfy { $1.contains($0.lowercased()) }
      }
    }
  }

  /// As above, of a table whose columns after the first have names of their own.
  package init(_ path: String, firstColumn names: [String]) throws {
    try self.init(path, "`\(names[0]),NAME,…`") { words in
      words.count > 1 && names.contains(words[0].lowercased()) ? 0 : nil
    }
  }

  /// - Parameter headerNumber: Which of the headers a row is; `nil` for none.
  private init(
    _ path: String, _ wanted: String, _ headerNumber: ([String]) -> Int?
  ) throws {
    self.path = path
    guard FileManager.default.isReadableFile(atPath: path),
      let chunks = try? FileChunks(path: path == "-" ? "./-" : path)
    else {
      throw PlainError(message: "there is no file \(path) that can be read", hint: nil)
    }
    var reader = try CSVReader(chunks)
    let isSpreadsheet = reader.begins(with: [0x50, 0x4B, 0x03, 0x04])
    var encoding = TextEncoding.utf8
    var width: Int?
    while try reader.next() {
      guard chunks.readBytes <= Self.mostBytes else {
        throw PlainError(
          message: "\(path) is too large for a table: more than \(Self.mostBytes) bytes", hint: nil)
      }
      guard !isSpreadsheet, let words = Self.words(reader.cells, &encoding) else {
        throw PlainError(
          message: "\(path) is no CSV in UTF-8 or GBK, but a spreadsheet or UTF-16",
          hint: "save it as CSV UTF-8 with the header \(wanted)")
      }
      if let fault = reader.fault { throw error(fault, reader.line) }
      guard words.contains(where: { !$0.isEmpty }), !words[0].hasPrefix("#") else { continue }
      guard let width else {
        guard let number = headerNumber(words) else {
          throw error(ofHeader: words, wanted, reader.line)
        }
        (self.headerNumber, header) = (number, words)
        width = words.count
        continue
      }
      guard words.count == width else {
        throw PlainError(
          message: "\(path):\(reader.line): the row has \(words.count) values, the header "
            + "\(width)",
          hint: nil)
      }
      rows.append(Row(line: reader.line, words: words))
    }
    guard !rows.isEmpty else {
      throw PlainError(
        message: "\(path) has no rows" + (width != nil ? " below its header" : ""),
        hint: "it begins with the line \(wanted), rows follow")
    }
  }

  private func error(ofHeader words: [String], _ wanted: String, _ line: Int) -> PlainError {
    PlainError(
      message: "\(path):\(line): the header is `\(words.joined(separator: ",").prefix(60))`, not "
        + wanted,
      hint: "the first line names the columns and their units, which the numbers are in")
  }

  /// The cells as texts, or `nil` where one is neither UTF-8 nor GBK.
  ///
  /// From the first that is no UTF-8 on they are GBK.
  private static func words(
    _ cells: [ArraySlice<UInt8>], _ encoding: inout TextEncoding
  ) -> [String]? {
    var words: [String] = []
    words.reserveCapacity(cells.count)
    for cell in cells {
      guard !cell.contains(0) else { return nil }
      if encoding == .utf8, encoding.text(cell) == nil { encoding = .gb18030 }
      guard let word = encoding.text(cell) else { return nil }
      words.append(word)
    }
    return words
  }

  private func error(_ fault: CSVReader.Diagnostic, _ line: Int) -> PlainError {
    let isQuote = fault != .tooLong && fault != .tooManyCells
    return PlainError(
      message: "\(path):\(line): "
        + (isQuote
          ? "a quotation mark is not closed, or has text behind it"
          : "the row has more than a million bytes"),
      hint: isQuote ? "a quotation mark within a cell is written twice" : nil)
  }

  /// The number in a column of a row.
  package func number(_ column: Int, of row: Row) throws -> Double {
    let word = row.words[column]
    guard let number = Double(word), number.isFinite else {
      throw PlainError(
        message: "\(path):\(row.line): `\(word.prefix(40))` is no number",
        hint: word.contains(where: { ",;".contains($0) })
          ? "write decimals with a point" : "times are seconds from the beginning")
    }
    return number
  }

  /// All rows as numbers.
  package func numbers() throws -> [[Double]] {
    try rows.map { row in try row.words.indices.map { try number($0, of: row) } }
  }
}
