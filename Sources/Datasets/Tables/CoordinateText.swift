import Foundation
import SimpleFeatures

/// Numbers and angles as people write them into tables.
enum CoordinateText {
  /// The number of a cell; `nil` where it is none.
  static func number(_ value: PropertyValue?) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number.isFinite ? number : nil
    case .text(let text): number(text)
    default: nil
    }
  }

  /// The number of a text: `529305.238`, `529,305.238`, `５２９３０５．２３８`.
  static func number(_ text: String) -> Double? {
    var plain = TableText.trimmed(text)
    if !isDecimal(plain.utf8) {
      plain = TableText.trimmed(narrow(plain))
      if plain.utf8.contains(comma) {
        guard isGrouped(plain) else { return nil }
        plain.removeAll { $0 == "," }
      }
      guard isDecimal(plain.utf8) else { return nil }
    }
    return Double(plain).flatMap { $0.isFinite ? $0 : nil }
  }

  private static let (comma, point): (UInt8, UInt8) = (0x2C, 0x2E)
  private static let digits: ClosedRange<UInt8> = 0x30...0x39

  /// Whether a text is digits with a point at most, a sign before and an exponent behind.
  ///
  /// `Double` would also take hexadecimal numbers, "inf" and "nan".
  private static func isDecimal(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    func drop(_ marks: UInt8...) -> Bool {
      guard let first = rest.first, marks.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func dropDigits() -> Int {
      let before = rest
      rest = rest.drop { digits.contains($0) }
      return before.distance(from: before.startIndex, to: rest.startIndex)
    }
    _ = drop(0x2B, 0x2D)
    var count = dropDigits()
    if drop(point) { count += dropDigits() }
    if count > 0, drop(0x45, 0x65) {
      _ = drop(0x2B, 0x2D)
      count = dropDigits()
    }
    return count > 0 && rest.isEmpty
  }

  /// Whether commas stand before each three digits of the whole part, and nowhere else.
  private static func isGrouped(_ text: String) -> Bool {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let whole = parts[0].first.map { "+-".contains($0) } ?? false ? parts[0].dropFirst() : parts[0]
    let groups = whole.split(separator: ",", omittingEmptySubsequences: false)
    return groups.count > 1 && (1...3).contains(groups[0].utf8.count)
      && groups.dropFirst().allSatisfy { $0.utf8.count == 3 }
      && (groups + parts.dropFirst()).allSatisfy { $0.utf8.allSatisfy(digits.contains) }
  }

  /// The degrees of a cell: a number, or degrees, minutes and seconds.
  static func degrees(_ value: PropertyValue?) -> Double? {
    if let number = number(value) { return number }
    guard case .text(let text) = value else { return nil }
    return sexagesimal(text)
  }

  /// `114°18′20.5″`, `E114 18 20.5`, `东经114度18分20.5秒`, `114:18:20.5`, `30°18.5'N`, `114.3°`.
  private static func sexagesimal(_ text: String) -> Double? {
    var plain = TableText.trimmed(narrow(text)).uppercased()
    var isNegative = false
    for (word, negates) in [
      ("东经", false), ("北纬", false), ("西经", true), ("南纬", true), ("E", false), ("N", false),
      ("W", true), ("S", true),
    ] where plain.hasPrefix(word) || plain.hasSuffix(word) {
      plain = plain.replacing(word, with: "")
      isNegative = negates
      break
    }
    if plain.hasPrefix("-") {
      isNegative.toggle()
      plain.removeFirst()
    }
    let parts = plain.split { "°º度:′'’分″\"”秒 ".contains($0) }.map(String.init)
    guard (1...3).contains(parts.count),
      parts.allSatisfy(isUnsigned),
      parts.dropLast().allSatisfy({ !$0.contains(".") })
    else { return nil }
    let numbers = parts.compactMap { Double($0) }
    guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    let degrees = numbers.reversed().reduce(0) { $0 / 60 + $1 }
    return isNegative ? -degrees : degrees
  }

  /// Whether a text is digits, perhaps with a point between them.
  private static func isUnsigned(_ text: String) -> Bool {
    let ends = [text.utf8.first, text.utf8.last].compactMap { $0 }
    return ends.count == 2 && ends.allSatisfy(digits.contains)
      && text.utf8.allSatisfy { digits.contains($0) || $0 == point } && isDecimal(text.utf8)
  }

  /// Full-width digits and marks as those of ASCII.
  private static func narrow(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { (0xFF01...0xFF5E).contains($0.value) }) else {
      return text
    }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
          return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        }))
  }
}
