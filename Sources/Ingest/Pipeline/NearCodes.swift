import Catalog
import SimpleFeatures

/// What may be written for values that are no codes, each looked for once: a file repeats its
/// values.
final class NearCodes {
  private var known: [String: String] = [:]
  private static let mostKnown = 1000
  /// How many codes a list may have to be told whole.
  private static let mostTold = 8

  /// The codes that `value` may mean, with their names; of a short list all, where none is like it.
  func words(_ value: String, _ field: Field) -> String {
    let key = field.name + "\u{0}" + value
    if let words = known[key] { return words }
    var codes: [String: Field.Code] = [:]
    for code in field.codes {
      for name in code.names where codes[name] == nil { codes[name] = code }
    }
    var found: [String] = []
    for name in namesNear(value, among: Array(codes.keys), count: 9) {
      let text = codes[name].map(Self.text) ?? ""
      if found.count < 3, !found.contains(text) { found.append(text) }
    }
    let words =
      if !found.isEmpty {
        "codes like it are " + found.joined(separator: ", ")
      } else if field.codes.count <= Self.mostTold {
        "the codes are " + field.codes.map(Self.text).joined(separator: ", ")
      } else {
        "none of the \(field.codes.count) codes is like it"
      }
    if known.count < Self.mostKnown { known[key] = words }
    return words
  }

  private static func text(_ code: Field.Code) -> String { "\(code.value) \(code.title.zh)" }
}
