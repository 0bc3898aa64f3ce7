import Catalog
import GRDB
import SimpleFeatures

extension SpatiaLiteSnapshot {
  /// How many features are ranked: of more, those with the shortest texts.
  private static let rankedCount = 200
  /// How many entries are looked at in all.
  private static let seenCount = 5000

  func search(_ query: SearchQuery) throws -> [SearchHit] {
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
    var ranked: [(rank: SearchRank, layer: String, row: Int64)] = []
    var seen = 0
    let wanted = max(Self.rankedCount, query.limit)
    while ranked.count < wanted, seen < Self.seenCount, try statement.step() {
      let (id, row) = (statement.text(0), statement.int64(1))
      guard query.layers?.contains(id) ?? true else { continue }
      seen += 1
      let layer = try layers[id] ?? SearchedLayer(try layer(id), self)
      layers[id] = layer
      if let rank = try layer.rank(row, query.sought) { ranked.append((rank, id, row)) }
    }
    ranked.sort { $0.rank < $1.rank }
    return try ranked.prefix(query.limit).compactMap { entry in
      guard let layer = layers[entry.layer] else { return nil }
      return try layer.feature(entry.row).map {
        SearchHit(layer: layer.layer, feature: $0, rank: entry.rank)
      }
    }
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

  func rank(_ row: Int64, _ sought: SearchQuery.Sought) throws -> SearchRank? {
    try with(row) { found in
      let texts = fields.map { FieldValue.plainText(found.value($0)) }.filter { !$0.isEmpty }
      return SearchRank(texts, for: sought, layer: layer.id, row: row)
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
