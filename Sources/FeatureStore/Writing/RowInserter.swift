import GRDB

/// Inserts rows of whole numbers, many by one statement: to start a statement costs SQLite more
/// than to write such a row.
struct RowInserter {
  private let database: Database
  private let table: String
  private let columnCount: Int
  private let insertMany: RowStatement
  /// Numbers of rows that are still to be written.
  private var pending: [Int64] = []
  private static let rowsAtOnce = 64

  /// - Parameter table: A table in the words of SQL, the names of its columns included where they
  ///   are not all.
  init(_ database: Database, into table: String, columnCount: Int) throws {
    self.database = database
    self.table = table
    self.columnCount = columnCount
    insertMany = try Self.statement(
      database, into: table, columnCount: columnCount, rowCount: Self.rowsAtOnce)
    pending.reserveCapacity(columnCount * Self.rowsAtOnce)
  }

  /// Takes one number for each column.
  mutating func add(_ row: [Int64]) throws {
    pending += row
    if pending.count == columnCount * Self.rowsAtOnce { try write(by: insertMany) }
  }

  /// Writes what is left.
  mutating func finish() throws {
    guard !pending.isEmpty else { return }
    try write(
      by: Self.statement(
        database, into: table, columnCount: columnCount, rowCount: pending.count / columnCount))
  }

  private mutating func write(by statement: RowStatement) throws {
    for (index, number) in pending.enumerated() { statement.bind(index + 1, number) }
    try statement.run()
    pending.removeAll(keepingCapacity: true)
  }

  private static func statement(
    _ database: Database, into table: String, columnCount: Int, rowCount: Int
  ) throws -> RowStatement {
    let marks = [String](repeating: "?", count: columnCount).joined(separator: ", ")
    let rows = [String](repeating: "(\(marks))", count: rowCount).joined(separator: ", ")
    return try RowStatement(
      database, "INSERT INTO \(table) VALUES \(rows)", isOneOfFew: rowCount == rowsAtOnce)
  }
}
