package import GRDB

extension Row {
  /// The value of the column at `index`, counted from 0.
  ///
  /// GRDB's subscripts end the program where a value is of another kind than asked for, which a
  /// damaged file or another program may bring about: SQLite's columns take any.
  ///
  /// - Throws: `SQLITE_CORRUPT`, which ``City`` explains as ``CityErrorCode/damaged``.
  package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int
  ) throws -> Value {
    do { return try decode(Value.self, atIndex: index) } catch {
      throw mismatch(Array(columnNames)[index])
    }
  }

  /// The value of the column called `name`.
  ///
  /// - Throws: As ``value(_:)-(Int)``.
  package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ name: String
  ) throws -> Value {
    do { return try decode(Value.self, forColumn: name) } catch { throw mismatch(name) }
  }

  private func mismatch(_ column: String) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_CORRUPT, message: "a value of \(column) is not of the column's kind")
  }
}
