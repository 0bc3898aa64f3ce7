import Foundation

/// A large CSV file read row by row: cells may be quoted, columns stand in any order.
struct CommaTable {
  let path: String
  private let data: Data

  /// - Throws: ``CommandFault`` where there is no such file.
  init(_ path: String) throws {
    self.path = path
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw CommandFault(message: "there is no file \(path) that can be read", hint: nil)
    }
  }

  /// Reads the rows below the header.
  ///
  /// - Parameter names: What each wanted column may be called, the first name being the one that
  ///   messages say.
  /// - Parameter body: Gets the line's number and the bytes of the wanted cells.
  /// - Throws: ``CommandFault`` that names file and line for another header and rows of another
  ///   length; errors of `body`.
  func forEachRow(
    _ names: [[String]], _ body: (_ line: Int, _ cells: [[UInt8]]) throws -> Void
  ) throws {
    let wanted = names.map { $0[0] }.joined(separator: ",")
    guard !data.starts(with: [0x50, 0x4B, 0x03, 0x04]), !data.starts(with: [0xFF, 0xFE]) else {
      throw CommandFault(
        message: "\(path) is no CSV in UTF-8, but a spreadsheet or UTF-16",
        hint: "save it as CSV UTF-8 with the header \(wanted)")
    }
    var columns: [Int]?
    var width = 0
    var rows = 0
    var used = [[UInt8]](repeating: [], count: names.count)
    try forEachLine { line, cells in
      guard let columns else {
        columns = try Self.columns(cells, names, path: path, line: line)
        width = cells.count
        return
      }
      guard cells.count == width else {
        throw CommandFault(
          message: "\(path):\(line): the row has \(cells.count) values, the header \(width)",
          hint: "a cell that holds a comma stands in quotation marks")
      }
      for (index, column) in columns.enumerated() { used[index] = cells[column] }
      rows += 1
      try body(line, used)
    }
    guard rows > 0 else {
      throw CommandFault(
        message: "\(path) holds no rows" + (columns != nil ? " below its header" : ""),
        hint: "it begins with the line \(wanted), rows follow")
    }
  }

  private static func columns(
    _ cells: [[UInt8]], _ names: [[String]], path: String, line: Int
  ) throws -> [Int] {
    let header = cells.map { String(decoding: $0, as: UTF8.self).lowercased() }
    return try names.map { names in
      guard let column = header.firstIndex(where: { names.contains($0) }) else {
        throw CommandFault(
          message: "\(path):\(line): the header has no column `\(names[0])`",
          hint: "it is `\(header.joined(separator: ",").prefix(80))`")
      }
      return column
    }
  }

  /// Splits the file; empty lines, and before the header those that begin with #, are passed over.
  private func forEachLine(_ body: (Int, [[UInt8]]) throws -> Void) throws {
    let bytes = [UInt8](data)
    var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1
    var cells: [[UInt8]] = []
    var isBegin = true
    while at < bytes.count {
      let first = line
      let isComment = isBegin && bytes[at] == 0x23
      cells.removeAll(keepingCapacity: true)
      rows: while true {
        var cell: [UInt8] = []
        while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
        if at < bytes.count, bytes[at] == 0x22, !isComment {
          at += 1
          while at < bytes.count {
            if bytes[at] == 0x22 {
              at += 1
              guard at < bytes.count, bytes[at] == 0x22 else { break }
            }
            if bytes[at] == 0x0A { line += 1 }
            cell.append(bytes[at])
            at += 1
          }
          guard at == bytes.count || [0x2C, 0x0A, 0x0D, 0x20, 0x09].contains(bytes[at]) else {
            throw CommandFault(
              message: "\(path):\(line): there is text behind a quotation mark",
              hint: "a quotation mark within a cell is written twice")
          }
        }
        let start = at
        while at < bytes.count, bytes[at] != 0x2C, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
        var end = at
        while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        cell += bytes[start..<end]
        cells.append(cell)
        guard at < bytes.count, bytes[at] == 0x2C else { break rows }
        at += 1
      }
      if at < bytes.count, bytes[at] == 0x0D { at += 1 }
      if at < bytes.count, bytes[at] == 0x0A { at += 1 }
      line += 1
      if isComment || (cells.count == 1 && cells[0].isEmpty) { continue }
      isBegin = false
      try body(first, cells)
    }
  }

  /// A cell as text.
  ///
  /// - Throws: ``CommandFault`` that names file and line for what is no UTF-8.
  func text(_ cell: [UInt8], line: Int) throws -> String {
    guard let text = String(validating: cell, as: UTF8.self) else {
      throw CommandFault(
        message: "\(path):\(line): there is text that is no UTF-8, often GBK",
        hint: "save the file as CSV UTF-8")
    }
    return text
  }
}
