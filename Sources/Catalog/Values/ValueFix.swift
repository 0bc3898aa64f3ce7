import Foundation
package import SimpleFeatures

/// What a value that does not fit a field surely means: a number with its unit, a date as offices
/// write it, a code in other letters.
package enum ValueFix {
  /// The value in the field's type; `nil` where its meaning would be a guess.
  package static func fixed(_ value: PropertyValue, for field: Field) -> PropertyValue? {
    if case .real(let number) = value, field.type != .text {
      guard let whole = Int64(exactly: number) else { return nil }
      return fixed(.integer(whole), for: field)
    }
    let text = narrow(FieldValue.plainText(value))
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, let meant = meaning(of: text, field) else { return nil }
    return try? FieldValue.converted(meant, to: field)
  }

  /// The text with full-width letters, digits and signs as narrow ones; ² stays what it is.
  private static func narrow(_ text: String) -> String {
    var narrow = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: narrow.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
      case 0x3000: narrow.append(" ")
      default: narrow.append(scalar)
      }
    }
    return String(narrow)
  }

  private static func meaning(of text: String, _ field: Field) -> PropertyValue? {
    if !field.codes.isEmpty { return code(text, field) }
    switch field.type {
    case .text: return .text(text)
    case .integer, .real: return number(text, unit: field.unit).map { .real($0) }
    case .boolean:
      return ["有": true, "√": true, "无": false, "×": false, "x": false][text.lowercased()]
        .map { .boolean($0) }
    case .date, .datetime: return date(text).map { .text($0) }
    }
  }

  /// The one code whose value or name differs only in letter case, width and spaces.
  private static func code(_ text: String, _ field: Field) -> PropertyValue? {
    let folded = folded(text)
    let codes = field.codes.filter { code in
      code.names.contains { self.folded($0) == folded }
    }
    return codes.count == 1 ? .text(codes[0].value) : nil
  }

  private static func folded(_ text: String) -> String {
    narrow(text).lowercased().filter { !$0.isWhitespace }
  }

  // MARK: Numbers

  /// Words behind a number of people or things, which is in the unit `1`.
  private static let counters: Set = [
    "人", "户", "个", "辆", "栋", "幢", "间", "套", "层", "座", "处", "台", "张", "床", "所", "家", "条",
    "根", "孔", "级", "班", "泊位", "车位",
  ]

  /// `1,234.5`, `12.5米`, `1200人`, `DN300`: the number in `unit`.
  private static func number(_ text: String, unit: String?) -> Double? {
    var rest = Substring(text)
    let target = unit.flatMap { UnitOfMeasure($0) }
    if unit == "mm", let mark = ["DN", "dn", "Φ", "φ", "Ø", "D", "d"].first(where: rest.hasPrefix) {
      rest = rest.dropFirst(mark.count).drop { $0 == " " }
    }
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || "+-.,eE".contains($0)) }
    guard let number = decimal(digits) else { return nil }
    let symbol = rest.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
    guard !symbol.isEmpty, !(unit == "1" && Self.counters.contains(symbol)) else { return number }
    guard let target, let own = UnitOfMeasure(symbol), let factor = own.factor(to: target) else {
      return nil
    }
    return UnitOfMeasure.converted(number, by: factor)
  }

  /// A decimal number whose commas, if any, stand between thousands; `1.234,5` is none.
  private static func decimal(_ text: Substring) -> Double? {
    guard text.contains(",") else { return Double(text) }
    guard text.wholeMatch(of: /[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?/) != nil else {
      return nil
    }
    return Double(text.filter { $0 != "," })
  }

  // MARK: Dates

  /// `2015年5月31日`, `2015.5.31`, `20150531`; of `2015年5月` and `2015` the first day.
  private static func date(_ text: String) -> String? {
    if text.count == 8, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
      return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
    }
    let marks = text.filter { !($0.isASCII && $0.isNumber) }
    let parts = text.split { marks.contains($0) }.map(String.init)
    // A point alone is a decimal one: 2015.1 may be what a spreadsheet made of 2015.10.
    let forms = ["", "-", "/", "--", "//", "..", "年", "年月", "年月日", "年月号"]
    guard forms.contains(marks), parts.first?.count == 4, parts.allSatisfy({ $0.count <= 4 }),
      parts.count == Set("年月日号").intersection(marks).count
        || parts.count == marks.filter({ !"年月日号".contains($0) }).count + 1
    else { return nil }
    return (parts + ["1", "1"]).prefix(3).joined(separator: "-")
  }
}
