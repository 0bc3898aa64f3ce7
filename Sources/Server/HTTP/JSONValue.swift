import SimpleFeatures

/// A JSON document under construction; objects keep the order of their members.
enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// The document as UTF-8 text.
  var bytes: [UInt8] {
    var text = JSONText(capacity: 4096)
    append(to: &text)
    return text.bytes
  }

  func append(to text: inout JSONText) {
    switch self {
    case .null: text.raw("null")
    case .boolean(let flag): text.raw(flag ? "true" : "false")
    case .integer(let number): text.number(Int64(number))
    case .real(let number): text.number(number)
    case .string(let string): text.string(string)
    case .array(let items):
      text.raw("[")
      for (index, item) in items.enumerated() {
        if index > 0 { text.raw(",") }
        item.append(to: &text)
      }
      text.raw("]")
    case .object(let members):
      text.raw("{")
      for (index, member) in members.enumerated() {
        if index > 0 { text.raw(",") }
        text.string(member.0)
        text.raw(":")
        member.1.append(to: &text)
      }
      text.raw("}")
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(floatLiteral value: Double) { self = .real(value) }
  init(booleanLiteral value: Bool) { self = .boolean(value) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
  init(nilLiteral: ()) { self = .null }
}
