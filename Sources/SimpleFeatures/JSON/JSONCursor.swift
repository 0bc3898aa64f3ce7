/// A reading position in UTF-8 JSON text (RFC 8259) that is held in memory as a whole.
///
/// Reads one value at a time without building a tree. Faults carry the byte offset in ``bytes``.
struct JSONCursor {
  var bytes: [UInt8]
  var position = 0
  /// Whether rings that do not end where they begin are closed, and how many were.
  var closesRings = false
  var closedRingCount = 0
  /// How deep arrays and objects may nest before the text is refused.
  static let maximumDepth = 256

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The byte at the reading position; 0 at the end, which no JSON token starts with.
  @inline(__always)
  var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  @inline(__always)
  mutating func skipWhitespace() {
    while position < bytes.count, JSONCursor.isWhitespace(bytes[position]) { position += 1 }
  }

  @inline(__always)
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// A fault at the reading position.
  func fault(_ code: FormatError.Code = .syntax, _ message: String, hint: String? = nil)
    -> FormatError
  {
    if code == .syntax && position >= bytes.count {
      return FormatError(.truncated, "the text ends too early", offset: position)
    }
    return FormatError(code, message, hint: hint, offset: position)
  }

  /// Consumes `byte` after white space, or fails naming it.
  @inline(__always)
  mutating func expect(_ byte: UInt8) throws(FormatError) {
    skipWhitespace()
    guard current == byte else {
      throw fault(.syntax, "expected '\(Character(UnicodeScalar(byte)))'")
    }
    position += 1
  }

  /// Consumes `byte` after white space if it is next.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    skipWhitespace()
    guard current == byte else { return false }
    position += 1
    return true
  }

  /// Reads the members of an object, calling `body` at each value; `body` must consume it.
  mutating func readObject(
    _ body: (String, inout JSONCursor) throws(FormatError) -> Void
  ) throws(FormatError) {
    try expect(UInt8(ascii: "{"))
    if take(UInt8(ascii: "}")) { return }
    repeat {
      let key = try readString()
      try expect(UInt8(ascii: ":"))
      try body(key, &self)
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
  }

  /// Reads past one value of any kind, checking its syntax.
  mutating func skipValue(depth: Int = 0) throws(FormatError) {
    guard depth < JSONCursor.maximumDepth else {
      throw fault(.syntax, "arrays and objects nest deeper than \(JSONCursor.maximumDepth)")
    }
    skipWhitespace()
    switch current {
    case UInt8(ascii: "{"):
      try readObject { (_, cursor) throws(FormatError) in try cursor.skipValue(depth: depth + 1) }
    case UInt8(ascii: "["):
      position += 1
      if take(UInt8(ascii: "]")) { return }
      repeat { try skipValue(depth: depth + 1) } while take(UInt8(ascii: ","))
      try expect(UInt8(ascii: "]"))
    case UInt8(ascii: "\""): try skipString()
    default: _ = try readScalar()
    }
  }

  /// Reads `true`, `false`, `null` or a number.
  mutating func readScalar() throws(FormatError) -> PropertyValue {
    switch current {
    case UInt8(ascii: "t"):
      try readWord("true")
      return .boolean(true)
    case UInt8(ascii: "f"):
      try readWord("false")
      return .boolean(false)
    case UInt8(ascii: "n") where !bytes[position...].starts(with: "nan".utf8):
      try readWord("null")
      return .null
    default: return try readNumber()
    }
  }

  /// Reads a value of any kind; arrays and objects become their JSON text.
  mutating func readValue() throws(FormatError) -> PropertyValue {
    skipWhitespace()
    switch current {
    case UInt8(ascii: "\""): return .text(try readString())
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let start = position
      try skipValue()
      return .json(try text(start..<position))
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return try readScalar()
    case UInt8(ascii: "n") where bytes[position...].starts(with: "null".utf8):
      return try readScalar()
    default: return try readAttributeNumber()
    }
  }

  mutating func readWord(_ word: StaticString) throws(FormatError) {
    let text = word.description.utf8
    let found = bytes[position...].prefix(text.count)
    guard found.elementsEqual(text) else {
      // Only where the text itself ends: how much of a file is in memory is no matter of its words.
      if text.starts(with: found) { position = bytes.count }
      throw fault(.syntax, "expected a JSON value")
    }
    position += text.count
  }
}
