import Catalog
import Datasets

extension WrittenTime {
  /// Seconds since 1970-01-01T00:00 of the clock that a cell is of; its zone is not looked at.
  ///
  /// - Throws: ``CSVTable/RowError`` for what is no time.
  static func localSeconds(_ cell: ArraySlice<UInt8>) throws(CSVTable.RowError) -> Int64 {
    guard let timeSeconds = Self(cell)?.localSeconds else {
      let text = String(decoding: cell.prefix(40), as: UTF8.self)
      throw CSVTable.RowError(kind: .time, message: "`\(text)` is no time", hint: hint)
    }
    return timeSeconds
  }
}
