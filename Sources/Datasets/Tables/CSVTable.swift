package import SimpleFeatures

/// A large CSV file read row by row: cells may be quoted, columns stand in any order.
///
/// Commas part the cells, or semicolons or tabs where the header has most of those.
package struct CSVTable {
  /// Why a row cannot be read.
  package struct RowError: Error {
    /// A stable name; who reads the cells has more of them.
    package struct Kind: Hashable, Sendable {
      package let rawValue: String

      package init(_ rawValue: String) { self.rawValue = rawValue }

      package static let length = Kind("row-too-long")
      package static let width = Kind("wrong-number-of-values")
      package static let quotation = Kind("broken-quotation")
      package static let encoding = Kind("no-utf-8")
    }

    package let kind: Kind
    package let message: String
    package let hint: String

    package init(kind: Kind, message: String, hint: String) {
      self.kind = kind
      self.message = message
      self.hint = hint
    }

    /// A row that could not be split.
    fileprivate init(_ fault: CSVReader.Diagnostic) {
      switch fault {
      case .openQuote, .endlessQuote, .textBehindQuote:
        self.init(
          kind: .quotation, message: "a quotation mark is not closed, or has text behind it",
          hint: "a quotation mark within a cell is written twice")
      case .tooLong, .tooManyCells:
        self.init(
          kind: .length, message: "the row has more than a million bytes",
          hint: "a CSV has a row in each line")
      }
    }
  }

  /// The wanted cells of a row, in the order in which they are named.
  package struct Cells {
    fileprivate let all: [ArraySlice<UInt8>]
    fileprivate let columns: [Int]

    package subscript(index: Int) -> ArraySlice<UInt8> { all[columns[index]] }
  }

  package let path: String

  package init(_ path: String) { self.path = path }

  /// Reads the rows below the header.
  ///
  /// - Parameter names: What each wanted column may be called, the first name being the one that
  ///   messages say.
  /// - Parameter hasOthers: Whether there may be other columns.
  /// - Parameter mayBeEmpty: Whether a header alone will do.
  /// - Parameter leftOut: Gets the rows that cannot be read, those that `body` finds so included;
  ///   by default the first of them refuses the file.
  /// - Parameter body: Gets the line's number and the bytes of the wanted cells.
  /// - Throws: ``PlainError`` that names file and line; errors of `body`.
  package func forEachRow(
    _ names: [[String]], hasOthers: Bool = true, mayBeEmpty: Bool = false,
    _ body: (_ line: Int, _ cells: Cells) throws -> Void,
    leftOut: ((_ line: Int, _ fault: RowError) -> Void)? = nil
  ) throws {
    let wanted = names.map { $0[0] }.joined(separator: ",")
    var lines = try open()
    let others: [[UInt8]] = [[0x50, 0x4B, 0x03, 0x04], [0xFF, 0xFE], [0xFE, 0xFF]]
    guard !others.contains(where: lines.begins) else {
      throw PlainError(
        message: "\(path) is no CSV in UTF-8, but a spreadsheet or UTF-16",
        hint: "save it as CSV UTF-8 with the header \(wanted)")
    }
    var columns: [Int]?
    var width = 0
    var rows = 0
    while try lines.next() {
      do {
        if columns != nil { rows += 1 }
        if let fault = lines.fault { throw RowError(fault) }
        guard let columns else {
          columns = try header(lines, names, hasOthers: hasOthers)
          width = lines.cells.count
          continue
        }
        guard lines.cells.count == width else {
          throw RowError(
            kind: .width,
            message: "the row has \(lines.cells.count) values, the header \(width)",
            hint: "a cell that holds a comma stands in quotation marks")
        }
        try body(lines.line, Cells(all: lines.cells, columns: columns))
      } catch let fault as RowError {
        guard let leftOut, columns != nil else { throw error(fault, line: lines.line) }
        leftOut(lines.line, fault)
      }
    }
    guard rows > 0 || (mayBeEmpty && columns != nil) else {
      throw PlainError(
        message: "\(path) has no rows" + (columns != nil ? " below its header" : ""),
        hint: "it begins with the line \(wanted), rows follow")
    }
  }

  private func open() throws(PlainError) -> CSVReader {
    do throws(FormatError) {
      return try CSVReader(FileChunks(path: path == "-" ? "./-" : path))
    } catch {
      throw PlainError(
        message: "there is no file \(path) that can be read",
        hint: "name a CSV in UTF-8, no folder, that this user may read")
    }
  }

  /// What a row is refused with.
  package func error(_ fault: RowError, line: Int) -> PlainError {
    PlainError(message: "\(path):\(line): \(fault.message)", hint: fault.hint)
  }

  private func header(
    _ lines: CSVReader, _ names: [[String]], hasOthers: Bool
  ) throws -> [Int] {
    let header = lines.cells.map { String(decoding: $0, as: UTF8.self).lowercased() }
    let columns = try names.map { names in
      guard let column = header.firstIndex(where: { names.contains($0) }) else {
        throw PlainError(
          message: "\(path):\(lines.line): the header has no column `\(names[0])`",
          hint: "it is `\(header.joined(separator: ",").prefix(80))`")
      }
      return column
    }
    if !hasOthers, let other = header.indices.first(where: { !columns.contains($0) }) {
      let wanted = names.map { $0[0] }.joined(separator: ",")
      throw PlainError(
        message: "\(path):\(lines.line): there is no column `\(header[other].prefix(40))` here",
        hint: "the columns are \(wanted)")
    }
    return columns
  }

  /// A cell as text.
  ///
  /// - Throws: ``RowError`` for what is no UTF-8.
  package static func text(_ cell: ArraySlice<UInt8>) throws(RowError) -> String {
    guard let text = String(validating: cell, as: UTF8.self) else {
      throw RowError(
        kind: .encoding, message: "there is text that is no UTF-8, often GBK",
        hint: "save the file as CSV UTF-8")
    }
    return text
  }
}
