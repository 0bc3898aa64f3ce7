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
    var hits = try found.sorted { $0.rank < $1.rank }.prefix(query.limit).compactMap { hit in
      try hit.feature().map { SearchHit(layer: hit.layer, feature: $0, rank: hit.rank) }
    }
    if let place = query.place {
      for layer in whole {
        for feature in try nearest(to: place, of: layer, limit: query.limit)
        where !hits.contains(where: { $0.layer.id == layer.id && $0.feature.row == feature.row }) {
          guard let rank = SearchRank(query, layer, feature) else { continue }
          hits.append(SearchHit(layer: layer, feature: feature, rank: rank))
        }
      }
      hits.sort { $0.rank < $1.rank }
    }
    return SearchAnswer(
      hits: Array(hits.prefix(query.limit)), matchedCount: matchedCount, isWhole: isWhole,
      layers: titled)
  }

  /// The layers whose titles or aliases hold what is sought, the nearest first.
  private func layers(titled query: SearchQuery) throws -> [StoredLayer] {
    try layers().filter { query.layers?.contains($0.id) ?? true }.compactMap { layer in
      query.sought.nearness(of: layer.definition).map { ($0, layer) }
    }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
  }

  /// A row that matches.
  private struct Found {
    let key: Key
    let layer: StoredLayer
    let rank: SearchRank
    let feature: () throws -> StoredFeature?

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
        SearchRank(query, layer, feature).map { rank in
          Found(key: .init(layer: layer.id, row: feature.row), layer: layer, rank: rank) { feature }
        }
      }
    }
  }

  /// The features with the words in their texts, and whether these are all.
  private func textHits(
    _ query: SearchQuery, except left: Set<String>
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
    statement.bind(1, query.condition)
    statement.bind(2, point)
    statement.bind(3, point)
    defer { statement.reset() }

    var layers: [String: SearchedLayer] = [:]
    var found: [Found] = []
    var seen = 0
    let most = max(query.place == nil ? Self.rankedCount : Self.placedCount, query.limit)
    while try statement.step() {
      let (id, row) = (statement.text(0), statement.int64(1))
      guard query.layers?.contains(id) ?? true, !left.contains(id) else { continue }
      guard found.count < most, seen < Self.seenCount else { return (found, false) }
      seen += 1
      let layer = try layers[id] ?? SearchedLayer(try self.layer(id), self)
      layers[id] = layer
      guard let rank = try layer.rank(row, query) else { continue }
      found.append(
        Found(key: .init(layer: id, row: row), layer: layer.layer, rank: rank) {
          try layer.feature(row)
        })
    }
    return (found, true)
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
      let texts = fields.map { FieldValue.plainText(found.value($0)) }.filter { !$0.isEmpty }
      let geometry = query.place == nil ? nil : try found.geometry()
      return SearchRank(query, layer, row: row, id: found.id, texts: texts) { geometry! }
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
