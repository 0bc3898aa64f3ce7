import Foundation

/// A large CSV file read row by row: cells may be quoted, columns stand in any order.
///
/// Commas part the cells, or semicolons or tabs where the header has no comma but those.
struct CommaTable {
  /// Why a row cannot be read.
  struct RowError: Error {
    enum Kind: String, CaseIterable {
      case length = "row-too-long"
      case width = "wrong-number-of-values"
      case quotation = "broken-quotation"
      case encoding = "no-utf-8"
      case lot = "no-lot"
      case time = "no-time"
      /// The time is of another clock than most of the file.
      case otherZone = "other-zone"
    }

    let kind: Kind
    let message: String
    let hint: String
  }

  /// The wanted cells of a row, in the order in which they are named.
  struct Cells {
    fileprivate let all: [ArraySlice<UInt8>]
    fileprivate let columns: [Int]

    subscript(index: Int) -> ArraySlice<UInt8> { all[columns[index]] }
  }

  let path: String

  init(_ path: String) { self.path = path }

  /// Reads the rows below the header.
  ///
  /// - Parameter names: What each wanted column may be called, the first name being the one that
  ///   messages say.
  /// - Parameter hasOthers: Whether there may be other columns.
  /// - Parameter mayBeEmpty: Whether a header alone will do.
  /// - Parameter leftOut: Gets the rows that cannot be read, those that `body` finds so included;
  ///   by default the first of them refuses the file.
  /// - Parameter body: Gets the line's number and the bytes of the wanted cells.
  /// - Throws: ``CommandError`` that names file and line; errors of `body`.
  func forEachRow(
    _ names: [[String]], hasOthers: Bool = true, mayBeEmpty: Bool = false,
    _ body: (_ line: Int, _ cells: Cells) throws -> Void,
    leftOut: ((_ line: Int, _ fault: RowError) -> Void)? = nil
  ) throws {
    let wanted = names.map { $0[0] }.joined(separator: ",")
    var lines = try open()
    let others: [[UInt8]] = [[0x50, 0x4B, 0x03, 0x04], [0xFF, 0xFE], [0xFE, 0xFF]]
    guard !others.contains(where: lines.begin) else {
      throw CommandError(
        message: "\(path) is no CSV in UTF-8, but a spreadsheet or UTF-16",
        hint: "save it as CSV UTF-8 with the header \(wanted)")
    }
    var columns: [Int]?
    var rows = 0
    while try lines.next() {
      do {
        if columns != nil { rows += 1 }
        if let fault = lines.fault { throw fault }
        guard let columns else {
          columns = try header(lines, names, hasOthers: hasOthers)
          continue
        }
        guard lines.cells.count == lines.width else {
          throw RowError(
            kind: .width,
            message: "the row has \(lines.cells.count) values, the header \(lines.width)",
            hint: "a cell that holds a comma stands in quotation marks")
        }
        try body(lines.line, Cells(all: lines.cells, columns: columns))
      } catch let fault as RowError {
        guard let leftOut, columns != nil else { throw command(fault, line: lines.line) }
        leftOut(lines.line, fault)
      }
    }
    guard rows > 0 || (mayBeEmpty && columns != nil) else {
      throw CommandError(
        message: "\(path) holds no rows" + (columns != nil ? " below its header" : ""),
        hint: "it begins with the line \(wanted), rows follow")
    }
  }

  private func open() throws -> CommaLines {
    do {
      return try CommaLines(FileHandle(forReadingFrom: URL(fileURLWithPath: path)))
    } catch {
      throw CommandError(
        message: "there is no file \(path) that can be read",
        hint: "name a CSV in UTF-8, no folder, that this user may read")
    }
  }

  /// What a row is refused with.
  func command(_ fault: RowError, line: Int) -> CommandError {
    CommandError(message: "\(path):\(line): \(fault.message)", hint: fault.hint)
  }

  private func header(
    _ lines: CommaLines, _ names: [[String]], hasOthers: Bool
  ) throws -> [Int] {
    let header = lines.cells.map { String(decoding: $0, as: UTF8.self).lowercased() }
    let columns = try names.map { names in
      guard let column = header.firstIndex(where: { names.contains($0) }) else {
        throw CommandError(
          message: "\(path):\(lines.line): the header has no column `\(names[0])`",
          hint: "it is `\(header.joined(separator: ",").prefix(80))`")
      }
      return column
    }
    if !hasOthers, let other = header.indices.first(where: { !columns.contains($0) }) {
      let wanted = names.map { $0[0] }.joined(separator: ",")
      throw CommandError(
        message: "\(path):\(lines.line): there is no column `\(header[other].prefix(40))` here",
        hint: "the columns are \(wanted)")
    }
    return columns
  }

  /// A cell as text.
  ///
  /// - Throws: ``RowError`` for what is no UTF-8.
  static func text(_ cell: ArraySlice<UInt8>) throws(RowError) -> String {
    guard let text = String(validating: cell, as: UTF8.self) else {
      throw RowError(
        kind: .encoding, message: "there is text that is no UTF-8, often GBK",
        hint: "save the file as CSV UTF-8")
    }
    return text
  }
}
