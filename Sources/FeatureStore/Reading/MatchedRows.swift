import Catalog
import CityFile
import GRDB
import SimpleFeatures

/// A query that narrows down a layer as it stands, answered by the numbers of its rows.
///
/// All of them are found once, which also counts them; after that a page costs what its features
/// cost, however deep it lies. The numbers are kept in a ``MatchCache`` until the layer changes.
struct MatchedRows {
  private let query: FeatureQuery
  private let boxes: [Envelope]
  private let layer: StoredLayer
  private let table: LayerTable
  private let cache: MatchCache
  /// Above this share of the layer's rows one pass over all is cheaper than looking up each.
  private static let shareWorthScanning = 4

  /// - Parameter boxes: Those of the query that really narrow the answer.
  init(
    _ query: FeatureQuery, _ boxes: [Envelope], in layer: StoredLayer, _ cache: MatchCache
  ) {
    self.query = query
    self.boxes = boxes
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
    for row in rows[start..<end] {
      statement.bind(1, row)
      if try statement.step() {
        features.append(try FeatureRow(statement, types: table.types).feature())
      }
      statement.reset()
    }
    return FeaturePage(
      features: features, nextAfterRow: end < rows.count ? rows[end - 1] : nil,
      matchedCount: rows.count)
  }

  /// The numbers of all rows that the query selects, ascending.
  private func rows(_ database: Database) throws -> [Int64] {
    let key = MatchCache.Key(layer, boxes: boxes, query.shape, equals: query.equals)
    if let known = cache.rows(key) { return known }
    let rows = try found(database)
    cache.keep(rows, for: key)
    return rows
  }

  private func found(_ database: Database) throws -> [Int64] {
    guard !boxes.isEmpty else { return try rowsWithValues(database) }
    let near = try RTreeReader(table.index, in: database)
      .rows(meeting: boxes, sureWithin: query.shape.map { [$0.inside] } ?? boxes)
    var rows = near.inside + (try meeting(near.onEdge, database))
    rows.sort()
    guard !query.equals.isEmpty else { return rows }
    if rows.count > layer.featureCount / MatchedRows.shareWorthScanning {
      return rows.common(with: try rowsWithValues(database))
    }
    return try kept(rows, where: valueConditions, database) { statement in
      bindValues(of: statement, from: 2)
    }
  }

  /// Those of `rows` whose geometry meets the shape, or one of the boxes.
  private func meeting(_ rows: [Int64], _ database: Database) throws -> [Int64] {
    let shapes = query.shape.map { [$0.area] } ?? boxes.map(\.shape)
    let one = shapes.map { _ in "ST_Intersects(t.geom, ?)" }.joined(separator: " OR ")
    return try kept(rows, where: ["(\(one))"], database) { statement in
      for (index, shape) in shapes.enumerated() {
        statement.bind(2 + index, blob: SpatiaLiteBlob.encode(shape))
      }
    }
  }

  /// Every row whose fields have the query's values, ascending: one pass over the table.
  private func rowsWithValues(_ database: Database) throws -> [Int64] {
    let statement = try RowStatement(
      database,
      """
      SELECT t.fid FROM \(table.quotedName) t
      WHERE \(valueConditions.joined(separator: " AND ")) ORDER BY t.fid
      """, isOneOfFew: false)
    bindValues(of: statement, from: 1)
    var rows: [Int64] = []
    while try statement.step() { rows.append(statement.int64(0)) }
    return rows
  }

  /// Those of `rows` that fulfil `conditions`, looked up one by one.
  ///
  /// - Parameter bind: Binds the conditions' parameters, from 2 on.
  private func kept(
    _ rows: [Int64], where conditions: [String], _ database: Database,
    _ bind: (RowStatement) -> Void
  ) throws -> [Int64] {
    guard !rows.isEmpty else { return [] }
    let statement = try RowStatement(
      database,
      "SELECT 1 FROM \(table.quotedName) t WHERE t.fid = ? AND "
        + conditions.joined(separator: " AND "), isOneOfFew: query.equals.isEmpty)
    bind(statement)
    return try rows.filter { row in
      statement.bind(1, row)
      defer { statement.reset() }
      return try statement.step()
    }
  }

  private var valueConditions: [String] { query.equals.map { "t.\"\($0.name)\" IS ?" } }

  private func bindValues(of statement: RowStatement, from first: Int) {
    for (index, property) in query.equals.enumerated() {
      statement.bind(first + index, property.value)
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
