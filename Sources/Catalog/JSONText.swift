/// A JSON document that is written with its members in the given order.
indirect enum JSONText: Equatable {
  case text(String)
  case integer(Int)
  case real(Double)
  case boolean(Bool)
  case array([JSONText])
  case object([(String, JSONText)])

  static func == (a: JSONText, b: JSONText) -> Bool { a.written() == b.written() }

  static func texts(_ texts: [String]) -> JSONText { .array(texts.map(JSONText.text)) }

  /// The document in lines with two spaces of indentation; arrays of words stay on one line.
  func written(indent: Int = 0) -> String {
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .text(let text): return Self.quoted(text)
    case .integer(let number): return String(number)
    case .real(let number):
      return number == number.rounded() ? String(Int(number)) : String(number)
    case .boolean(let flag): return flag ? "true" : "false"
    case .array(let items):
      return "[" + items.map { $0.written(indent: indent) }.joined(separator: ", ") + "]"
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let lines = members.map { name, value in
        inner + Self.quoted(name) + ": " + value.written(indent: indent + 2)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
