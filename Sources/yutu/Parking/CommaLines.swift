/// Splits the bytes of a CSV into rows of cells, one after the other.
///
/// Empty lines are passed over, and those that begin with # before the header.
struct CommaLines {
  /// The number of the row's first line.
  private(set) var line = 0
  /// The row's cells, without quotation marks and spaces around them.
  private(set) var cells: [[UInt8]] = []
  /// Why the row has none; the next row begins on the line after it.
  private(set) var fault: CommaTable.RowFault?
  /// How many cells the header has.
  private(set) var width = 0

  private let bytes: [UInt8]
  private var at: Int
  private var nextLine = 1
  private var separator: UInt8 = 0x2C

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Goes on to the next row; `false` at the end.
  mutating func next() -> Bool {
    while at < bytes.count {
      let isHeader = width == 0
      if isHeader, bytes[at] == 0x23 {
        endLine()
        continue
      }
      if isHeader { separator = headerSeparator() }
      line = nextLine
      let start = at
      fault = nil
      cells.removeAll(keepingCapacity: true)
      if !readCells() {
        at = start
        nextLine = line
        fault = CommaTable.RowFault(
          kind: .quotation, message: "a quotation mark is not closed, or has text behind it",
          hint: "a quotation mark within a cell is written twice")
      }
      endLine()
      guard fault != nil || cells.count > 1 || !cells[0].isEmpty else { continue }
      if isHeader { width = cells.count }
      return true
    }
    return false
  }

  /// Goes on behind the end of the line.
  private mutating func endLine() {
    while at < bytes.count, !isEnd(bytes[at]) { at += 1 }
    if at < bytes.count, bytes[at] == 0x0D { at += 1 }
    if at < bytes.count, bytes[at] == 0x0A { at += 1 }
    nextLine += 1
  }

  /// Reads the cells up to the end of the row; `false` where a quotation is broken.
  private mutating func readCells() -> Bool {
    while true {
      var cell: [UInt8] = []
      skipBlanks()
      if at < bytes.count, bytes[at] == 0x22 {
        guard let quoted = readQuoted() else { return false }
        cell = quoted
      }
      let start = at
      while at < bytes.count, bytes[at] != separator, !isEnd(bytes[at]) { at += 1 }
      var end = at
      while end > start, isBlank(bytes[end - 1]) { end -= 1 }
      cell += bytes[start..<end]
      cells.append(cell)
      guard at < bytes.count, bytes[at] == separator else { return true }
      at += 1
    }
  }

  /// What stands between quotation marks; `nil` where there is no second one, or text behind it.
  private mutating func readQuoted() -> [UInt8]? {
    var cell: [UInt8] = []
    at += 1
    while at < bytes.count {
      if bytes[at] == 0x22 {
        at += 1
        guard at < bytes.count, bytes[at] == 0x22 else {
          skipBlanks()
          return at == bytes.count || bytes[at] == separator || isEnd(bytes[at]) ? cell : nil
        }
      }
      if bytes[at] == 0x0A { nextLine += 1 }
      cell.append(bytes[at])
      at += 1
    }
    return nil
  }

  private mutating func skipBlanks() {
    while at < bytes.count, isBlank(bytes[at]) { at += 1 }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte == 0x09 && separator != 0x09)
  }

  private func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private func headerSeparator() -> UInt8 {
    let header = bytes[at...].prefix { !isEnd($0) }
    guard !header.contains(0x2C) else { return 0x2C }
    return [0x3B, 0x09].first { header.contains($0) } ?? 0x2C
  }
}
