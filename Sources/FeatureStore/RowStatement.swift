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

  /// Gives `body` a look at the value of a column that holds a field of `type`; it is valid until
  /// the next step.
  ///
  /// Another program may have written a value of another kind; it is given as what it is.
  func withValue(_ column: Int, _ type: FieldType, _ body: (PropertyView) -> Void) {
    // Looked up once. No other thread uses the connection meanwhile, so it needs no protection.
    let value = unsafe sqlite3_column_value(handle, Int32(column))
    switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER:
      let number = unsafe sqlite3_value_int64(value)
      switch type {
      case .boolean: body(.boolean(number != 0))
      case .real: body(.real(Double(number)))
      default: body(.integer(number))
      }
    case SQLITE_FLOAT: body(.real(unsafe sqlite3_value_double(value)))
    case SQLITE_TEXT: unsafe RowStatement.withText(of: value) { body(.text($0)) }
    default: body(.null)
    }
  }

  /// Gives `body` a look at the text of a column; it is valid until the next step.
  func withText(_ column: Int, _ body: (UTF8Span) -> Void) {
    unsafe RowStatement.withText(of: sqlite3_column_value(handle, Int32(column)), body)
  }

  /// Another program may have written bytes that are not UTF-8: those that are wrong become U+FFFD.
  private static func withText(of value: OpaquePointer?, _ body: (UTF8Span) -> Void) {
    let start = unsafe sqlite3_value_text(value)
    let count = unsafe Int(sqlite3_value_bytes(value))
    let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    if let valid = try? UTF8Span(validating: unsafe bytes.span) {
      body(valid)
    } else {
      body(unsafe String(decoding: bytes, as: UTF8.self).utf8Span)
    }
  }

  /// Makes `geometry` the SpatiaLite geometry of a column, single parts unwrapped.
  func read(_ column: Int, into geometry: inout Geometry) throws {
    let value = unsafe sqlite3_column_value(handle, Int32(column))
    let start = unsafe sqlite3_value_blob(value)
    let count = unsafe Int(sqlite3_value_bytes(value))
    unsafe try SpatiaLiteBlob.decode(
      UnsafeRawBufferPointer(start: start, count: count), into: &geometry)
    geometry.demoteFromMulti()
  }

  func geometry(_ column: Int) throws -> Geometry {
    var geometry = Geometry(kind: .point)
    try read(column, into: &geometry)
    return geometry
  }

  private var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
