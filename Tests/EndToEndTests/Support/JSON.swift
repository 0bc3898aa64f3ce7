import Foundation
import TestSupport

/// A JSON document as a client reads it.
@dynamicMemberLookup
enum JSON: Equatable, Decodable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(JSON.self, from: Data(bytes)) }
  init(_ text: String) throws { try self.init(Array(text.utf8)) }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  /// A member of an object; null where there is none.
  subscript(name: String) -> JSON { members[name] ?? .null }
  subscript(dynamicMember name: String) -> JSON { self[name] }
  subscript(index: Int) -> JSON { list.indices.contains(index) ? list[index] : .null }

  var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
  var list: [JSON] { if case .array(let list) = self { list } else { [] } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var integer: Int? { number.flatMap { Int(exactly: $0) } }
  var isNull: Bool { self == .null }

  /// The links of a document with a relation.
  func links(_ rel: String) -> [JSON] { self["links"].list.filter { $0.rel.text == rel } }
  /// The address of the only link with a relation.
  func link(_ rel: String) -> String? {
    let found = links(rel)
    return found.count == 1 ? found[0].href.text : nil
  }
}

extension Answer {
  var json: JSON { get throws { try JSON(body) } }
}
