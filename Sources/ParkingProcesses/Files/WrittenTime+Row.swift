import Catalog
import Datasets

extension WrittenTime {
  /// The time in a cell, as seconds since 1970-01-01T00:00 of the clock that it is of, and what
  /// stands behind it as its zone.
  ///
  /// - Throws: ``CSVTable/RowError`` for what is no time.
  static func local(
    _ cell: ArraySlice<UInt8>
  ) throws(CSVTable.RowError) -> (seconds: Int64, zone: ArraySlice<UInt8>) {
    guard let written = Self(cell), let timeSeconds = written.localSeconds else {
      let text = String(decoding: cell.prefix(40), as: UTF8.self)
      throw CSVTable.RowError(kind: .time, message: "`\(text)` is no time", hint: hint)
    }
    return (timeSeconds, written.zone)
  }
}
