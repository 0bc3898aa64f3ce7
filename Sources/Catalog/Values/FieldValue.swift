package import SimpleFeatures

/// Turns a file's value into the type of a layer's field.
package enum FieldValue {
  /// Why a value does not fit a field, as words after "field x: ".
  package struct Misfit: Error {
    package var rule: String
    package var message: String
    package var hint: String?
  }

  /// The value in the field's type; null for null, the empty text included where it is no text.
  package static func converted(
    _ value: PropertyValue, to field: Field
  ) throws(Misfit) -> PropertyValue {
    if value.isNull { return .null }
    if case .text(let text) = value, field.type != .text, trimmed(text).isEmpty { return .null }
    let converted = try typed(codeCalled(value, in: field) ?? value, field)
    try check(converted, field)
    return converted
  }

  /// The code that the file calls by its name in one of the two languages.
  private static func codeCalled(_ value: PropertyValue, in field: Field) -> PropertyValue? {
    guard case .text(let text) = value, !field.codes.contains(where: { $0.value == text }) else {
      return nil
    }
    let name = trimmed(text).lowercased()
    let codes = field.codes.filter { $0.title.zh == name || $0.title.en.lowercased() == name }
    return codes.count == 1 ? .text(codes[0].value) : nil
  }

  private static func typed(_ value: PropertyValue, _ field: Field) throws(Misfit) -> PropertyValue
  {
    switch field.type {
    case .text: return .text(plainText(value))
    case .integer:
      guard let whole = wholeNumber(value) else { throw misfit(value, "is no whole number") }
      return .integer(whole)
    case .real:
      guard let number = number(value), number.isFinite else {
        throw misfit(value, "is no number")
      }
      return .real(number)
    case .boolean:
      guard let flag = boolean(value) else { throw misfit(value, "is neither true nor false") }
      return .boolean(flag)
    case .date, .datetime:
      guard let moment = Moment(plainText(value)) else {
        throw misfit(
          value, "is no date",
          hint: field.type == .date
            ? "write dates as 2026-05-31" : "write times as 2026-05-31T08:00:00Z or +08:00")
      }
      return .text(field.type == .date ? moment.date : moment.instant)
    }
  }

  private static func check(_ value: PropertyValue, _ field: Field) throws(Misfit) {
    if !field.codes.isEmpty, !field.codes.contains(where: { $0.value == plainText(value) }) {
      throw Misfit(
        rule: "code", message: "\"\(clipped(plainText(value)))\" is not one of its codes",
        hint: "add the code to the layer's file, or correct the record")
    }
    guard field.minimum != nil || field.maximum != nil, let number = number(value) else { return }
    if let minimum = field.minimum, number < minimum {
      throw Misfit(rule: "range", message: "\(plainText(value)) is below \(minimum)")
    }
    if let maximum = field.maximum, number > maximum {
      throw Misfit(rule: "range", message: "\(plainText(value)) is above \(maximum)")
    }
  }

  private static func misfit(_ value: PropertyValue, _ words: String, hint: String? = nil) -> Misfit
  {
    Misfit(rule: "type", message: "\"\(clipped(plainText(value)))\" \(words)", hint: hint)
  }

  /// The value as text; empty for null.
  package static func plainText(_ value: PropertyValue) -> String {
    switch value {
    case .null: ""
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .text(let text), .json(let text): text
    }
  }

  /// All 64 bits of a whole number, which a double would round beyond 2⁵³.
  private static func wholeNumber(_ value: PropertyValue) -> Int64? {
    if case .integer(let whole) = value { return whole }
    if case .text(let text) = value, let whole = Int64(trimmed(text)) { return whole }
    return number(value).flatMap { Int64(exactly: $0) }
  }

  /// The number that a value is or that its text writes; `nil` where it is none.
  package static func number(_ value: PropertyValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .text(let text): decimal(trimmed(text))
    case .null, .boolean, .json: nil
    }
  }

  /// A decimal number; Swift would read hexadecimal ones too, which a code like 0x1A is not.
  private static func decimal(_ text: Substring) -> Double? {
    text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") } ? nil : Double(text)
  }

  private static func boolean(_ value: PropertyValue) -> Bool? {
    switch value {
    case .boolean(let flag): return flag
    case .integer(0): return false
    case .integer(1): return true
    case .text(let text):
      switch trimmed(text).lowercased() {
      case "true", "yes", "y", "t", "1", "是": return true
      case "false", "no", "n", "f", "0", "否": return false
      default: return nil
      }
    default: return nil
    }
  }

  /// The text without white space at its ends.
  private static func trimmed(_ text: String) -> Substring {
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return Substring(scalars)
  }

  private static func clipped(_ text: String) -> String {
    text.count <= 40 ? text : text.prefix(40) + "…"
  }
}
