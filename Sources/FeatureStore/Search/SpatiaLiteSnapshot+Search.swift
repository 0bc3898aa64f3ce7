import Catalog

extension SpatiaLiteSnapshot {
  /// How many features are ranked: of more, those with the shortest texts.
  private static let rankedCount = 200
  /// How many are ranked by their distance too.
  private static let placedCount = 2000
  /// How many entries are looked at in all.
  private static let seenCount = 5000

  func search(_ query: SearchQuery) throws -> SearchAnswer {
    let titled = try layers(titled: query)
    // With a place all features of such layers match, and the R-tree finds the nearest.
    let whole = query.place == nil ? [] : titled
    var (found, isWhole) = try textHits(query, except: Set(whole.map(\.id)))
    for hit in try idHits(query) where !found.contains(where: { $0.key == hit.key }) {
      found.append(hit)
    }
    let matchedCount =
      found.count { hit in !whole.contains { $0.id == hit.key.layer } }
      + whole.map(\.featureCount).reduce(0, +)
    if let place = query.place {
      var known = Set(found.map(\.key))
      for layer in whole {
        let byTitle = query.fit(of: layer.definition)
        for feature in try nearest(to: place, of: layer, limit: query.limit)
        where known.insert(.init(layer: layer.id, row: feature.row)).inserted {
          guard let rank = SearchRank(query, layer, byTitle: byTitle, feature) else { continue }
          let key = Found.Key(layer: layer.id, row: feature.row)
          found.append(Found(key: key, layer: layer, rank: rank) { feature })
        }
      }
    }
    let kinds = try kinds(query, titled)
    let ofKind = try kindHits(kinds, query)
    found.removeAll { one in ofKind.contains { $0.key == one.key } }
    found += ofKind
    found.sort { $0.rank < $1.rank }
    return SearchAnswer(
      hits: try hits(found, query), matchedCount: max(matchedCount, found.count),
      isWhole: isWhole && ofKind.count < query.limit, layers: titled, kinds: kinds)
  }

  /// The best hits of what was found, the pieces of a street as one.
  private func hits(_ found: [Found], _ query: SearchQuery) throws -> [SearchHit] {
    var hits: [SearchHit] = []
    var taken: Set<Found.Key> = []
    for (index, one) in found.enumerated() where !taken.contains(one.key) {
      guard hits.count < query.limit else { break }
      guard let feature = try one.feature() else { continue }
      var hit = SearchHit(layer: one.layer, feature: feature, rank: one.rank)
      let others = try found[(index + 1)...].filter { other in
        other.layer.id == one.layer.id && hit.isPart(of: other.rank) && !taken.contains(other.key)
      }.compactMap { try $0.feature() }
      _ = hit.join(others)
      taken.formUnion(hit.otherParts.map { .init(layer: one.layer.id, row: $0.row) })
      if one.rank.isByPinyin {
        hit.pinyinPart = query.pinyin?.part(of: SearchText.normalise(hit.match?.text ?? hit.title))
      }
      hits.append(hit)
    }
    return hits
  }

  /// The layers whose titles or aliases hold what is sought, the nearest first.
  private func layers(titled query: SearchQuery) throws -> [StoredLayer] {
    try layers().filter { query.layers?.contains($0.id) ?? true }.compactMap { layer in
      query.fit(of: layer.definition).map { ($0, layer) }
    }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
  }

  /// The values of coded fields that are called what is sought; none where a layer is.
  private func kinds(_ query: SearchQuery, _ titled: [StoredLayer]) throws -> [SearchKind] {
    guard !titled.contains(where: { query.fit(of: $0.definition)?.nearness == 0 }) else {
      return []
    }
    let layers = try layers().filter { query.layers?.contains($0.id) ?? true }
    return try searches.kinds(of: self).kinds(named: query.sought.whole, in: layers)
  }

  /// With a place the nearest features of the first kind that has any.
  private func kindHits(_ kinds: [SearchKind], _ query: SearchQuery) throws -> [Found] {
    guard let place = query.place else { return [] }
    for kind in kinds {
      guard let index = kind.layer.definition.fields.firstIndex(of: kind.field) else { continue }
      let features = try nearest(to: place, of: kind.layer, limit: query.limit) { row in
        FieldValue.plainText(row.value(index)) == kind.code.value
      }
      guard !features.isEmpty else { continue }
      return features.map { feature in
        Found(
          key: .init(layer: kind.layer.id, row: feature.row), layer: kind.layer,
          rank: SearchRank(ofKindIn: kind.layer, feature, query)
        ) { feature }
      }
    }
    return []
  }

  /// A row that matches; a class, since hits are sorted and compared with each other.
  private final class Found {
    let key: Key
    let layer: StoredLayer
    let rank: SearchRank
    let feature: () throws -> StoredFeature?

    init(
      key: Key, layer: StoredLayer, rank: SearchRank, feature: @escaping () throws -> StoredFeature?
    ) {
      (self.key, self.layer, self.rank, self.feature) = (key, layer, rank, feature)
    }

    struct Key: Hashable {
      var layer: String
      var row: Int64
    }
  }

  /// The features that are called so by their ids, as written or in capitals.
  private func idHits(_ query: SearchQuery) throws -> [Found] {
    let ids = Set([query.text, query.text.uppercased()])
    return try layers().filter { query.layers?.contains($0.id) ?? true }.flatMap { layer in
      try ids.compactMap { try feature($0, in: layer) }.compactMap { feature in
        SearchRank(query, layer, byTitle: query.fit(asLayer: layer), feature).map { rank in
          Found(key: .init(layer: layer.id, row: feature.row), layer: layer, rank: rank) { feature }
        }
      }
    }
  }

