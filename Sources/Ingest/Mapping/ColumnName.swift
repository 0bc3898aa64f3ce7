import Foundation

/// The name of a column as offices write it, taken apart: `管径（mm）` is 管径 in mm.
struct ColumnName {
  /// What names are compared by: narrow, lower case, without spaces, hyphens and underscores.
  let folded: String
  /// The unit in brackets at the end.
  let unit: String?
  /// Whether a Shapefile may have cut it: its names hold ten bytes.
  let mayBeCut: Bool

  init(_ name: String) {
    // Wide letters and brackets become narrow, ㎡ becomes m2.
    var text = name.precomposedStringWithCompatibilityMapping
      .trimmingCharacters(in: .whitespacesAndNewlines)
    var unit: String?
    for (open, close) in [("(", ")"), ("[", "]"), ("【", "】")] {
      guard text.hasSuffix(close), let start = text.range(of: open, options: .backwards) else {
        continue
      }
      unit = String(text[start.upperBound..<text.index(before: text.endIndex)])
        .trimmingCharacters(in: .whitespaces)
      text = String(text[..<start.lowerBound])
    }
    self.unit = unit
    folded = Self.folded(text)
    let bytes = text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
    let utf8 = text.utf8.count
    mayBeCut = unit == nil && ((9...10).contains(bytes) || (8...10).contains(utf8))
  }

  /// Whether this column can be the one that a field's name or alias means.
  ///
  /// - Parameter other: The name, folded.
  func means(folded other: String) -> Bool {
    folded == other || (mayBeCut && folded.count >= 3 && other.hasPrefix(folded))
  }

  /// A name as names are compared.
  static func folded(_ text: String) -> String {
    text.precomposedStringWithCompatibilityMapping.lowercased().filter {
      !$0.isWhitespace && !"_-:.".contains($0)
    }
  }
}
