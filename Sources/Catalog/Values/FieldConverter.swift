package import SimpleFeatures

/// Turns a file's values into the type of one field; made once for many records.
///
/// ```swift
/// let converter = FieldConverter(field)  // type: real, maximum: 1000
/// try converter.converted(.text(" 3.25 "))  // .real(3.25)
/// ```
package struct FieldConverter: Sendable {
  private let type: FieldType
  private let codes: CodeList?
  private let minimum: Double?
  private let maximum: Double?

  package init(_ field: Field) {
    type = field.type
    codes = field.codes.isEmpty ? nil : CodeList(field.codes)
    minimum = field.minimum
    maximum = field.maximum
  }

  /// The value in the field's type; null for null, the empty text included where it is no text.
  package func converted(
    _ value: PropertyValue
  ) throws(FieldValue.ConversionError) -> PropertyValue {
    if value.isNull { return .null }
    var value = value
    if case .text(let text) = value {
      if type != .text && FieldValue.trimmed(text).isEmpty { return .null }
      if let code = codes?.code(for: text) { value = .text(code) }
    }
    let converted = try typed(value)
    try check(converted)
    return converted
  }

  // MARK: Types

  private func typed(_ value: PropertyValue) throws(FieldValue.ConversionError) -> PropertyValue {
    switch type {
    case .text:
      if case .text = value { return value }
      return .text(FieldValue.plainText(value))
    case .integer:
      guard let whole = Self.wholeNumber(value) else { throw misfit(value, "is no whole number") }
      return .integer(whole)
    case .real:
      guard let number = FieldValue.number(value), number.isFinite else {
        throw misfit(value, "is no number")
      }
      return .real(number)
    case .boolean:
      guard let flag = Self.boolean(value) else {
        throw misfit(value, "is neither true nor false")
      }
      return .boolean(flag)
    case .date, .datetime:
      guard let moment = Moment(FieldValue.plainText(value)) else {
        throw misfit(
          value, "is no date",
          hint: type == .date
            ? "write dates as 2026-05-31" : "write times as 2026-05-31T08:00:00Z or +08:00")
      }
      return .text(type == .date ? moment.date : moment.instant)
    }
  }

  /// All 64 bits of a whole number, which a double would round beyond 2⁵³.
  private static func wholeNumber(_ value: PropertyValue) -> Int64? {
    if case .integer(let whole) = value { return whole }
    if case .text(let text) = value, let whole = Int64(FieldValue.trimmed(text)) { return whole }
    return FieldValue.number(value).flatMap { Int64(exactly: $0) }
  }

  private static func boolean(_ value: PropertyValue) -> Bool? {
    switch value {
    case .boolean(let flag): return flag
    case .integer(0): return false
    case .integer(1): return true
    case .text(let text):
      switch FieldValue.trimmed(text).lowercased() {
      case "true", "yes", "y", "t", "1", "是": return true
      case "false", "no", "n", "f", "0", "否": return false
      default: return nil
      }
    default: return nil
    }
  }

  // MARK: Limits

  private func check(_ value: PropertyValue) throws(FieldValue.ConversionError) {
    if let codes, !codes.contains(FieldValue.plainText(value)) {
      throw FieldValue.ConversionError(
        rule: "code",
        message: "\"\(Self.clipped(FieldValue.plainText(value)))\" is not one of its codes",
        hint: "add the code to the layer's file, or correct the record")
    }
    guard minimum != nil || maximum != nil, let number = FieldValue.number(value) else { return }
    if let minimum, number < minimum {
      throw FieldValue.ConversionError(
        rule: "range", message: "\(FieldValue.plainText(value)) is below \(minimum)")
    }
    if let maximum, number > maximum {
      throw FieldValue.ConversionError(
        rule: "range", message: "\(FieldValue.plainText(value)) is above \(maximum)")
    }
  }

  // MARK: Words

  private func misfit(
    _ value: PropertyValue, _ words: String, hint: String? = nil
  ) -> FieldValue.ConversionError {
    FieldValue.ConversionError(
      rule: "type", message: "\"\(Self.clipped(FieldValue.plainText(value)))\" \(words)",
      hint: hint)
  }

  private static func clipped(_ text: String) -> String {
    text.count <= 40 ? text : text.prefix(40) + "…"
  }
}

/// The codes of a field, by value and by name.
private struct CodeList: Sendable {
  private let values: Set<String>
  /// Values by the names, in lower case, that belong to one code alone.
  private let valuesByName: [String: String]

  init(_ codes: [Field.Code]) {
    values = Set(codes.map(\.value))
    var named: [String: [String]] = [:]
    for code in codes {
      for name in Set(code.names.dropFirst().map { $0.lowercased() }) {
        named[name, default: []].append(code.value)
      }
    }
    valuesByName = named.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  func contains(_ value: String) -> Bool { values.contains(value) }

  /// The code that a file calls by its name in one of the two languages or by an alias; `nil` for
  /// a code itself and for what is none.
  func code(for text: String) -> String? {
    contains(text) ? nil : valuesByName[FieldValue.trimmed(text).lowercased()]
  }
}
