import Foundation

/// Splits a CSV into rows of cells, one after the other, without holding more than a part of it.
///
/// Empty lines are passed over, and those that begin with # before the header.
struct CommaLines {
  /// The number of the row's first line.
  private(set) var line = 0
  /// The row's cells, without quotation marks and spaces around them.
  private(set) var cells: [ArraySlice<UInt8>] = []
  /// Why the row has none; the next row begins on the line after it.
  private(set) var fault: CommaTable.RowError?
  /// How many cells the header has.
  private(set) var width = 0

  private let file: FileHandle
  /// What was read and is of use yet, from the row's first byte on.
  private var bytes: [UInt8] = []
  private var at = 0
  /// The row's first byte.
  private var start = 0
  /// Whether the row that was told last has to be passed over yet.
  private var isWithinRow = false
  private var nextLine = 1
  private var separator: UInt8 = 0x2C
  /// Bytes that are read at once.
  private static let chunk = 1 << 15
  /// About the most bytes of a row: what is longer is no CSV, and is not held.
  private static let longestRow = 1 << 20

  /// Begins at the beginning of a file.
  init(_ file: FileHandle) throws {
    self.file = file
    _ = try fill()
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  /// Whether the file begins with some bytes; asked before the first row.
  func begin(with start: [UInt8]) -> Bool { bytes.starts(with: start) }

  /// Goes on to the next row; `false` at the end.
  mutating func next() throws -> Bool {
    if isWithinRow { try endLine() }
    isWithinRow = false
    beginRow()
    while try hasByte() {
      let isHeader = width == 0
      if isHeader, bytes[at] == 0x23 {
        try endLine()
        beginRow()
        continue
      }
      if isHeader { separator = try headerSeparator() }
      line = nextLine
      fault = nil
      cells.removeAll(keepingCapacity: true)
      if try !readCells() {
        at = start
        nextLine = line
        fault = CommaTable.RowError(
          kind: .quotation, message: "a quotation mark is not closed, or has text behind it",
          hint: "a quotation mark within a cell is written twice")
      } else if isTooLong {
        isWithinRow = true
        fault = CommaTable.RowError(
          kind: .length, message: "the row has more than a million bytes",
          hint: "a CSV has a row in each line")
        return true
      }
      try endLine()
      beginRow()
      guard fault != nil || cells.count > 1 || !cells[0].isEmpty else { continue }
      if isHeader { width = cells.count }
      return true
    }
    return false
  }

  /// Whether there is a byte more, which is read if need be.
  private mutating func hasByte() throws -> Bool { try at < bytes.count || fill() }

  /// Whether all is read that a row may have, and the row goes on.
  private var isTooLong: Bool { at == bytes.count && at - start >= Self.longestRow }

  /// Begins a row with the byte that comes next; what is before it is of no use any more.
  private mutating func beginRow() {
    if at >= Self.chunk {
      bytes.removeFirst(at)
      at = 0
    }
    start = at
  }

  /// Reads on; `false` at the end of the file, or of what a row may have.
  private mutating func fill() throws -> Bool {
    guard bytes.count - start < Self.longestRow, let more = try file.read(upToCount: Self.chunk),
      !more.isEmpty
    else { return false }
    bytes += more
    return true
  }

  /// Goes on behind the end of the line.
  private mutating func endLine() throws {
    repeat {
      while at < bytes.count, !isEnd(bytes[at]) { at += 1 }
      if at == bytes.count { beginRow() }
    } while try at == bytes.count && fill()
    if try hasByte(), bytes[at] == 0x0D { at += 1 }
    if try hasByte(), bytes[at] == 0x0A { at += 1 }
    nextLine += 1
  }

  /// Reads the cells up to the end of the row; `false` where a quotation is broken.
  private mutating func readCells() throws -> Bool {
    while true {
      try skipBlanks()
      if try hasByte(), bytes[at] == 0x22 {
        guard let quoted = try readQuoted() else { return false }
        cells.append(quoted[...])
      } else {
        let start = at
        while try hasByte(), bytes[at] != separator, !isEnd(bytes[at]) { at += 1 }
        var end = at
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        cells.append(bytes[start..<end])
      }
      guard try hasByte(), bytes[at] == separator else { return true }
      at += 1
    }
  }

  /// What stands between quotation marks; `nil` where there is no second one, or text behind it.
  private mutating func readQuoted() throws -> [UInt8]? {
    var cell: [UInt8] = []
    at += 1
    while try hasByte() {
      if bytes[at] == 0x22 {
        at += 1
        guard try hasByte(), bytes[at] == 0x22 else {
          try skipBlanks()
          let isOver = try !hasByte() || bytes[at] == separator || isEnd(bytes[at])
          return isOver ? cell : nil
        }
      }
      if bytes[at] == 0x0A { nextLine += 1 }
      cell.append(bytes[at])
      at += 1
    }
    return nil
  }

  private mutating func skipBlanks() throws {
    while try hasByte(), isBlank(bytes[at]) { at += 1 }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte == 0x09 && separator != 0x09)
  }

  private func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func headerSeparator() throws -> UInt8 {
    while try hasByte(), !isEnd(bytes[at]) { at += 1 }
    let header = bytes[start..<at]
    at = start
    guard !header.contains(0x2C) else { return 0x2C }
    return [0x3B, 0x09].first { header.contains($0) } ?? 0x2C
  }
}
