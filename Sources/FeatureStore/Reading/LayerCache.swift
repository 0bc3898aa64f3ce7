import GRDB
import SimpleFeatures
import Synchronization

/// The layers of a city as their commits left them, so that a request need not read and parse a
/// layer's definition again.
final class LayerCache: Sendable {
  private struct Key: Hashable {
    var id: String
    var state: Int
  }

  private let layers = Mutex<[Key: StoredLayer]>([:])
  /// All layers as they stand, and the commit that left them so.
  private let present = Mutex<(token: String, layers: [StoredLayer])?>(nil)
  private let tokens = Mutex<[Int64: String]>([:])
  /// Tables that have an index of weights; none loses it.
  private let weighed = Mutex<Set<String>>([])
  /// States are small; more than these are not asked for in turn.
  private static let limit = 1000

  /// The layer as `point` sees it.
  ///
  /// Before its first commit a layer is empty, with the definition that it was to get.
  ///
  /// - Throws: ``StoreErrorCode/unknownLayer`` where no commit ever made it,
  ///   ``StoreErrorCode/historyNotKept`` for times from which nothing was kept.
  func layer(_ id: String, at point: HistoryPoint, in database: Database) throws -> StoredLayer {
    if let state = try LayerCache.number(
      "SELECT max(commit_seq) FROM yutu_layer_states WHERE layer = ?1 AND commit_seq <= ?2",
      (id, point.commit ?? .max), in: database),
      let layer = try layer(id, state: state, in: database)
    {
      return layer
    }
    guard
      let first = try LayerCache.number(
        "SELECT min(commit_seq) FROM yutu_layer_states WHERE layer = ?1 AND commit_seq > ?2",
        (id, 0), in: database),
      var layer = try layer(id, state: first, in: database)
    else {
      guard try !StoredLayer.isRaster(database, id: id) else {
        guard try StoredRaster.find(database, id: id, upTo: point.commit) != nil else {
          throw StoreError(
            .unknownLayer, "raster layer \"\(id)\" has no values at that commit or time yet",
            hint: "ask for a later commit or time; GET /commits lists the commits")
        }
        throw StoreError(
          .unknownLayer, "layer \"\(id)\" is a raster: it has values, not features",
          hint: "ask /collections/\(id)/position and its tiles, or export it as .tif")
      }
      let known = try StoredLayer.ids(database, upTo: nil)
      throw StoreError(
        .unknownLayer, "the city has no layer \"\(id)\"",
        hint: known.isEmpty
          ? "it is empty: import a file first"
          : choices(
            for: id, among: known, listedBy: "yutu layers --city CITY, like GET /collections,"))
    }
    try LayerCache.checkIsFirst(first, of: id, in: database)
    layer.becomeEmpty()
    return layer
  }

  /// All layers as they stand; `fetch` gets them where a commit was made since they were asked for.
  func present(in database: Database, _ fetch: () throws -> [StoredLayer]) throws -> [StoredLayer] {
    let token = try LayerCache.token(
      "SELECT token FROM yutu_commits WHERE seq <= ? ORDER BY seq DESC LIMIT 1", .max, in: database)
    if let known = present.withLock({ $0 }), known.token == token { return known.layers }
    let layers = try fetch()
    present.withLock { $0 = (token, layers) }
    return layers
  }

  /// The random name of a commit; the city's first one stands for those before tiles were kept
  /// account of.
  func token(ofCommit number: Int64, in database: Database) throws -> String {
    if let known = tokens.withLock({ $0[number] }) { return known }
    let token = try LayerCache.token(
      "SELECT token FROM yutu_commits WHERE seq >= ? ORDER BY seq LIMIT 1", number, in: database)
    tokens.withLock { tokens in
      if tokens.count >= LayerCache.limit { tokens.removeAll() }
      tokens[number] = token
    }
    return token
  }

  private static func token(
    _ sql: String, _ number: Int64, in database: Database
  ) throws -> String {
    let statement = try RowStatement(database, sql)
    statement.bind(1, number)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : ""
  }

  /// Whether the layer has an index of weights: cities of older versions have none.
  func hasWeights(_ table: LayerTable, in database: Database) throws -> Bool {
    if weighed.withLock({ $0.contains(table.name) }) { return true }
    guard try table.hasWeights(database) else { return false }
    weighed.withLock { _ = $0.insert(table.name) }
    return true
  }

  private func layer(_ id: String, state: Int, in database: Database) throws -> StoredLayer? {
    let key = Key(id: id, state: state)
    if let known = layers.withLock({ $0[key] }) { return known }
    let layer = try StoredLayer.find(database, id: id, state: state)
    layers.withLock { layers in
      if layers.count >= LayerCache.limit { layers.removeAll() }
      layers[key] = layer
    }
    return layer
  }

  /// The number that `sql` answers for a layer's id and a commit; `nil` for none.
  private static func number(
    _ sql: String, _ arguments: (id: String, commit: Int), in database: Database
  ) throws -> Int? {
    let statement = try RowStatement(database, sql)
    statement.bind(1, arguments.id)
    statement.bind(2, Int64(arguments.commit))
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return Int(statement.int64(0))
  }

  /// Cities of the first version of Yutu kept only the last state of each layer.
  private static func checkIsFirst(_ state: Int, of id: String, in database: Database) throws {
    let older = try Int.fetchOne(
      database, sql: "SELECT min(seq) FROM yutu_commits WHERE layer = ? AND seq < ?",
      arguments: [id, state])
    guard older == nil else {
      throw StoreError(
        .historyNotKept, "the history of layer \"\(id)\" begins with commit \(state)",
        hint: "an older version of Yutu made the commits before it and kept no history")
    }
  }
}
