extension JSONCursor {
  /// Reads a number: integers of 64 bits stay exact, all others become the nearest double.
  ///
  /// `NaN` and `Infinity`, which some writers emit against RFC 8259, are a fault of the record
  /// (``FormatError/Code/badCoordinate``) and not of the whole text.
  mutating func readNumber() throws(FormatError) -> PropertyValue {
    let start = position
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { position += 1 }
    guard JSONCursor.isDigit(current) else { throw notANumber(at: start) }

    var digits = Digits()
    let leadsWithZero = current == UInt8(ascii: "0")
    while JSONCursor.isDigit(current) {
      digits.append(current)
      position += 1
    }
    if leadsWithZero && position - start > (isNegative ? 2 : 1) {
      throw fault(.syntax, "a number starts with a needless zero")
    }
    var isInteger = true
    if current == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      guard JSONCursor.isDigit(current) else { throw fault(.syntax, "a number ends in a point") }
      while JSONCursor.isDigit(current) {
        digits.append(current)
        digits.exponent -= 1
        position += 1
      }
    }
    if current | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      try readExponent(into: &digits)
    }

    if isInteger, !digits.hasOverflowed {
      let magnitude = digits.mantissa
      if magnitude <= Int64.max {
        return .integer(isNegative ? -Int64(magnitude) : Int64(magnitude))
      }
      if isNegative, magnitude == Int64.min.magnitude { return .integer(.min) }
    }
    if let exact = digits.exactValue { return .real(isNegative ? -exact : exact) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw FormatError(
        .badCoordinate, "the number \(text.prefix(20)) is out of range", offset: start)
    }
    return .real(value)
  }

  /// Reads a number as a double; a value of another kind is a fault of the record.
  @inline(__always)
  mutating func readDouble() throws(FormatError) -> Double {
    switch try readNumber() {
    case .integer(let value): return Double(value)
    case .real(let value): return value
    default: throw fault(.syntax, "expected a number")
    }
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private mutating func readExponent(into digits: inout Digits) throws(FormatError) {
    position += 1
    let isNegative = current == UInt8(ascii: "-")
    if isNegative || current == UInt8(ascii: "+") { position += 1 }
    guard JSONCursor.isDigit(current) else { throw fault(.syntax, "an exponent has no digits") }
    var exponent = 0
    while JSONCursor.isDigit(current) {
      exponent = min(exponent * 10 + Int(current - 0x30), 100_000)
      position += 1
    }
    digits.exponent += isNegative ? -exponent : exponent
  }

  /// Reads a number of an attribute, where digits count: a whole number beyond 64 bits stays text,
  /// and `NaN` or `Infinity` mean no value.
  mutating func readAttributeNumber() throws(FormatError) -> PropertyValue {
    let start = position
    if !startsWithDigit, let word = notANumberWord(at: start) {
      position += word.utf8CodeUnitCount
      return .null
    }
    let value = try readNumber()
    guard case .real = value else { return value }
    let literal = bytes[start..<position]
    let isWhole = literal.allSatisfy { JSONCursor.isDigit($0) || $0 == UInt8(ascii: "-") }
    return isWhole ? .text(String(decoding: literal, as: UTF8.self)) : value
  }

  /// Whether a digit is next, perhaps after a minus.
  private var startsWithDigit: Bool {
    guard current == UInt8(ascii: "-"), position + 1 < bytes.count else {
      return JSONCursor.isDigit(current)
    }
    return JSONCursor.isDigit(bytes[position + 1])
  }

  private func notANumberWord(at start: Int) -> StaticString? {
    let words: [StaticString] = [
      "NaN", "nan", "-NaN", "-nan", "Infinity", "-Infinity", "Inf", "-Inf", "inf", "-inf",
    ]
    return words.first { bytes[start...].starts(with: $0.description.utf8) }
  }

  private func notANumber(at start: Int) -> FormatError {
    if let word = notANumberWord(at: start) {
      return FormatError(
        .badCoordinate, "\(word) is not a number that a map can show",
        hint: "leave the value out or write null", offset: start)
    }
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "n"),
      UInt8(ascii: "t"), UInt8(ascii: "f"):
      return fault(
        .badCoordinate, "a coordinate is not a number", hint: "write positions as [114.4, 30.5]")
    default: return fault(.syntax, "expected a JSON value")
    }
  }
}

/// The decimal digits of a number as a 64-bit mantissa and a power of ten.
private struct Digits {
  var mantissa: UInt64 = 0
  var exponent = 0
  /// Whether more digits came than the mantissa holds.
  var hasOverflowed = false
  private var count = 0
  /// So many digits fit whatever they are.
  private static let safeCount = 19

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    count += 1
    guard count > Digits.safeCount else {
      mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
      return
    }
    let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(UInt64(byte &- 0x30))
    if overflow || carry || hasOverflowed {
      hasOverflowed = true
    } else {
      mantissa = sum
    }
  }

  /// The value where one division or product of exact doubles gives it correctly rounded, else
  /// `nil`.
  ///
  /// Method: Clinger 1990, doi:10.1145/93542.93557.
  var exactValue: Double? {
    guard !hasOverflowed, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
    return exponent < 0
      ? Double(mantissa) / powersOfTen[-exponent] : Double(mantissa) * powersOfTen[exponent]
  }
}

/// 10⁰ … 10²², each exact as a double.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
