import GRDB

/// A query on a layer's rows as an earlier commit left them, and on all rows of a layer: as SQL.
///
/// What is narrowed down of a layer as it stands is ``MatchedRows``.
struct FeatureSelection {
  private let query: FeatureQuery
  private let layer: StoredLayer
  private let table: LayerTable
  private let sources: [RowSource]
  private let matches: MatchCache
  /// What really narrows the answer.
  private let predicate: FeaturePredicate

  init(
    _ query: FeatureQuery, in layer: StoredLayer, from sources: [RowSource], _ matches: MatchCache
  ) {
    self.query = query
    self.layer = layer
    self.sources = sources
    self.matches = matches
    table = LayerTable(layer.definition)
    predicate = query.predicate.simplified(within: layer.extent)
  }

  func page(_ database: Database) throws -> FeaturePage {
    if predicate != .everything, sources.allSatisfy({ $0.commit == nil }) {
      return try MatchedRows(query, predicate, in: layer, matches).page(database)
    }
    return try pageBySQL(database)
  }

  private func pageBySQL(_ database: Database) throws -> FeaturePage {
    let conditions = sources.map { PredicateSQL(predicate, on: $0) }
    let selects = zip(sources, conditions).map { source, condition in
      source.select(table.selection, where: ["t.fid > ?", condition.text])
    }
    let statement = try RowStatement(
      database, selects.joined(separator: " UNION ALL ") + " ORDER BY fid LIMIT ?",
      isOneOfFew: predicate.isOfPlaces)
    var next = statement.bindCommit(of: sources)
    for condition in conditions {
      statement.bind(next, query.afterRow)
      next = condition.bind(to: statement, from: next + 1)
    }
    // One more than asked for tells whether there is a next page.
    statement.bind(next, Int64(query.limit) + 1)

    var features: [StoredFeature] = []
    var (bytes, isLast) = (0, true)
    while isLast, try statement.step() {
      guard features.count < query.limit, bytes < query.enoughBytes else {
        isLast = false
        continue
      }
      let feature = try FeatureRow(statement, types: table.types).feature()
      bytes += feature.geometryBytes
      features.append(feature)
    }
    let isWhole = isLast && query.afterRow == .min
    return FeaturePage(
      features: features, nextAfterRow: isLast ? nil : features.last?.row ?? query.afterRow,
      matchedCount: isWhole ? features.count : try matchedCount(database))
  }

  private func matchedCount(_ database: Database) throws -> Int {
    guard predicate != .everything else { return layer.featureCount }
    let conditions = sources.map { PredicateSQL(predicate, on: $0) }
    let counts = zip(sources, conditions).map { source, condition in
      "(" + source.select("count(*)", where: [condition.text]) + ")"
    }
    let statement = try RowStatement(
      database, "SELECT " + counts.joined(separator: " + "), isOneOfFew: predicate.isOfPlaces)
    var next = statement.bindCommit(of: sources)
    for condition in conditions { next = condition.bind(to: statement, from: next) }
    return try statement.step() ? Int(statement.int64(0)) : 0
  }
}
