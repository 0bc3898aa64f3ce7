import Catalog
import SimpleFeatures

/// The codes of fields that values are like, each looked for once: a file repeats its values.
final class NearCodes {
  private var known: [String: String] = [:]
  private static let mostKnown = 1000

  /// Up to three codes with their names, those that `value` is most like first.
  func text(_ value: String, _ field: Field) -> String {
    let key = field.name + "\u{0}" + value
    if let text = known[key] { return text }
    var codes: [String: Field.Code] = [:]
    for code in field.codes {
      for name in [code.value, code.title.zh, code.title.en] where codes[name] == nil {
        codes[name] = code
      }
    }
    var found: [String] = []
    for name in names(like: value, among: Array(codes.keys), count: 9) {
      let text = codes[name].map { "\($0.value) \($0.title.zh)" } ?? ""
      if found.count < 3, !found.contains(text) { found.append(text) }
    }
    let text = found.joined(separator: ", ")
    if known.count < Self.mostKnown { known[key] = text }
    return text
  }
}
