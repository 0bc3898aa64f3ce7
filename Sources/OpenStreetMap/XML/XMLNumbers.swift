extension XMLCursor {
  /// A whole number with or without sign; `nil` for anything else.
  func integer(_ range: Range<Int>) -> Int64? {
    var place = range.lowerBound
    guard place < range.upperBound else { return nil }
    let isNegative = unsafe base.pointer[place] == UInt8(ascii: "-")
    if unsafe isNegative || base.pointer[place] == UInt8(ascii: "+") { place += 1 }
    guard place < range.upperBound, range.upperBound - place <= 19 else { return nil }
    var value: UInt64 = 0
    while place < range.upperBound {
      let digit = unsafe base.pointer[place] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      // 19 digits fit 64 bits without sign.
      value = value &* 10 &+ UInt64(digit)
      place += 1
    }
    guard value <= UInt64(Int64.max) else { return nil }
    return isNegative ? -Int64(value) : Int64(value)
  }

  /// Degrees as 1e-7 degrees, to the nearest; `nil` for what is no number or beyond 180.
  func degrees(_ range: Range<Int>) -> Int32? {
    var place = range.lowerBound
    let isNegative = unsafe place < range.upperBound && base.pointer[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    var value: Int64 = 0
    var digits = 0
    var decimals = -1
    while place < range.upperBound {
      let byte = unsafe base.pointer[place]
      place += 1
      if byte == UInt8(ascii: "."), decimals < 0 {
        decimals = 0
        continue
      }
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9, digits < 40 else { return unusualDegrees(range) }
      digits += 1
      if decimals < 8 {
        value = value * 10 + Int64(digit)
        if decimals >= 0 {
          decimals += 1
        } else if value > 1000 {
          return unusualDegrees(range)
        }
      }
    }
    guard digits > 0 else { return nil }
    // Eight decimals, of which the last only rounds.
    for _ in max(decimals, 0)..<8 { value *= 10 }
    let rounded = (value + 5) / 10
    guard rounded <= 1_800_000_000 else { return nil }
    return Int32(isNegative ? -rounded : rounded)
  }

  /// Numbers with an exponent or a plus sign.
  private func unusualDegrees(_ range: Range<Int>) -> Int32? {
    let words = text(range)
    guard range.count <= 60, words.utf8.allSatisfy({ "+-.0123456789Ee".utf8.contains($0) }),
      let value = Double(words), abs(value) <= 180
    else { return nil }
    return Int32((value * 1e7).rounded())
  }
}
