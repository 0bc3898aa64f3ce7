import Catalog
import CityFile
import GRDB
import SimpleFeatures
import Synchronization

extension StoredLayer {
  /// The layer called `id` as the commit `state` left it; `nil` where that is none of its commits.
  static func find(_ database: Database, id: String, state: Int) throws -> StoredLayer? {
    try Row.fetchOne(
      database,
      sql: """
        SELECT s.layer, d.text, s.feature_count, s.commit_seq, c.time, c.token,
          s.min_x, s.min_y, s.max_x, s.max_y,
          (SELECT min(time) FROM yutu_commits WHERE layer = s.layer)
        FROM yutu_layer_states s JOIN yutu_commits c ON c.seq = s.commit_seq
          JOIN yutu_definitions d ON d.id = s.definition
        WHERE s.layer = ? AND s.commit_seq = ?
        """, arguments: [id, state]
    ).map(StoredLayer.init)
  }

  /// The layer called `id` as it stands; `nil` where the city has none.
  static func find(_ database: Database, id: String) throws -> StoredLayer? {
    let last = try Int.fetchOne(
      database, sql: "SELECT max(commit_seq) FROM yutu_layer_states WHERE layer = ?",
      arguments: [id])
    return try last.flatMap { try find(database, id: id, state: $0) }
  }

  /// The commits that left a state of the layer, in order.
  static func states(_ database: Database, id: String) throws -> [Int] {
    try Int.fetchAll(
      database, sql: "SELECT commit_seq FROM yutu_layer_states WHERE layer = ? ORDER BY commit_seq",
      arguments: [id])
  }

  /// Every layer as it stands, by id.
  static func fetchAll(_ database: Database) throws -> [StoredLayer] {
    try ids(database, upTo: nil).compactMap { try find(database, id: $0) }
  }

  /// The ids of the layers that have a commit up to `commit`, in order.
  static func ids(_ database: Database, upTo commit: Int?) throws -> [String] {
    let statement = try RowStatement(
      database,
      "SELECT DISTINCT layer FROM yutu_layer_states WHERE commit_seq <= ? ORDER BY layer")
    statement.bind(1, Int64(commit ?? .max))
    var ids: [String] = []
    while try statement.step() { ids.append(statement.text(0)) }
    return ids
  }

  /// Whether the city holds a raster under that id.
  static func isRaster(_ database: Database, id: String) throws -> Bool {
    try Int.fetchOne(database, sql: "SELECT 1 FROM yutu_rasters WHERE layer = ?", arguments: [id])
      == 1
  }

  /// Definitions by their text: each commit looks at those of all layers.
  private static let definitions = Mutex<[String: LayerDefinition]>([:])

  private static func parsed(
    _ text: String, file: String
  ) -> (layer: LayerDefinition?, diagnostics: [Diagnostic]) {
    let key = file + "\n" + text
    if let known = definitions.withLock({ $0[key] }) { return (known, []) }
    let (layer, diagnostics) = LayerCatalog.parse(yaml: text, file: file)
    definitions.withLock { definitions in
      if definitions.count >= 500 { definitions.removeAll() }
      definitions[key] = layer
    }
    return (layer, diagnostics)
  }

  private init(_ row: Row) throws {
    let id: String = try row.value(0)
    let (definition, diagnostics) = try Self.parsed(row.value(1), file: "\(id).yml")
    guard let definition else {
      throw StoreError(
        .damagedDefinition,
        "the definition of layer \"\(id)\" in the city file cannot be read: "
          + diagnostics.map(\.description).joined(separator: "; "),
        hint: "restore a backup, or update Yutu if a newer version wrote it")
    }
    let west: Double? = try row.value(6)
    let extent = try west.map {
      Envelope(minX: $0, minY: try row.value(7), maxX: try row.value(8), maxY: try row.value(9))
    }
    self.init(
      definition: definition, featureCount: try row.value(2), lastCommit: try row.value(3),
      lastCommitToken: try row.value(5), lastCommitTime: try row.value(4),
      firstCommitTime: try row.value(10), extent: extent)
  }
}
