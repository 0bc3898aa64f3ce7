import Catalog
import CityFile
import GRDB
import GRDBSQLite
import SimpleFeatures

/// A prepared statement for loops over many rows, without a box per value.
///
/// Parameters count from 1 and columns from 0, as in SQLite.
@safe final class RowStatement {
  private let statement: Statement
  private let handle: OpaquePointer

  /// Prepares `sql`, or takes it from the connection's cache where it is one of few.
  init(_ database: Database, _ sql: String, isOneOfFew: Bool = true) throws {
    statement =
      try isOneOfFew ? database.cachedStatement(sql: sql) : database.makeStatement(sql: sql)
    unsafe handle = statement.sqliteStatement
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  deinit { unsafe sqlite3_reset(handle) }

  /// Runs to the next row; false at the end, after which the statement can run again.
  func step() throws -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      unsafe sqlite3_reset(handle)
      return false
    case let code:
      let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
      unsafe sqlite3_reset(handle)
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
  }

  /// Runs a statement that gives no rows.
  func run() throws {
    while try step() {}
  }

  /// Makes the statement ready to run again before its last row was reached.
  func reset() { unsafe sqlite3_reset(handle) }

  // MARK: Parameters

  func bind(_ index: Int, _ value: Int64) { unsafe sqlite3_bind_int64(handle, Int32(index), value) }
  func bind(_ index: Int, _ value: Double) {
    unsafe sqlite3_bind_double(handle, Int32(index), value)
  }

  func bind(_ index: Int, _ text: String) {
    var text = text
    text.withUTF8 { unsafe bind(index, $0) }
  }

  func bind(_ index: Int, utf8: ArraySlice<UInt8>) {
    unsafe utf8.withUnsafeBufferPointer { unsafe bind(index, $0) }
  }

  private func bind(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else {
      // A null pointer would bind NULL, not the empty text.
      unsafe sqlite3_bind_text(handle, Int32(index), "", 0, copied)
      return
    }
    let characters = unsafe UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
    unsafe sqlite3_bind_text(handle, Int32(index), characters, Int32(text.count), copied)
  }

  func bind(_ index: Int, blob: [UInt8]) {
    unsafe blob.withUnsafeBytes { bytes in
      _ = unsafe sqlite3_bind_blob(
        handle, Int32(index), bytes.baseAddress, Int32(bytes.count), copied)
    }
  }

  func bind(_ index: Int, _ value: PropertyValue) {
    switch value {
    case .null: unsafe sqlite3_bind_null(handle, Int32(index))
    case .boolean(let flag): bind(index, Int64(flag ? 1 : 0))
    case .integer(let number): bind(index, number)
    case .real(let number): bind(index, number)
    case .text(let text), .json(let text): bind(index, text)
    }
  }

  /// Binds the four numbers minX, minY, maxX, maxY from parameter `index` on.
  func bind(_ index: Int, box: Envelope) {
    bind(index, box.minX)
    bind(index + 1, box.minY)
    bind(index + 2, box.maxX)
    bind(index + 3, box.maxY)
  }

  // MARK: Columns

  func int64(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(handle, Int32(column)) }
  func double(_ column: Int) -> Double { unsafe sqlite3_column_double(handle, Int32(column)) }

  func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  func text(_ column: Int) -> String {
    guard let start = unsafe sqlite3_column_text(handle, Int32(column)) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes of a column.
  func blob(_ column: Int) -> [UInt8] {
    let start = unsafe sqlite3_column_blob(handle, Int32(column))
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The value of a column that holds a field of `type`.
  ///
  /// Another program may have written a value of another kind; it is given as what it is.
  func value(_ column: Int, _ type: FieldType) -> PropertyValue {
    switch unsafe sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER:
      let number = int64(column)
      return switch type {
      case .boolean: .boolean(number != 0)
      case .real: .real(Double(number))
      default: .integer(number)
      }
    case SQLITE_FLOAT: return .real(double(column))
    case SQLITE_TEXT: return .text(text(column))
    default: return .null
    }
  }

  /// The SpatiaLite geometry of a column, single parts unwrapped.
  func geometry(_ column: Int) throws -> Geometry {
    let start = unsafe sqlite3_column_blob(handle, Int32(column))
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    return unsafe try SpatiaLiteBlob.decode(UnsafeRawBufferPointer(start: start, count: count))
      .demotedFromMulti
  }

  private var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
