import GRDB

/// The versions of a layer's features that a later commit replaced or removed.
///
/// Beside the columns of ``LayerTable``:
///
/// | column | is |
/// |---|---|
/// | `yutu_version` | row number of the version |
/// | `yutu_ended` | the commit from which on the version is no longer true |
///
/// So a version is true from `commit_seq` up to, but not at, `yutu_ended`. The R-tree
/// `yutu_past_<table>_index` covers `geom` and that interval of commits.
struct HistoryTable {
  let name: String

  init(_ layerTable: String) {
    name = "yutu_past_\(layerTable)"
  }

  var quotedName: String { "\"\(name)\"" }
  /// The R-tree over boxes and intervals of commits.
  var indexName: String { "\(name)_index" }
  var index: String { "\"\(indexName)\"" }

  func exists(_ database: Database) throws -> Bool {
    let statement = try RowStatement(
      database, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
    statement.bind(1, name)
    defer { statement.reset() }
    return try statement.step()
  }

  /// Makes the table for versions of `layerTable`'s rows, unless it is there.
  func createIfMissing(of layerTable: LayerTable, in database: Database) throws {
    guard try !exists(database) else { return }
    let columns = try database.columns(in: layerTable.name).filter { $0.name != "fid" }
      .map { "\"\($0.name)\" \($0.type)" }
    try database.execute(
      sql: """
        CREATE TABLE \(quotedName) (
          yutu_version INTEGER PRIMARY KEY,
          fid INTEGER NOT NULL,
          yutu_ended INTEGER NOT NULL REFERENCES yutu_commits (seq),
          \(columns.joined(separator: ",\n"))
        );
        CREATE INDEX "\(name)_fid" ON \(quotedName) (fid);
        CREATE INDEX "\(name)_id" ON \(quotedName) (id);
        """)
    try createIndex(in: database)
  }

  private func createIndex(in database: Database) throws {
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE \(index)
          USING rtree(version, xmin, xmax, ymin, ymax, cmin, cmax)
        """)
  }

  /// Makes the R-tree anew, if there is a past.
  func rebuildIndex(in database: Database) throws {
    guard try exists(database) else { return }
    try RTree(name: indexName, hasWeights: true).drop(in: database)
    try createIndex(in: database)
    try enter(after: 0, in: database)
  }

  /// Enters the versions after `last` into the R-tree.
  private func enter(after last: Int64, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO \(index) SELECT yutu_version, MbrMinX(geom), MbrMaxX(geom), MbrMinY(geom),
          MbrMaxY(geom), commit_seq, yutu_ended FROM \(quotedName) WHERE yutu_version > ?
        """, arguments: [last])
  }

  /// Takes over the versions in `temp._before` that `commit` has replaced or removed.
  ///
  /// - Returns: How many.
  func keep(of layerTable: LayerTable, endedBy commit: Int64, in database: Database) throws -> Int {
    let columns = try database.columns(in: layerTable.name).map { "\"\($0.name)\"" }
    let replaced = """
      FROM temp._before b LEFT JOIN \(layerTable.quotedName) t ON t.fid = b.fid
      WHERE t.fid IS NULL OR t.commit_seq = ?1
      """
    let isNeeded = try Int.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 \(replaced))", arguments: [commit])
    guard isNeeded == 1 else { return 0 }
    try createIfMissing(of: layerTable, in: database)
    let last = try Int64.fetchOne(database, sql: "SELECT max(yutu_version) FROM \(quotedName)") ?? 0
    try database.execute(
      sql: """
        INSERT INTO \(quotedName) (yutu_ended, \(columns.joined(separator: ", ")))
        SELECT ?1, \(columns.map { "b.\($0)" }.joined(separator: ", ")) \(replaced) ORDER BY b.fid
        """, arguments: [commit])
    let count = database.changesCount
    try enter(after: last, in: database)
    return count
  }
}
