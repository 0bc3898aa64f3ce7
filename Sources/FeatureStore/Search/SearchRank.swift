import Catalog
import SimpleFeatures

/// How near a feature is to what was looked for; smaller is nearer.
struct SearchRank: Comparable {
  /// The words are in the searched fields, but not together.
  static let wordsApart = 4
  /// What was looked for is in an address or a code, beside the name.
  private static let elsewhere = 3

  /// How a text fits: 0 equal to what was looked for, 1 beginning with it, 2 holding it,
  /// ``elsewhere``, ``wordsApart``.
  struct Fit: Comparable {
    var nearness: Int
    /// 0 as it was typed, 1 by its pinyin in whole syllables, 2 by initials.
    var spelling = 0
    static let syllables = 1

    init(nearness: Int, spelling: Int = 0) {
      self.nearness = nearness
      self.spelling = spelling
    }

    init(_ fit: PinyinQuery.Fit) {
      self.init(nearness: fit.nearness, spelling: Fit.syllables + fit.spelling.rawValue)
    }

    static func < (a: Fit, b: Fit) -> Bool {
      (a.nearness, a.spelling) < (b.nearness, b.spelling)
    }
  }

  private let fit: Fit
  /// 0 for a feature of the very layer that was asked for, 1 for any other.
  private let kind: Int
  /// In metres from the query's place; `nil` where it has none.
  let distance: Double?
  /// Which of the searched fields fits; `nil` where the id or the layer does.
  let field: Int?
  /// The feature's title as it is compared; `nil` where no searched field has a value.
  let title: String?
  private let length: Int
  private let layer: String
  private let row: Int64

  /// - Parameters:
  ///   - byTitle: How the layer is called what was looked for: ``SearchQuery/fit(asLayer:)``.
  ///   - texts: The searched fields in their order, empty where there is no value.
  /// - Returns: `nil` where neither its id nor its layer is meant, and not all words are in the
  ///   texts.
  init?(
    _ query: SearchQuery, _ layer: StoredLayer, byTitle: Fit?, row: Int64, id: String,
    texts: [String], _ geometry: () throws -> Geometry
  ) rethrows {
    let own = texts.map { SearchText.normalise($0) }
    let title = own.firstIndex { !$0.isEmpty }
    let byText = query.sought.fit(of: own, title: title) ?? query.pinyinFit(of: own, title: title)
    let byID = SearchText.normalise(id) == query.sought.whole ? Fit(nearness: 0) : nil
    guard let best = [byText?.fit, byID, byTitle].compactMap(\.self).min() else { return nil }
    fit = best
    kind = byTitle?.nearness == 0 ? 0 : 1
    field = byText?.fit == best ? byText?.field : nil
    distance = try query.place.map { $0.distance(to: try geometry()) }
    self.title = title.map { own[$0] }
    length = (self.title ?? id).unicodeScalars.count
    self.layer = layer.id
    self.row = row
  }

  /// The rank of a feature as a value.
  init?(
    _ query: SearchQuery, _ layer: StoredLayer, byTitle: Fit?, _ feature: StoredFeature
  ) {
    self.init(
      query, layer, byTitle: byTitle, row: feature.row, id: feature.id,
      texts: feature.searchTexts(layer.definition)
    ) { feature.geometry }
  }

  /// The rank of a feature whose kind is what was asked for.
  init(ofKindIn layer: StoredLayer, _ feature: StoredFeature, _ query: SearchQuery) {
    (fit, kind, field) = (Fit(nearness: 0), 0, nil)
    title = feature.searchTexts(layer.definition).first { !$0.isEmpty }
      .map { SearchText.normalise($0) }
    distance = query.place?.distance(to: feature.geometry)
    (length, self.layer, row) = (0, layer.id, feature.row)
  }

  /// Whether pinyin was typed that fits in whole syllables.
  var isBySyllables: Bool { fit.spelling == Fit.syllables }

  /// Whether pinyin was typed, in syllables or initials.
  var isByPinyin: Bool { fit.spelling >= Fit.syllables }

  static func < (a: SearchRank, b: SearchRank) -> Bool {
    guard a.fit.nearness == b.fit.nearness else { return a.fit.nearness < b.fit.nearness }
    return (a.kind, a.fit.spelling, a.distance ?? 0, a.length, a.layer, a.row)
      < (b.kind, b.fit.spelling, b.distance ?? 0, b.length, b.layer, b.row)
  }

  /// How the text of a field fits, which counts less where it is not the title.
  fileprivate static func nearness(_ nearness: Int, of field: Int, title: Int?) -> Int {
    field == title || nearness == 0 ? nearness : elsewhere
  }
}

extension SearchQuery.Sought {
  /// How a feature's texts fit, and which does; `nil` where not all words are in them.
  fileprivate func fit(
    of texts: [String], title: Int?
  ) -> (fit: SearchRank.Fit, field: Int)? {
    var best: (fit: SearchRank.Fit, field: Int)?
    for (field, text) in texts.enumerated() {
      guard let nearness = nearness(of: text) else { continue }
      let fit = SearchRank.Fit(
        nearness: SearchRank.nearness(nearness, of: field, title: title))
      if fit < best?.fit ?? SearchRank.Fit(nearness: .max) { best = (fit, field) }
    }
    if let best { return best }
    guard words.count > 1 || words.first != whole else { return nil }
    let places = words.map { word in texts.firstIndex { $0.contains(word) } }
    guard let first = places.first, let field = first, !places.contains(nil) else { return nil }
    return (SearchRank.Fit(nearness: SearchRank.wordsApart), field)
  }

  /// 0 for a text that is sought, 1 for one that begins so, 2 for one that holds it; else `nil`.
  fileprivate func nearness(of text: String) -> Int? {
    if text == whole { return 0 }
    if text.hasPrefix(whole) { return 1 }
    return text.contains(whole) ? 2 : nil
  }
}

extension SearchQuery {
  fileprivate func pinyinFit(
    of texts: [String], title: Int?
  ) -> (fit: SearchRank.Fit, field: Int)? {
    pinyin?.fit(of: texts).map { found in
      var fit = SearchRank.Fit(found)
      fit.nearness = min(
        SearchRank.nearness(fit.nearness, of: found.index, title: title), SearchRank.wordsApart)
      return (fit, found.index)
    }
  }

  /// How a layer is called what was looked for, where its features are hits for that: near a place.
  func fit(asLayer layer: StoredLayer) -> SearchRank.Fit? {
    place == nil ? nil : fit(of: layer.definition)
  }

  /// How near the words are by which people call a layer: those of the nearest.
  ///
  /// Its pinyin must begin one of them; initials must be all of it, since two letters begin many.
  func fit(of layer: LayerDefinition) -> SearchRank.Fit? {
    let titles = layer.titles.map { SearchText.normalise($0) }
    if let nearness = titles.compactMap({ sought.nearness(of: $0) }).min() {
      return SearchRank.Fit(nearness: nearness)
    }
    guard let fit = pinyin?.fit(of: titles),
      fit.nearness <= (fit.spelling == .syllables ? 1 : 0)
    else { return nil }
    return SearchRank.Fit(fit)
  }
}
