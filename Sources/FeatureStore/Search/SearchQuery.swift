import Catalog
import SimpleFeatures

/// What is looked for in names, addresses and codes.
package struct SearchQuery: Sendable {
  /// As the person typed it; words apart from each other must all be found.
  package let text: String
  /// Only in these layers; `nil` for all.
  package var layers: Set<String>?
  package var limit: Int

  let sought: Sought
  /// What FTS5 is asked for.
  let condition: String

  /// What features are compared with.
  struct Sought: Sendable {
    let whole: String
    let words: [String]
  }

  /// - Returns: `nil` where `text` is shorter than two characters.
  package init?(_ text: String, layers: Set<String>? = nil, limit: Int = 10) {
    let form = SearchText(text)
    guard let condition = form.query else { return nil }
    sought = Sought(whole: form.normalised, words: form.words)
    self.text = text
    self.layers = layers
    self.limit = limit
    self.condition = condition
  }
}

/// A feature that was looked for.
package struct SearchHit: Sendable {
  package var layer: StoredLayer
  package var feature: StoredFeature
  let rank: SearchRank

  /// What the feature is called: the first of the searched fields that has a value.
  package var title: String {
    layer.definition.searchIndexes.lazy
      .map { FieldValue.plainText(feature.values[$0]) }.first { !$0.isEmpty } ?? feature.id
  }
}

/// How near a feature is to what was looked for; smaller is nearer.
struct SearchRank: Comparable {
  /// Equal to it, beginning with it, holding it in its first text, or elsewhere.
  private let nearness: Int
  private let length: Int
  private let layer: String
  private let row: Int64

  /// - Parameter texts: The searched fields that have a value, in their order.
  /// - Returns: `nil` where not all words are in the texts.
  init?(_ texts: [String], for sought: SearchQuery.Sought, layer: String, row: Int64) {
    let own = texts.map { SearchText.normalise($0) }
    let isThere = { (word: String) in own.contains { $0.contains(word) } }
    guard !own.isEmpty, sought.words.allSatisfy(isThere) else {
      return nil
    }
    nearness =
      if own.contains(sought.whole) {
        0
      } else if own[0].hasPrefix(sought.whole) {
        1
      } else if own[0].contains(sought.whole) {
        2
      } else {
        3
      }
    length = own[0].unicodeScalars.count
    self.layer = layer
    self.row = row
  }

  static func < (a: SearchRank, b: SearchRank) -> Bool {
    (a.nearness, a.length, a.layer, a.row) < (b.nearness, b.length, b.layer, b.row)
  }
}
