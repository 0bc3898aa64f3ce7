/// Finds the end of one JSON value in a window that grows, looking at each byte once.
struct JSONExtent {
  private var offset: Int
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var hasStarted = false

  init(start: Int) {
    offset = start
  }

  /// Looks on; answers whether the value ends within `bytes`.
  mutating func advance(in bytes: [UInt8]) -> Bool {
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      // Most of a file is digits, points and minuses, which neither open nor close anything.
      if byte &- 0x2D < 0x2E {
        hasStarted = true
        isEscaped = false
        continue
      }
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          if depth == 0 { return true }
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        hasStarted = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        hasStarted = true
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return true }
      case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 && hasStarted { return true }
      default: hasStarted = true
      }
    }
    return false
  }

  /// The offset one past the value, once its end was found.
  func endOffset(in bytes: [UInt8]) -> Int {
    guard offset > 0, offset <= bytes.count else { return bytes.count }
    switch bytes[offset - 1] {
    case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09: return offset - 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return depth < 0 ? offset - 1 : offset
    default: return offset
    }
  }

  /// Whether the end of the text ends the value too, as it does for a bare number or word.
  func isComplete(atEndOf bytes: [UInt8]) -> Bool {
    hasStarted && depth == 0 && !isInString && offset >= bytes.count
  }
}
