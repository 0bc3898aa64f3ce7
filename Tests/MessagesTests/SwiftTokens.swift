/// The tokens of a Swift file, as far as finding texts in calls needs them.
enum SwiftToken: Equatable {
  case mark(UInt8)
  case word(String)
  /// A literal's text, with a ``place`` for each interpolation, what stands there, and its line.
  case text(String, fillings: [String], line: Int)

  static let place: Character = "\u{FFFC}"
}

/// Takes a Swift file apart; comments and regular expressions are left out.
struct SwiftTokens {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private(set) var tokens: [SwiftToken] = []

  init(_ source: String) {
    bytes = Array(source.utf8)
    scan(untilBracket: false)
  }

  private func next(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private mutating func skip(past text: String) {
    while index < bytes.count, !next(text) { step() }
    for _ in 0..<text.utf8.count where index < bytes.count { step() }
  }

  private mutating func step() {
    if bytes[index] == UInt8(ascii: "\n") { line += 1 }
    index += 1
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "`")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "$")
      || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Scans to the end, or past the bracket that closes an interpolation, whose tokens do not count.
  private mutating func scan(untilBracket: Bool) {
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      if next("//") {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      } else if next("/*") {
        skip(past: "*/")
      } else if next("#/") {
        index += 2
        skip(past: "/#")
      } else if next("#\"") {
        index += 2
        skip(past: "\"#")
      } else if byte == UInt8(ascii: "\"") {
        let start = line
        let (text, fillings) = literal()
        tokens.append(.text(text, fillings: fillings, line: start))
      } else if Self.isWord(byte) {
        let start = index
        while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
        tokens.append(.word(String(decoding: bytes[start..<index], as: UTF8.self)))
      } else {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        step()
        if untilBracket, depth < 0 { return }
        if byte > 0x20 { tokens.append(.mark(byte)) }
      }
    }
  }

  private mutating func literal() -> (text: String, fillings: [String]) {
    let quote = next("\"\"\"") ? "\"\"\"" : "\""
    index += quote.utf8.count
    var text: [UInt8] = []
    var fillings: [String] = []
    while index < bytes.count, !next(quote) {
      if next("\\(") {
        index += 2
        let (before, start) = (tokens.count, index)
        scan(untilBracket: true)
        tokens.removeSubrange(before...)
        fillings.append(String(decoding: bytes[start..<(index - 1)], as: UTF8.self))
        text += Array(String(SwiftToken.place).utf8)
      } else if next("\\\n") {
        index += 1
        step()
      } else if next("\\u{") {
        index += 3
        let start = index
        while bytes[index] != UInt8(ascii: "}") { index += 1 }
        let digits = String(decoding: bytes[start..<index], as: UTF8.self)
        let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
        text += Array(String(scalar ?? "?").utf8)
        index += 1
      } else if bytes[index] == UInt8(ascii: "\\") {
        let escaped = bytes[index + 1]
        text.append(
          escaped == UInt8(ascii: "n") ? 0x0A : escaped == UInt8(ascii: "t") ? 9 : escaped)
        index += 2
      } else {
        text.append(bytes[index])
        step()
      }
    }
    index += quote.utf8.count
    return (String(decoding: text, as: UTF8.self), fillings)
  }
}
