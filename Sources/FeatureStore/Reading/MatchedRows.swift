import GRDB
import SimpleFeatures

/// A query that narrows down a layer as it stands, answered by the numbers of its rows.
///
/// All of them are found once, which also counts them; after that a page costs what its features
/// cost, however deep it lies. The numbers are kept in a ``MatchCache`` until the layer changes.
struct MatchedRows {
  private let query: FeatureQuery
  private let predicate: FeaturePredicate
  private let layer: StoredLayer
  private let table: LayerTable
  private let cache: MatchCache
  /// Above this share of the layer's rows one pass over all is cheaper than looking up each.
  private static let shareWorthScanning = 4

  /// - Parameter predicate: What of the query's really narrows the answer.
  init(
    _ query: FeatureQuery, _ predicate: FeaturePredicate, in layer: StoredLayer,
    _ cache: MatchCache
  ) {
    self.query = query
    self.predicate = predicate
    self.layer = layer
    self.cache = cache
    table = LayerTable(layer.definition)
  }

  func page(_ database: Database) throws -> FeaturePage {
    let rows = try rows(database)
    let start = rows.partitioningIndex { $0 > query.afterRow }
    let end = min(rows.count, start + query.limit)
    let statement = try RowStatement(
      database, "SELECT \(table.selection) FROM \(table.quotedName) t WHERE t.fid = ?")
    var features: [StoredFeature] = []
    features.reserveCapacity(end - start)
    var (bytes, place) = (0, start)
    while place < end, bytes < query.enoughBytes {
      statement.bind(1, rows[place])
      if try statement.step() {
        let feature = try FeatureRow(statement, types: table.types).feature()
        bytes += feature.geometryBytes
        features.append(feature)
      }
      statement.reset()
      place += 1
    }
    return FeaturePage(
      features: features, nextAfterRow: place < rows.count ? rows[place - 1] : nil,
      matchedCount: rows.count)
  }

  /// The numbers of all rows that the query selects, ascending.
  private func rows(_ database: Database) throws -> [Int64] {
    let key = MatchCache.Key(layer, PredicateSQL(predicate))
    if let known = cache.rows(key) { return known }
    let rows = try found(database)
    cache.keep(rows, for: key)
    return rows
  }

  private func found(_ database: Database) throws -> [Int64] {
    guard let (areas, rest) = predicate.splitByPlace else {
      return try scanned(predicate, database)
    }
    let near = try RTreeReader(table.index, in: database)
      .rows(meeting: areas.map(\.bounds), sureWithin: areas.map(\.inside))
    let areasAlone = FeaturePredicate.any(areas.map { .intersects($0) })
    var rows = near.inside + (try kept(near.onEdge, where: areasAlone, database))
    rows.sort()
    guard rest != .everything else { return rows }
    if rows.count > layer.featureCount / MatchedRows.shareWorthScanning {
      return rows.common(with: try scanned(rest, database))
    }
    return try kept(rows, where: rest, database)
  }

  /// Every row of which `predicate` is true, ascending: one pass over the table.
  private func scanned(
    _ predicate: FeaturePredicate, _ database: Database
  ) throws -> [Int64] {
    let condition = PredicateSQL(predicate)
    let statement = try RowStatement(
      database, "SELECT t.fid FROM \(table.quotedName) t WHERE \(condition.text) ORDER BY t.fid",
      isOneOfFew: predicate.isOfPlaces)
    _ = condition.bind(to: statement, from: 1)
    var rows: [Int64] = []
    while try statement.step() { rows.append(statement.int64(0)) }
    return rows
  }

  /// Those of `rows` of which `predicate` is true, looked up one by one.
  private func kept(
    _ rows: [Int64], where predicate: FeaturePredicate, _ database: Database
  ) throws -> [Int64] {
    guard !rows.isEmpty else { return [] }
    let condition = PredicateSQL(predicate)
    let statement = try RowStatement(
      database,
      "SELECT 1 FROM \(table.quotedName) t WHERE t.fid = ? AND \(condition.text)",
      isOneOfFew: predicate.isOfPlaces)
    _ = condition.bind(to: statement, from: 2)
    return try rows.filter { row in
      statement.bind(1, row)
      defer { statement.reset() }
      return try statement.step()
    }
  }
}

extension [Int64] {
  /// The numbers that two ascending lists share.
  fileprivate func common(with other: [Int64]) -> [Int64] {
    var shared: [Int64] = []
    var index = 0
    for number in self {
      while index < other.count, other[index] < number { index += 1 }
      if index < other.count, other[index] == number { shared.append(number) }
    }
    return shared
  }
}
