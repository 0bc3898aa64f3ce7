import GRDB
import SimpleFeatures

/// A city file as one reader sees it.
struct SpatiaLiteSnapshot: FeatureSnapshot {
  let database: Database
  let point: HistoryPoint
  let cache: LayerCache
  private let matches: MatchCache
  let searches: SearchCache

  init(
    _ database: Database, _ cache: LayerCache, _ matches: MatchCache,
    _ searches: SearchCache, at revision: Revision
  ) throws {
    self.database = database
    self.cache = cache
    self.matches = matches
    self.searches = searches
    point = try HistoryPoint(revision, in: database)
  }

  func layers() throws -> [StoredLayer] {
    guard point.commit == nil else {
      return try StoredLayer.ids(database, upTo: point.commit).map(layer)
    }
    return try cache.present(in: database) { try StoredLayer.ids(database, upTo: nil).map(layer) }
  }

  func layer(_ id: String) throws -> StoredLayer {
    try cache.layer(id, at: point, in: database)
  }

  func feature(_ id: String, in layer: StoredLayer) throws -> StoredFeature? {
    let table = LayerTable(layer.definition)
    for source in try sources(of: layer) {
      let statement = try RowStatement(
        database, source.select(table.selection, where: ["t.id = ?"]))
      statement.bind(statement.bindCommit(of: [source]), id)
      defer { statement.reset() }
      if try statement.step() { return try FeatureRow(statement, types: table.types).feature() }
    }
    return nil
  }

  func features(_ query: FeatureQuery, in layer: StoredLayer) throws -> FeaturePage {
    try FeatureSelection(query, in: layer, from: try sources(of: layer), matches).page(database)
  }

  func forEachFeature(
    of layer: StoredLayer, _ body: (borrowing FeatureRow) throws -> Void
  ) throws {
    let table = LayerTable(layer.definition)
    let sources = try sources(of: layer)
    let selects = sources.map { $0.select(table.selection) }
    let statement = try RowStatement(
      database, selects.joined(separator: " UNION ALL ") + " ORDER BY fid")
    _ = statement.bindCommit(of: sources)
    while try statement.step() { try body(FeatureRow(statement, types: table.types)) }
  }

  func forEachFeature(
    of layer: StoredLayer, meeting box: Envelope, weighing weight: Double,
    _ body: (borrowing FeatureRow) throws -> Void
  ) throws {
    let table = LayerTable(layer.definition)
    let isWeighed = try weight > 0 && cache.hasWeights(table, in: database)
    for source in try sources(of: layer) {
      let areWeighed = isWeighed && source.weights != nil
      let statement = try RowStatement(
        database, source.selectMeetingBox(table.selection, areWeighed: areWeighed))
      let next = statement.bindCommit(of: [source])
      statement.bind(next, box: box)
      if areWeighed { statement.bind(next + 4, weight) }
      while try statement.step() { try body(FeatureRow(statement, types: table.types)) }
    }
  }

  func sources(of layer: StoredLayer) throws -> [RowSource] {
    try RowSource.all(of: layer, at: point, in: database)
  }
}
