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
    var plain = TableText.trimmed(narrow(text))
    if plain.contains(",") {
      guard plain.wholeMatch(of: /[-+]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?/) != nil else {
        return nil
      }
      plain.removeAll { $0 == "," }
    }
    // Double() would also take hexadecimal numbers, "inf" and "nan".
    guard plain.wholeMatch(of: /[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?/) != nil else {
      return nil
    }
    return Double(plain).flatMap { $0.isFinite ? $0 : nil }
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
      parts.allSatisfy({ $0.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil }),
      parts.dropLast().allSatisfy({ !$0.contains(".") })
    else { return nil }
    let numbers = parts.compactMap { Double($0) }
    guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    let degrees = numbers.reversed().reduce(0) { $0 / 60 + $1 }
    return isNegative ? -degrees : degrees
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
