import GRDB

/// Keeps an R-tree in step with a layer's rows: packs it where it was empty, else box by box.
struct RTreeWriter {
  private let insert: RowStatement
  private let delete: RowStatement
  private var packed: PackedRTree?
  private let hasWeights: Bool

  /// - Parameter isNew: Whether the layer has no rows yet, so that rows come in sequence from 1 on.
  init(_ tree: RTree, isNew: Bool, in database: Database) throws {
    let nodes = try Int.fetchOne(database, sql: "SELECT count(*) FROM \"\(tree.name)_node\"")
    packed = isNew && nodes == 1 ? try PackedRTree(tree, in: database) : nil
    hasWeights = tree.hasWeights
    let marks = tree.hasWeights ? "?, ?, ?, ?, ?, ?, ?" : "?, ?, ?, ?, ?"
    insert = try RowStatement(
      database, "INSERT OR REPLACE INTO \(tree.quotedName) VALUES (\(marks))")
    // The first column of the index is its row number, whatever it is called.
    delete = try RowStatement(database, "DELETE FROM \(tree.quotedName) WHERE rowid = ?")
  }

  /// Puts a row's box into the index, in place of the one it had.
  mutating func set(_ entry: RTreeEntry) throws {
    if packed != nil { return try packed!.set(entry) }
    try write(entry)
  }

  mutating func remove(row: Int64) throws {
    try finish()
    delete.bind(1, row)
    try delete.run()
  }

  /// Writes what is still gathered; afterwards the tree can be asked and changed by anyone.
  mutating func finish() throws {
    guard var tree = packed else { return }
    packed = nil
    try tree.finish()
    for entry in tree.late { try write(entry) }
  }

  private func write(_ entry: RTreeEntry) throws {
    insert.bind(1, entry.number)
    insert.bind(2, Double(entry.minX))
    insert.bind(3, Double(entry.maxX))
    insert.bind(4, Double(entry.minY))
    insert.bind(5, Double(entry.maxY))
    if hasWeights {
      insert.bind(6, Double(entry.minWeight))
      insert.bind(7, Double(entry.maxWeight))
    }
    try insert.run()
  }
}
