import GRDB
import SimpleFeatures

/// A table that holds versions of a layer's features, and which of them a reader sees.
///
/// As the layer stands there is one: the layer's own table. At an earlier commit there are two: of
/// the layer's table what that commit had written already, and of the past what it had not ended
/// yet. No feature is in both.
struct RowSource {
  /// The layer's table or its past, quoted; `t` in conditions.
  let table: String
  /// The R-tree over the table; `i` in conditions.
  let index: String
  /// The column that the R-tree's rows are named by, in the table and in the index.
  let key: (table: String, index: String)
  /// What a row of the table must fulfil to be seen.
  let conditions: [String]
  /// What a row of the index must fulfil; may let through more than ``conditions``.
  let indexConditions: [String]

  /// - Parameter layer: The layer as `point` sees it.
  static func all(
    of layer: StoredLayer, at point: HistoryPoint, in database: Database
  ) throws -> [RowSource] {
    let table = LayerTable(layer.definition)
    guard let commit = point.commit, try !isLast(layer, in: database) else {
      return [RowSource(current: table, conditions: [])]
    }
    let current = RowSource(current: table, conditions: ["t.commit_seq <= \(commit)"])
    guard try table.past.exists(database) else { return [current] }
    return [current, RowSource(past: table.past, at: commit)]
  }

  private static func isLast(_ layer: StoredLayer, in database: Database) throws -> Bool {
    let statement = try RowStatement(
      database, "SELECT max(commit_seq) FROM yutu_layer_states WHERE layer = ?")
    statement.bind(1, layer.id)
    defer { statement.reset() }
    return try statement.step() && Int(statement.int64(0)) == layer.lastCommit
  }

  private init(current table: LayerTable, conditions: [String]) {
    self.table = table.quotedName
    index = table.index
    key = ("fid", "pkid")
    self.conditions = conditions
    indexConditions = []
  }

  private init(past: PastTable, at commit: Int) {
    table = past.quotedName
    index = past.index
    key = ("version", "version")
    conditions = ["t.commit_seq <= \(commit)", "t.ended > \(commit)"]
    // The index holds commits as 32-bit floats, rounded outwards.
    indexConditions = ["i.cmin <= \(commit)", "i.cmax > \(commit)"]
  }

  /// The rows that fulfil `conditions` too.
  func select(_ columns: String, where conditions: [String] = []) -> String {
    let all = self.conditions + conditions
    return "SELECT \(columns) FROM \(table) t"
      + (all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND "))
  }

  /// The rows whose boxes meet a box of four parameters: its lower and then its upper corner.
  func selectMeetingBox(_ columns: String) -> String {
    let all =
      ["i.xmax >= ?", "i.ymax >= ?", "i.xmin <= ?", "i.ymin <= ?"] + indexConditions + conditions
    return """
      SELECT \(columns) FROM \(index) i JOIN \(table) t ON t.\(key.table) = i.\(key.index)
      WHERE \(all.joined(separator: " AND "))
      """
  }
}
