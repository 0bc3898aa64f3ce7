import Datasets

extension LocalTime {
  /// Seconds since 1970-01-01T00:00 of the same clock.
  ///
  /// - Throws: ``CSVTable/RowError`` for what is no time.
  static func timeSeconds(_ cell: ArraySlice<UInt8>) throws(CSVTable.RowError) -> Int64 {
    guard let timeSeconds = seconds(cell) else {
      let text = String(decoding: cell.prefix(40), as: UTF8.self)
      throw CSVTable.RowError(kind: .time, message: "`\(text)` is no time", hint: hint)
    }
    return timeSeconds
  }
}