  /// The features with the words in their texts, and whether these are all.
  ///
  /// Many more names fit initials than whole syllables, so they are looked for where those are
  /// too few, and of much that was typed only where no name has it in syllables.
  private func textHits(
    _ query: SearchQuery, except left: Set<String>
  ) throws -> (found: [Found], isWhole: Bool) {
    let layers = SearchedLayers(self)
    guard let pinyin = query.pinyin else {
      return try textHits(query, fulfilling: query.condition, layers, except: left)
    }
    let vocabulary = try searches.vocabulary(in: database)
    let syllables = vocabulary.condition(pinyin, .syllables)
    var (found, isWhole) = try textHits(
      query, fulfilling: syllables.map { "(\(query.condition)) OR \($0.text)" } ?? query.condition,
      layers, except: left)
    isWhole = isWhole && syllables?.isWhole ?? true
    let isSpeltOut = !pinyin.isShort && found.contains { $0.rank.isBySyllables }
    guard !isSpeltOut, let initials = vocabulary.condition(pinyin, .initials),
      initials.text != syllables?.text
    else { return (found, isWhole) }
    guard found.count < query.limit else { return (found, false) }
    let more = try textHits(query, fulfilling: initials.text, layers, except: left)
    let known = Set(found.map(\.key))
    found += more.found.filter { !known.contains($0.key) }
    isWhole = isWhole && more.isWhole && initials.isWhole
    return (found, isWhole)
  }

  /// The features whose entries in the index fulfil a condition of FTS5 and that rank, and whether
  /// these are all.
  private func textHits(
    _ query: SearchQuery, fulfilling condition: String, _ layers: SearchedLayers,
    except left: Set<String>
  ) throws -> (found: [Found], isWhole: Bool) {
    let statement = try RowStatement(
      database,
      """
      SELECT l.layer, e.fid FROM yutu_search
      JOIN yutu_search_entries e ON e.entry = yutu_search.rowid
      JOIN yutu_search_layers l ON l.number = e.layer
      WHERE yutu_search MATCH ? AND e.since <= ? AND e.ended > ? ORDER BY yutu_search.rowid
      """)
    let point = Int64(point.commit ?? .max - 1)
    statement.bind(1, condition)
    statement.bind(2, point)
    statement.bind(3, point)
    defer { statement.reset() }

    var found: [Found] = []
    var seen = 0
    let most = max(query.place == nil ? Self.rankedCount : Self.placedCount, query.limit)
    while try statement.step() {
      let (id, row) = (statement.text(0), statement.int64(1))
      guard query.layers?.contains(id) ?? true, !left.contains(id) else { continue }
      guard found.count < most, seen < Self.seenCount else { return (found, false) }
      seen += 1
      let layer = try layers.layer(id)
      guard let rank = try layer.rank(row, query) else { continue }
      found.append(
        Found(key: .init(layer: id, row: row), layer: layer.layer, rank: rank) {
          try layer.feature(row)
        })
    }
    return (found, true)
  }
}

/// The layers that hits are in, each prepared once a search.
private final class SearchedLayers {
  private let snapshot: SpatiaLiteSnapshot
  private var known: [String: SearchedLayer] = [:]

  init(_ snapshot: SpatiaLiteSnapshot) { self.snapshot = snapshot }

  func layer(_ id: String) throws -> SearchedLayer {
    if let layer = known[id] { return layer }
    let layer = try SearchedLayer(snapshot.layer(id), snapshot)
    known[id] = layer
    return layer
  }
}

/// A layer whose rows are looked up one by one.
private struct SearchedLayer {
  let layer: StoredLayer
  private let table: LayerTable
  private let statements: [(statement: RowStatement, parameter: Int)]
  /// Where the searched fields stand among the layer's.
  private let fields: [Int]

  init(_ layer: StoredLayer, _ snapshot: SpatiaLiteSnapshot) throws {
    self.layer = layer
    let table = LayerTable(layer.definition)
    self.table = table
    fields = layer.definition.searchIndexes
    statements = try snapshot.sources(of: layer).map { source in
      let statement = try RowStatement(
        snapshot.database, source.select(table.selection, where: ["t.fid = ?"]), isOneOfFew: false)
      return (statement, statement.bindCommit(of: [source]))
    }
  }

  func rank(_ row: Int64, _ query: SearchQuery) throws -> SearchRank? {
    try with(row) { found in
      let texts = fields.map { FieldValue.plainText(found.value($0)) }
      let geometry = query.place == nil ? nil : try found.geometry()
      // With a place the layers that are called so are not asked for by their texts.
      return SearchRank(query, layer, byTitle: nil, row: row, id: found.id, texts: texts) {
        geometry!
      }
    }
  }

  func feature(_ row: Int64) throws -> StoredFeature? { try with(row) { try $0.feature() } }

  private func with<T>(_ row: Int64, _ body: (borrowing FeatureRow) throws -> T?) throws -> T? {
    for (statement, parameter) in statements {
      statement.bind(parameter, row)
      defer { statement.reset() }
      if try statement.step() { return try body(FeatureRow(statement, types: table.types)) }
    }
    return nil
  }
}
