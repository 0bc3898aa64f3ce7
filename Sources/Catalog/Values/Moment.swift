/// A date or an instant read from text: `2026-05-31`, `2026/5/31`, `2026-05-31T08:00:00+08:00`,
/// `2026-05-31 08:00:00`.
///
/// A time without a zone is China Standard Time (+08:00), which the bureaus' tables mean.
package struct Moment: Equatable {
  private var year: Int
  private var month: Int
  private var day: Int
  /// Seconds since midnight and their decimals as written.
  private var seconds = 0
  private var decimals = ""
  /// Seconds east of UTC.
  private var zone = 8 * 3600

  package init?(_ text: String) {
    var scanner = Scanner(text)
    scanner.skipSpaces()
    guard let year = scanner.number(digits: 4...4),
      let mark = scanner.take(UInt8(ascii: "-"), or: UInt8(ascii: "/")),
      let month = scanner.number(digits: 1...2), scanner.take(mark),
      let day = scanner.number(digits: 1...2),
      (2...9998).contains(year), (1...12).contains(month),
      (1...LocalClock.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    _ = scanner.take(UInt8(ascii: "T"), or: UInt8(ascii: "t"))
    scanner.skipSpaces()
    guard !scanner.isAtEnd else { return }
    guard readTime(&scanner), readZone(&scanner) else { return nil }
    scanner.skipSpaces()
    guard scanner.isAtEnd else { return nil }
  }

  private mutating func readTime(_ scanner: inout Scanner) -> Bool {
    let colon = UInt8(ascii: ":")
    guard let hour = scanner.number(digits: 1...2), scanner.take(colon),
      let minute = scanner.number(digits: 2...2), hour < 24, minute < 60
    else { return false }
    seconds = hour * 3600 + minute * 60
    guard scanner.take(colon) else { return true }
    guard let second = scanner.number(digits: 2...2), second < 60 else { return false }
    seconds += second
    if scanner.take(UInt8(ascii: ".")) { decimals = scanner.decimals() }
    return true
  }

  private mutating func readZone(_ scanner: inout Scanner) -> Bool {
    scanner.skipSpaces()
    guard !scanner.isAtEnd else { return true }
    if scanner.take(UInt8(ascii: "Z"), or: UInt8(ascii: "z")) != nil {
      zone = 0
      return true
    }
    guard let sign = scanner.take(UInt8(ascii: "+"), or: UInt8(ascii: "-")),
      let hours = scanner.number(digits: 2...2), hours <= 14
    else { return false }
    _ = scanner.take(UInt8(ascii: ":"))
    guard let minutes = scanner.isAtEnd ? 0 : scanner.number(digits: 2...2), minutes < 60 else {
      return false
    }
    zone = (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    return true
  }

  /// A reading position in the text.
  private struct Scanner {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) {
      bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func skipSpaces() {
      while offset < bytes.count, bytes[offset] == 0x20 { offset += 1 }
    }

    mutating func take(_ byte: UInt8) -> Bool {
      guard offset < bytes.count, bytes[offset] == byte else { return false }
      offset += 1
      return true
    }

    mutating func take(_ mark: UInt8, or other: UInt8) -> UInt8? {
      if take(mark) { return mark }
      return take(other) ? other : nil
    }

    mutating func number(digits: ClosedRange<Int>) -> Int? {
      var (value, count) = (0, 0)
      while count < digits.upperBound, offset < bytes.count, bytes[offset] &- 0x30 < 10 {
        value = value * 10 + Int(bytes[offset] - 0x30)
        offset += 1
        count += 1
      }
      return count < digits.lowerBound ? nil : value
    }

    /// The digits up to the last that is not zero.
    mutating func decimals() -> String {
      let start = offset
      while offset < bytes.count, bytes[offset] &- 0x30 < 10 { offset += 1 }
      let end = bytes[start..<offset].lastIndex { $0 != 0x30 }.map { $0 + 1 } ?? start
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
  }

  /// `YYYY-MM-DD` as written, whatever the zone.
  var date: String { Writer(date: self).text }

  /// The instant in UTC, `YYYY-MM-DDTHH:MM:SSZ`.
  package var instant: String {
    var utc = self
    utc.seconds -= zone
    if utc.seconds < 0 {
      utc.seconds += 86400
      utc.step(-1)
    } else if utc.seconds >= 86400 {
      utc.seconds -= 86400
      utc.step(1)
    }
    var writer = Writer(date: utc)
    writer.add(utc.seconds / 3600, after: "T")
    writer.add(utc.seconds / 60 % 60, after: ":")
    writer.add(utc.seconds % 60, after: ":")
    if !decimals.isEmpty { writer.bytes += [UInt8(ascii: ".")] + decimals.utf8 }
    writer.bytes.append(UInt8(ascii: "Z"))
    return writer.text
  }

  /// Writes numbers padded with zeros.
  private struct Writer {
    var bytes: [UInt8] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }

    init(date: Moment) {
      bytes.reserveCapacity(24)
      add(date.year / 100)
      add(date.year % 100)
      add(date.month, after: "-")
      add(date.day, after: "-")
    }

    /// Two digits, after a mark.
    mutating func add(_ number: Int, after mark: Unicode.Scalar? = nil) {
      if let mark { bytes.append(UInt8(ascii: mark)) }
      bytes.append(UInt8(number / 10) + 0x30)
      bytes.append(UInt8(number % 10) + 0x30)
    }
  }

  private mutating func step(_ days: Int) {
    day += days
    if day < 1 {
      month -= 1
      if month < 1 { (month, year) = (12, year - 1) }
      day = LocalClock.days(inMonth: month, of: year)
    } else if day > LocalClock.days(inMonth: month, of: year) {
      (day, month) = (1, month + 1)
      if month > 12 { (month, year) = (1, year + 1) }
    }
  }
}
