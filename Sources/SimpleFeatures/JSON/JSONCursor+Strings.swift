extension JSONCursor {
  /// Reads a string and resolves its escapes.
  mutating func readString() throws(FormatError) -> String {
    try expect(UInt8(ascii: "\""))
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        let text = try text(start..<position)
        position += 1
        return text
      }
      if byte == UInt8(ascii: "\\") { return try readEscapedString(from: start) }
      guard byte >= 0x20 else { throw controlCharacterFault(byte) }
      position += 1
    }
    throw fault(.truncated, "a string is not closed")
  }

  /// Reads past a string without building it; its escapes are checked.
  mutating func skipString() throws(FormatError) {
    try expect(UInt8(ascii: "\""))
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\") { _ = try readEscape() }
      guard byte >= 0x20 else {
        position -= 1
        throw controlCharacterFault(byte)
      }
    }
    throw fault(.truncated, "a string is not closed")
  }

  private func controlCharacterFault(_ byte: UInt8) -> FormatError {
    byte == 0
      ? fault(.nulCharacter, "a text holds a NUL character", hint: "remove it at the source")
      : fault(.syntax, "a control character stands unescaped in a string")
  }

  /// The UTF-8 text of `range`.
  func text(_ range: Range<Int>) throws(FormatError) -> String {
    do {
      return String(copying: try UTF8Span(validating: bytes.span.extracting(range)))
    } catch {
      throw FormatError(
        .badEncoding, "the text is not UTF-8",
        hint: "convert the file first, for example: iconv -f GB18030 -t UTF-8",
        offset: range.lowerBound + error.byteOffsets.lowerBound)
    }
  }

  private mutating func readEscapedString(from start: Int) throws(FormatError) -> String {
    var result = try text(start..<position)
    while position < bytes.count {
      let runStart = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "\""),
        bytes[position] != UInt8(ascii: "\\")
      {
        guard bytes[position] >= 0x20 else { throw controlCharacterFault(bytes[position]) }
        position += 1
      }
      result += try text(runStart..<position)
      guard position < bytes.count else { break }
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return result }
      result.unicodeScalars.append(try readEscape())
    }
    throw fault(.truncated, "a string is not closed")
  }

  /// Reads what follows a backslash.
  private mutating func readEscape() throws(FormatError) -> Unicode.Scalar {
    let byte = current
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape()
    default: throw fault(.syntax, "unknown escape in a string")
    }
  }

  private mutating func readUnicodeEscape() throws(FormatError) -> Unicode.Scalar {
    let first = try readHexDigits()
    if first == 0 {
      throw fault(.nulCharacter, "a text holds a NUL character", hint: "remove it at the source")
    }
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, current == UInt8(ascii: "\\") {
      position += 1
      guard current == UInt8(ascii: "u") else { throw halfSurrogatePair() }
      position += 1
      let second = try readHexDigits()
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw halfSurrogatePair()
  }

  private func halfSurrogatePair() -> FormatError {
    fault(
      .unsupported, "a text holds half a character (a lone surrogate)",
      hint: "remove it at the source")
  }

  private mutating func readHexDigits() throws(FormatError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(UnicodeScalar(current)).hexDigitValue else {
        throw fault(.syntax, "\\u wants four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
