package import SimpleFeatures

/// Reads comma-separated values (RFC 4180, also with semicolons or tabs) row by row, holding one
/// row and one chunk in memory.
///
/// A row that cannot be split says why and costs itself alone: the next begins on the line after.
package struct CSVReader {
  /// How rows are written.
  package struct Form: Sendable {
    /// Whether spaces around cells are not part of them, and lines without any cell and comments
    /// (`#`) above the header no rows.
    var isTidied: Bool
    /// Bytes of a row; what is longer is no CSV, and is not held.
    var longestRow: Int
    var mostCells: Int

    /// Every line is a row, and cells are as they are written.
    static let exact = Form(
      isTidied: false, longestRow: CSVDialect.longestRecord, mostCells: OGRColumns.mostColumns)
    /// Tables that people write.
    package static let tidied = Form(isTidied: true, longestRow: 1 << 20, mostCells: .max)
  }

  /// Why a row has no cells.
  package enum Diagnostic: Sendable {
    /// The file ends within quotation marks.
    case openQuote
    /// The longest row ends within quotation marks.
    case endlessQuote
    case textBehindQuote
    case tooLong
    case tooManyCells
  }

  /// The number of the row's first line.
  package private(set) var line = 0
  /// The row's cells, without their quotation marks.
  package private(set) var cells: [ArraySlice<UInt8>] = []
  package private(set) var fault: Diagnostic?

  private let chunks: FileChunks
  private let form: Form
  private var delimiter: UInt8
  /// Whether the first row says what parts cells.
  private let isShown: Bool
  /// What was read and is of use yet, from the row's first byte on.
  private var bytes: [UInt8] = []
  private var at = 0
  /// The row's first byte.
  private var start = 0
  private var nextLine = 1
  private var hasRows = false
  /// Whether the row that was told last has to be passed over yet.
  private var isWithinRow = false
  private var isExhausted = false
  /// Used bytes before they are dropped.
  private static let mostUsed = 1 << 18

  /// Begins at the beginning of a file.
  ///
  /// - Parameter delimiter: What stands between cells; without, the first row shows it, and a row
  ///   without any has commas.
  package init(
    _ chunks: FileChunks, _ form: Form = .tidied, delimiter: UInt8? = nil
  ) throws(FormatError) {
    self.chunks = chunks
    self.form = form
    bytes = try chunks.next()
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    self.delimiter = delimiter ?? 0x2C
    isShown = delimiter == nil
  }

  /// Whether the file begins with some bytes; asked before the first row.
  package func begins(with start: [UInt8]) -> Bool { bytes.starts(with: start) }

  /// Goes on to the next row; `false` at the end.
  package mutating func next() throws(FormatError) -> Bool {
    if isWithinRow { try endLine() }
    isWithinRow = false
    beginRow()
    while try hasByte() {
      if form.isTidied, !hasRows, bytes[at] == 0x23 {
        try endLine()
        beginRow()
        continue
      }
      if isShown, !hasRows { delimiter = try headerDelimiter() }
      line = nextLine
      cells.removeAll(keepingCapacity: true)
      fault = try readCells()
      switch fault {
      case .tooLong, .tooManyCells:
        isWithinRow = true
        return true
      case .openQuote, .endlessQuote, .textBehindQuote:
        at = start
        nextLine = line
      case nil: break
      }
      try endLine()
      beginRow()
      guard fault != nil || !form.isTidied || cells.count > 1 || !cells[0].isEmpty else { continue }
      hasRows = true
      return true
    }
    return false
  }

  // MARK: Cells

  /// Reads the cells up to the end of the row; what is wrong with it.
  private mutating func readCells() throws(FormatError) -> Diagnostic? {
    while true {
      try skipBlanks()
      if try hasByte(), bytes[at] == 0x22 {
        var cell: [UInt8] = []
        if let fault = try readQuoted(&cell) { return fault }
        cells.append(cell[...])
      } else {
        let start = at
        while try hasByte(), bytes[at] != delimiter, !isEnd(bytes[at]) { at += 1 }
        var end = at
        while form.isTidied, end > start, isBlank(bytes[end - 1]) { end -= 1 }
        cells.append(bytes[start..<end])
      }
      if isCut { return .tooLong }
      guard cells.count <= form.mostCells else { return .tooManyCells }
      guard try hasByte(), bytes[at] == delimiter else { return nil }
      at += 1
    }
  }

  /// Reads what stands between quotation marks.
  private mutating func readQuoted(_ cell: inout [UInt8]) throws(FormatError) -> Diagnostic? {
    at += 1
    while try hasByte() {
      if bytes[at] == 0x22 {
        at += 1
        guard try hasByte(), bytes[at] == 0x22 else {
          try skipBlanks()
          let isOver = try !hasByte() || bytes[at] == delimiter || isEnd(bytes[at])
          return isOver ? nil : .textBehindQuote
        }
      }
      if bytes[at] == 0x0A { nextLine += 1 }
      cell.append(bytes[at])
      at += 1
    }
    return isCut ? .endlessQuote : .openQuote
  }

  private mutating func skipBlanks() throws(FormatError) {
    guard form.isTidied else { return }
    while try hasByte(), isBlank(bytes[at]) { at += 1 }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte == 0x09 && delimiter != 0x09)
  }

  private func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// What parts the cells of the first row, which begins here.
  private mutating func headerDelimiter() throws(FormatError) -> UInt8 {
    while try hasByte(), !isEnd(bytes[at]) { at += 1 }
    let header = bytes[start..<at]
    at = start
    return CSVDialect.delimiter(header) ?? 0x2C
  }

  // MARK: Bytes

  /// Whether there is a byte more, which is read if need be.
  @inline(__always)
  private mutating func hasByte() throws(FormatError) -> Bool {
    if at < bytes.count { return true }
    return try fill()
  }

  /// Whether all is read that a row may have, and the row goes on.
  private var isCut: Bool { at == bytes.count && at - start >= form.longestRow }

  /// Begins a row with the byte that comes next; what is before it is of no use any more.
  private mutating func beginRow() {
    if at >= Self.mostUsed, at * 2 > bytes.count {
      bytes.removeFirst(at)
      at = 0
    }
    start = at
  }

  /// Reads on; `false` at the end of the file, or of what a row may have.
  private mutating func fill() throws(FormatError) -> Bool {
    guard !isExhausted, bytes.count - start < form.longestRow else { return false }
    let more = try chunks.next()
    isExhausted = more.isEmpty
    bytes += more
    return !isExhausted
  }

  /// Goes on behind the end of the line.
  private mutating func endLine() throws(FormatError) {
    while true {
      while at < bytes.count, !isEnd(bytes[at]) { at += 1 }
      guard at == bytes.count else { break }
      beginRow()
      guard try fill() else { break }
    }
    if try hasByte(), bytes[at] == 0x0D { at += 1 }
    if try hasByte(), bytes[at] == 0x0A { at += 1 }
    nextLine += 1
  }
}
