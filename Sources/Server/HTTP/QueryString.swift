import Foundation
import HTTPTypes

/// The query of a request, decoded; every name at most once.
struct QueryString: Sendable {
  private(set) var parameters: [(name: String, value: String)] = []

  /// - Throws: ``HTTPProblem`` 400 for bad percent-encoding, text that is not UTF-8, NUL characters
  ///   and repeated names.
  init(_ text: String) throws(HTTPProblem) {
    for pair in text.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try QueryString.decoded(sides[0])
      let value = sides.count > 1 ? try QueryString.decoded(sides[1]) : ""
      guard self[name] == nil else {
        throw HTTPProblem(
          .badRequest, "repeated-parameter", "parameter \"\(name)\" stands twice in the query")
      }
      parameters.append((name, value))
    }
  }

  subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  private static func decoded(_ text: Substring) throws(HTTPProblem) -> String {
    guard let decoded = text.replacing("+", with: " ").removingPercentEncoding,
      !decoded.utf8.contains(0)
    else {
      throw HTTPProblem(
        .badRequest, "bad-encoding", "\"\(text)\" is not percent-encoded UTF-8 text")
    }
    return decoded
  }

  /// The query with `name` set to `value`, encoded.
  func replacing(_ name: String, with value: String) -> String {
    let others = without(name).text
    return (others.isEmpty ? "" : others + "&")
      + "\(QueryString.encoded(name))=\(QueryString.encoded(value))"
  }

  /// The query without `name`.
  func without(_ name: String) -> QueryString {
    var other = self
    other.parameters.removeAll { $0.name == name }
    return other
  }

  /// The query, encoded.
  var text: String {
    parameters.map { "\(QueryString.encoded($0.name))=\(QueryString.encoded($0.value))" }
      .joined(separator: "&")
  }

  /// Encodes all but the unreserved characters of RFC 3986.
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
