import GRDB
import SimpleFeatures

/// A city file as one reader sees it.
struct SpatiaLiteSnapshot: FeatureSnapshot {
  let database: Database
  let point: HistoryPoint
  private let cache: LayerCache

  init(_ database: Database, _ cache: LayerCache, at revision: Revision) throws {
    self.database = database
    self.cache = cache
    point = try HistoryPoint(revision, in: database)
  }

  func layers() throws -> [StoredLayer] {
    try StoredLayer.ids(database, upTo: point.commit).map(layer)
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
    try FeatureSelection(query, in: layer, from: try sources(of: layer)).page(database)
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
    for source in try sources(of: layer) {
      let statement = try RowStatement(
        database, source.selectMeetingBox(table.selection, weighing: weight))
      statement.bind(statement.bindCommit(of: [source]), box: box)
      while try statement.step() { try body(FeatureRow(statement, types: table.types)) }
    }
  }

  func sources(of layer: StoredLayer) throws -> [RowSource] {
    try RowSource.all(of: layer, at: point, in: database)
  }
}
