/// JSON text under construction: a growing UTF-8 buffer.
public struct JSONText: Sendable {
  /// The text so far, UTF-8.
  public private(set) var bytes: [UInt8]

  /// An empty text with room for `capacity` bytes.
  public init(capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Empties the buffer and keeps its memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends text as it stands: punctuation, or JSON made elsewhere.
  @inline(__always)
  public mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends JSON that was made elsewhere, as it stands.
  public mutating func raw(_ text: JSONText) { bytes.append(contentsOf: text.bytes) }

  /// Reopens the object that was written last: takes its closing brace off and appends `text`.
  public mutating func replaceClosingBrace(with text: String) {
    precondition(bytes.last == UInt8(ascii: "}"), "the text does not end in an object")
    bytes.removeLast()
    raw(text)
  }

  /// Appends a quoted and escaped string.
  public mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): raw("\\\"")
      case UInt8(ascii: "\\"): raw("\\\\")
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20:
        raw("\\u00")
        bytes.append(JSONText.hexDigit(byte >> 4))
        bytes.append(JSONText.hexDigit(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the shortest decimal that reads back as the same double; `null` if not finite.
  public mutating func number(_ value: Double) {
    guard value.isFinite else { return raw("null") }
    if value.isShortWhole {
      raw(String(Int64(value)))
    } else {
      raw(value.description)
    }
  }

  /// Appends a whole number.
  public mutating func number(_ value: Int64) { raw(String(value)) }

  /// Appends a property's value.
  public mutating func value(_ value: PropertyValue) {
    switch value {
    case .null: raw("null")
    case .boolean(let flag): raw(flag ? "true" : "false")
    case .integer(let number): self.number(number)
    case .real(let number): self.number(number)
    case .text(let text): string(text)
    case .json(let text): raw(text)
    }
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? nibble + 0x30 : nibble + 0x57
  }
}
