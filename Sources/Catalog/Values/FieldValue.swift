package import SimpleFeatures

/// What a file's value is for a field of a layer.
package enum FieldValue {
  /// Why a value does not fit a field, as words after "field x: ".
  package struct ConversionError: Error {
    package var rule: String
    package var message: String
    package var hint: String?
  }

  /// The value in the field's type; null for null, the empty text included where it is no text.
  ///
  /// For many values of one field make a ``FieldConverter`` once.
  package static func converted(
    _ value: PropertyValue, to field: Field
  ) throws(ConversionError) -> PropertyValue {
    try FieldConverter(field).converted(value)
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

  /// The text without white space at its ends.
  package static func trimmed(_ text: String) -> Substring {
    guard text.utf8.first.map(mayBeSpace) ?? false || text.utf8.last.map(mayBeSpace) ?? false else {
      return Substring(text)
    }
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return Substring(scalars)
  }

  /// Whether a byte may belong to white space: space and controls, and all beyond ASCII.
  private static func mayBeSpace(_ byte: UInt8) -> Bool { byte <= 0x20 || byte >= 0x80 }
}
