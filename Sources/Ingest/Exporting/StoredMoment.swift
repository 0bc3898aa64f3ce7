import Catalog

/// The numbers of a date or an instant as the city stores it.
struct StoredMoment {
  var year: Int32
  var month: Int32
  var day: Int32
  var hour: Int32 = 0
  var minute: Int32 = 0
  /// Cut to whole milliseconds, which is what GDAL's files keep.
  var seconds: Float = 0
  /// Whether nothing was cut off.
  var isExact = true

  /// The day of `YYYY-MM-DD`; `nil` for other text.
  init?(date text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      Moment(text) != nil, let year = Self.number(bytes[0..<4]),
      let month = Self.number(bytes[5..<7]), let day = Self.number(bytes[8..<10])
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The instant in UTC of a text that ``Moment`` reads; `nil` for other text.
  init?(instant text: String) {
    guard let instant = Moment(text)?.instant else { return nil }
    // YYYY-MM-DDTHH:MM:SS, then decimals, then Z.
    let bytes = Array(instant.utf8)
    self.init(date: String(instant.prefix(10)))
    guard let hour = Self.number(bytes[11..<13]), let minute = Self.number(bytes[14..<16]),
      let second = Self.number(bytes[17..<19])
    else { return nil }
    let decimals = bytes.dropFirst(20).dropLast()
    let thousandths = Self.number((decimals.prefix(3) + [0x30, 0x30, 0x30]).prefix(3)) ?? 0
    (self.hour, self.minute) = (hour, minute)
    seconds = Float(second) + Float(thousandths) / 1000
    isExact = decimals.dropFirst(3).allSatisfy { $0 == UInt8(ascii: "0") }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int32? {
    Int32(String(decoding: digits, as: UTF8.self))
  }
}
