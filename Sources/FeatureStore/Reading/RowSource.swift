import GRDB

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
  /// The R-tree over boxes and weights, quoted; `nil` for rows of the past.
  private(set) var weights: String?
  /// The column that the R-tree's rows are named by, in the table and in the index.
  let key: (table: String, index: String)
  /// The commit that is asked about, parameter 1 of every statement; `nil` for what is true now.
  let commit: Int?
  /// What a row of the table must fulfil to be seen.
  private let conditions: [String]
  /// What a row of the index must fulfil; may let through more than ``conditions``.
  let indexConditions: [String]

  /// - Parameter layer: The layer as `point` sees it.
  static func all(
    of layer: StoredLayer, at point: HistoryPoint, in database: Database
  ) throws -> [RowSource] {
    let table = LayerTable(layer.definition)
    var present = RowSource(current: table, at: nil)
    present.weights = table.weights.quotedName
    guard let commit = point.commit else { return [present] }
    let last = try lastState(of: layer, in: database)
    if last.commit == layer.lastCommit { return [present] }
    let current = RowSource(current: table, at: commit)
    guard try table.past.exists(database) else { return [current] }
    let past = RowSource(past: table.past, at: commit)
    // A layer that was written anew since: none of its rows was there then.
    return last.oldest > commit ? [past] : [current, past]
  }

  /// The layer's last commit, and the oldest commit that a row of it was written by.
  private static func lastState(
    of layer: StoredLayer, in database: Database
  ) throws -> (commit: Int, oldest: Int) {
    let statement = try RowStatement(
      database,
      """
      SELECT commit_seq, oldest_commit FROM yutu_layer_states
      WHERE layer = ? ORDER BY commit_seq DESC LIMIT 1
      """)
    statement.bind(1, layer.id)
    defer { statement.reset() }
    guard try statement.step() else { return (0, 0) }
    return (Int(statement.int64(0)), Int(statement.int64(1)))
  }

  private init(current table: LayerTable, at commit: Int?) {
    self.table = table.quotedName
    index = table.index.quotedName
    key = ("fid", "pkid")
    self.commit = commit
    conditions = commit == nil ? [] : ["t.commit_seq <= ?1"]
    indexConditions = []
  }

  private init(past: HistoryTable, at commit: Int) {
    table = past.quotedName
    index = past.index
    key = ("yutu_version", "version")
    self.commit = commit
    conditions = ["t.commit_seq <= ?1", "t.yutu_ended > ?1"]
    // The index holds commits as 32-bit floats, rounded outwards.
    indexConditions = ["i.cmin <= ?1", "i.cmax > ?1"]
  }

  /// The rows that fulfil `conditions` too, whose parameters follow the commit.
  func select(_ columns: String, where conditions: [String] = []) -> String {
    let all = self.conditions + conditions
    return "SELECT \(columns) FROM \(table) t"
      + (all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND "))
  }

  /// The rows whose boxes meet a box of four parameters, after the commit: its lower and then
  /// its upper corner.
  ///
  /// - Parameter areWeighed: Whether a fifth parameter is the least weight that need be among them;
  ///   only where the layer has an index of weights. Rows of the past are not weighed.
  func selectMeetingBox(_ columns: String, areWeighed: Bool) -> String {
    var all =
      conditions + indexConditions + ["i.xmax >= ?", "i.ymax >= ?", "i.xmin <= ?", "i.ymin <= ?"]
    var (index, entry) = (index, key.index)
    if areWeighed, let weights {
      (index, entry) = (weights, "fid")
      all.append("i.wmax >= ?")
    }
    return """
      SELECT \(columns) FROM \(index) i JOIN \(table) t ON t.\(key.table) = i.\(entry)
      WHERE \(all.joined(separator: " AND "))
      """
  }
}

extension RowStatement {
  /// Binds the commit that all of `sources` are asked about; answers the parameter after it.
  func bindCommit(of sources: [RowSource]) -> Int {
    guard let commit = sources.first?.commit else { return 1 }
    bind(1, Int64(commit))
    return 2
  }
}
