/// The value of a feature's property where it lies: a ``PropertyValue`` whose text is not copied.
///
/// It is valid only while what holds the text stands where it does, such as a row of a table.
public enum PropertyView: ~Escapable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(UTF8Span)
  /// An array or object, as its JSON text.
  case json(UTF8Span)
}

extension PropertyValue {
  /// A value of its own, which outlives what `view` looks at.
  public init(copying view: PropertyView) {
    switch view {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(String(copying: text))
    case .json(let text): self = .json(String(copying: text))
    }
  }

  /// Gives `body` a look at the value.
  public func withView(_ body: (PropertyView) -> Void) {
    switch self {
    case .null: body(.null)
    case .boolean(let flag): body(.boolean(flag))
    case .integer(let number): body(.integer(number))
    case .real(let number): body(.real(number))
    case .text(let text): body(.text(text.utf8Span))
    case .json(let text): body(.json(text.utf8Span))
    }
  }
}
