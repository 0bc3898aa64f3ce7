/// A JSON document under construction; objects keep the order of their members.
///
/// ```swift
/// let document: JSONValue = ["layer": "road", "counts": [216, 158]]
/// String(decoding: document.bytes, as: UTF8.self)  // {"layer":"road","counts":[216,158]}
/// ```
public indirect enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// A string, or null for `nil`.
  public init(_ text: String?) {
    self = text.map { .string($0) } ?? .null
  }

  /// The value of a property; JSON inside it as text.
  public init(_ value: PropertyValue) {
    self =
      switch value {
      case .null: .null
      case .boolean(let flag): .boolean(flag)
      case .integer(let number): .integer(Int(number))
      case .real(let number): .real(number)
      case .text(let text), .json(let text): .string(text)
      }
  }

  /// The number, or null for none.
  public init(_ number: Int?) {
    self = number.map { .integer($0) } ?? .null
  }

  /// An array of strings.
  public static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// The document as UTF-8 text without white space.
  public var bytes: [UInt8] {
    var text = JSONText(capacity: 4096)
    append(to: &text)
    return text.bytes
  }

  /// The document as text without white space.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The document as text with a line for each member, indented by two spaces a level.
  public var indentedText: String {
    var text = JSONText(capacity: 4096)
    append(to: &text, indent: 0)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// Appends the document to `text`; with `indent` spaces before its lines where that is given.
  public func append(to text: inout JSONText, indent: Int? = nil) {
    switch self {
    case .null: text.raw("null")
    case .boolean(let flag): text.raw(flag ? "true" : "false")
    case .integer(let number): text.number(Int64(number))
    case .real(let number): text.number(number)
    case .string(let string): text.string(string)
    case .array(let items):
      text.raw("[")
      for (index, item) in items.enumerated() {
        if index > 0 { text.raw(indent == nil ? "," : ", ") }
        item.append(to: &text, indent: indent)
      }
      text.raw("]")
    case .object(let members): append(members, to: &text, indent: indent)
    }
  }

  private func append(
    _ members: [(String, JSONValue)], to text: inout JSONText, indent: Int?
  ) {
    let line = { (spaces: Int) in indent.map { "\n" + String(repeating: " ", count: $0 + spaces) } }
    text.raw("{")
    for (index, member) in members.enumerated() {
      if index > 0 { text.raw(",") }
      text.raw(line(2) ?? "")
      text.string(member.0)
      text.raw(indent == nil ? ":" : ": ")
      member.1.append(to: &text, indent: indent.map { $0 + 2 })
    }
    if !members.isEmpty { text.raw(line(0) ?? "") }
    text.raw("}")
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object with its members in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
  /// Null.
  public init(nilLiteral: ()) { self = .null }
}
