import Catalog
import GRDB
import SimpleFeatures

extension StoredLayer {
  private static let selection = """
    SELECT l.id, l.definition, l.feature_count, l.last_commit, c.time, c.token,
      l.min_x, l.min_y, l.max_x, l.max_y
    FROM yutu_layers l JOIN yutu_commits c ON c.seq = l.last_commit
    """

  static func fetchAll(_ database: Database) throws -> [StoredLayer] {
    try Row.fetchAll(database, sql: selection + " ORDER BY l.id").map(StoredLayer.init)
  }

  static func fetch(_ database: Database, id: String) throws -> StoredLayer {
    guard let layer = try find(database, id: id) else {
      let known = try String.fetchAll(database, sql: "SELECT id FROM yutu_layers ORDER BY id")
      throw StoreError(
        .unknownLayer, "the city has no layer \"\(id)\"",
        hint: known.isEmpty
          ? "it is empty: import a file first" : "it has: " + known.joined(separator: ", "))
    }
    return layer
  }

  static func find(_ database: Database, id: String) throws -> StoredLayer? {
    try Row.fetchOne(database, sql: selection + " WHERE l.id = ?", arguments: [id])
      .map(StoredLayer.init)
  }

  private init(_ row: Row) throws {
    let id: String = row[0]
    let (definition, faults) = LayerCatalog.parse(yaml: row[1], file: "\(id).yml")
    guard let definition else {
      throw StoreError(
        .damagedDefinition,
        "the definition of layer \"\(id)\" in the city file cannot be read: "
          + faults.map(\.description).joined(separator: "; "),
        hint: "import the layer again with this version of Yutu")
    }
    let extent: Envelope? =
      row[6] == nil ? nil : Envelope(minX: row[6], minY: row[7], maxX: row[8], maxY: row[9])
    self.init(
      definition: definition, featureCount: row[2], lastCommit: row[3],
      lastCommitToken: row[5], lastCommitTime: row[4],
      extent: extent)
  }
}
