import Catalog
import SimpleFeatures

/// How near a feature is to what was looked for; smaller is nearer.
struct SearchRank: Comparable {
  /// 0 equal to it, 1 beginning with it, 2 holding it, 3 holding its words elsewhere.
  private let nearness: Int
  /// In metres from the query's place; `nil` where it has none.
  let distance: Double?
  private let length: Int
  private let layer: String
  private let row: Int64

  /// - Parameter texts: The searched fields that have a value, in their order.
  /// - Returns: `nil` where neither its id nor, with a place, its layer's title is meant, and not
  ///   all words are in the texts.
  init?(
    _ query: SearchQuery, _ layer: StoredLayer, row: Int64, id: String, texts: [String],
    _ geometry: () throws -> Geometry
  ) rethrows {
    let sought = query.sought
    let own = texts.map { SearchText.normalise($0) }
    let isThere = { (word: String) in own.contains { $0.contains(word) } }
    let byText: Int? =
      if own.contains(sought.whole) || SearchText.normalise(id) == sought.whole {
        0
      } else if own.isEmpty || !sought.words.allSatisfy(isThere) {
        nil
      } else {
        sought.nearness(of: own[0]) ?? 3
      }
    let byTitle = query.place == nil ? nil : sought.nearness(of: layer.definition)
    guard let nearest = [byText, byTitle].compactMap(\.self).min() else { return nil }
    nearness = nearest
    distance = try query.place.map { $0.distance(to: try geometry()) }
    length = own.first?.unicodeScalars.count ?? id.unicodeScalars.count
    self.layer = layer.id
    self.row = row
  }

  /// The rank of a feature as a value.
  init?(_ query: SearchQuery, _ layer: StoredLayer, _ feature: StoredFeature) {
    let texts = layer.definition.searchIndexes
      .map { FieldValue.plainText(feature.values[$0]) }.filter { !$0.isEmpty }
    self.init(query, layer, row: feature.row, id: feature.id, texts: texts) { feature.geometry }
  }

  static func < (a: SearchRank, b: SearchRank) -> Bool {
    (a.nearness, a.distance ?? 0, a.length, a.layer, a.row)
      < (b.nearness, b.distance ?? 0, b.length, b.layer, b.row)
  }
}

extension SearchQuery.Sought {
  /// 0 for a text that is sought, 1 for one that begins so, 2 for one that holds it; else `nil`.
  func nearness(of text: String) -> Int? {
    if text == whole { return 0 }
    if text.hasPrefix(whole) { return 1 }
    return text.contains(whole) ? 2 : nil
  }

  /// How near the words are by which people call a layer: those of the nearest.
  func nearness(of layer: LayerDefinition) -> Int? {
    layer.titles.compactMap { nearness(of: SearchText.normalise($0)) }.min()
  }
}
