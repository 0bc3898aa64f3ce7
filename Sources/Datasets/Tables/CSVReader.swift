import SimpleFeatures

/// Reads comma-separated values (RFC 4180, also with semicolons or tabs) row by row, holding one
/// row and one chunk in memory.
struct CSVReader {
  /// One row: its values as bytes without their quotes, and where it begins.
  struct Row {
    var values: [[UInt8]]
    var position: TextPosition
  }

  private let chunks: FileChunks
  private let delimiter: UInt8
  private var bytes: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isExhausted = false

  init(_ chunks: FileChunks, delimiter: UInt8) {
    self.chunks = chunks
    self.delimiter = delimiter
  }

  /// The next row; `nil` at the end of the file.
  ///
  /// - Throws: ``FormatError`` for a row without end, too many columns, a quote without its
  ///   partner.
  mutating func next() throws(FormatError) -> Row? {
    discard()
    guard try current() != nil else { return nil }
    let start = TextPosition(line: line, column: 1)
    let begin = position
    var values: [[UInt8]] = []
    while true {
      values.append(try value(from: begin, start))
      guard values.count <= OGRColumns.mostColumns else {
        throw FormatError(
          .tooLarge, "a row has more than \(OGRColumns.mostColumns) values",
          hint: "are rows and columns exchanged?", position: start)
      }
      guard try current() == delimiter else { break }
      position += 1
    }
    try endLine()
    return Row(values: values, position: start)
  }

  private mutating func value(
    from begin: Int, _ start: TextPosition
  ) throws(FormatError) -> [UInt8] {
    if try current() == UInt8(ascii: "\"") { return try quoted(from: begin, start) }
    let first = position
    while let byte = try current(), byte != delimiter, byte != 0x0A, byte != 0x0D {
      position += 1
      try checkLength(from: begin, start)
    }
    return Array(bytes[first..<position])
  }

  private mutating func quoted(
    from begin: Int, _ start: TextPosition
  ) throws(FormatError) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    var value: [UInt8] = []
    position += 1
    while true {
      guard let byte = try current() else {
        throw FormatError(
          .truncated, "the file ends inside a quoted value of the row that begins here",
          hint: "a quote is not closed, or the file was cut short", position: start)
      }
      position += 1
      try checkLength(from: begin, start)
      if byte == quote {
        guard try current() == quote else { break }
        position += 1
      }
      if byte == 0x0A { line += 1 }
      value.append(byte)
    }
    guard let byte = try current(), byte != delimiter, byte != 0x0A, byte != 0x0D else {
      return value
    }
    throw FormatError(
      .syntax, "text follows a closing quote", hint: "write quotes inside of values twice",
      position: start)
  }

  private func checkLength(from begin: Int, _ start: TextPosition) throws(FormatError) {
    guard position - begin > CSVDialect.longestRecord else { return }
    throw FormatError(
      .tooLarge, "a row is longer than \(CSVDialect.longestRecord >> 20) MiB",
      hint: "is a quote not closed, or is this no table?", position: start)
  }

  private mutating func endLine() throws(FormatError) {
    if try current() == 0x0D { position += 1 }
    if try current() == 0x0A { position += 1 }
    line += 1
  }

  /// The byte at the reading position, loading more of the file as needed; `nil` at the end.
  @inline(__always)
  private mutating func current() throws(FormatError) -> UInt8? {
    if position < bytes.count { return bytes[position] }
    return try load()
  }

  private mutating func load() throws(FormatError) -> UInt8? {
    guard !isExhausted else { return nil }
    let chunk = try chunks.next()
    isExhausted = chunk.isEmpty
    let isStart = bytes.isEmpty && position == 0 && line == 1
    bytes += isStart && chunk.starts(with: [0xEF, 0xBB, 0xBF]) ? chunk.dropFirst(3) : chunk[...]
    return position < bytes.count ? bytes[position] : nil
  }

  /// Drops the rows that were read once they are most of the window.
  private mutating func discard() {
    guard position > 1 << 18, position * 2 > bytes.count else { return }
    bytes.removeFirst(position)
    position = 0
  }
}
