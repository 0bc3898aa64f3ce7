import Foundation

/// A date, or a date and a time of day, read from text: `2026-05-31`, `2026/5/31`,
/// `2026-05-31T08:00:00+08:00`, `2026-05-31 8:00`.
///
/// The one reader of times in files and requests. What a time without a zone means is for those
/// who ask: ``Moment`` takes China Standard Time, counts of traffic and parking the wall clock.
package struct WrittenTime: Sendable {
  /// How to write one.
  package static let hint = "write local times as 2026-11-23T07:15:00 or 2026/11/23 7:15"

  package let year: Int
  package let month: Int
  package let day: Int
  /// Seconds since midnight, below 86,400; `nil` for a date alone.
  package private(set) var secondOfDay: Int?
  /// The digits behind the seconds' point.
  package private(set) var decimals: ArraySlice<UInt8> = []
  /// What stands behind the time, from `Z`, `z`, `+` or `-` on; empty where nothing does.
  ///
  /// Whether it is a zone is told by ``zoneSeconds(_:)``.
  package private(set) var zone: ArraySlice<UInt8> = []

  /// - Parameter text: UTF-8.
  /// - Returns: `nil` for what is no time, and for days that the Gregorian calendar lacks.
  package init?(_ text: ArraySlice<UInt8>) {
    var scanner = Scanner(text)
    scanner.skipSpaces()
    guard let year = scanner.number(digits: 4...4),
      let mark = scanner.take(UInt8(ascii: "-"), or: UInt8(ascii: "/")),
      let month = scanner.number(digits: 1...2), scanner.take(mark),
      let day = scanner.number(digits: 1...2), (1...12).contains(month),
      (1...LocalClock.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    _ = scanner.take(UInt8(ascii: "T"), or: UInt8(ascii: "t"))
    scanner.skipSpaces()
    guard !scanner.isAtEnd else { return }
    guard readTime(&scanner) else { return nil }
    scanner.skipSpaces()
    guard !scanner.isAtEnd else { return }
    zone = scanner.rest
    guard let first = zone.first, "Zz+-".utf8.contains(first) else { return nil }
  }

  private mutating func readTime(_ scanner: inout Scanner) -> Bool {
    let colon = UInt8(ascii: ":")
    guard let hour = scanner.number(digits: 1...2), scanner.take(colon),
      let minute = scanner.number(digits: 2...2), hour < 24, minute < 60
    else { return false }
    secondOfDay = hour * 3600 + minute * 60
    guard scanner.take(colon) else { return true }
    guard let second = scanner.number(digits: 2...2), second < 60 else { return false }
    secondOfDay = hour * 3600 + minute * 60 + second
    if scanner.take(UInt8(ascii: ".")) { decimals = scanner.digits() }
    return true
  }

  /// Whole seconds since 1970-01-01T00:00 of the clock that the text is of; `nil` for a date alone.
  package var localSeconds: Int64? {
    guard let secondOfDay, let date = LocalClock.day(year, month, day) else { return nil }
    return date * LocalClock.daySeconds + Int64(secondOfDay)
  }

  /// The part of a second, below 1.
  package var fraction: Double {
    let digits = decimals.prefix(15)
    return Double(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }) / pow(10, Double(digits.count))
  }

  /// East of Greenwich, s: of `Z`, `+08:00`, `+0800` or `+08`; `nil` for what is no zone.
  package static func zoneSeconds(_ text: ArraySlice<UInt8>) -> Int? {
    var scanner = Scanner(text)
    if scanner.take(UInt8(ascii: "Z"), or: UInt8(ascii: "z")) != nil {
      return scanner.isAtEnd ? 0 : nil
    }
    guard let sign = scanner.take(UInt8(ascii: "+"), or: UInt8(ascii: "-")),
      let hours = scanner.number(digits: 2...2), hours <= 14
    else { return nil }
    if scanner.isAtEnd { return hours * 3600 * (sign == UInt8(ascii: "-") ? -1 : 1) }
    _ = scanner.take(UInt8(ascii: ":"))
    guard let minutes = scanner.number(digits: 2...2), minutes < 60, scanner.isAtEnd
    else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  /// A reading position in the text, without the spaces at its end.
  private struct Scanner {
    private(set) var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) {
      rest = text
      while rest.last == 0x20 { rest.removeLast() }
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skipSpaces() {
      while rest.first == 0x20 { rest.removeFirst() }
    }

    mutating func take(_ byte: UInt8) -> Bool {
      guard rest.first == byte else { return false }
      rest.removeFirst()
      return true
    }

    mutating func take(_ mark: UInt8, or other: UInt8) -> UInt8? {
      if take(mark) { return mark }
      return take(other) ? other : nil
    }

    mutating func number(digits: ClosedRange<Int>) -> Int? {
      var (value, count) = (0, 0)
      while count < digits.upperBound, let byte = rest.first, byte &- 0x30 < 10 {
        value = value * 10 + Int(byte - 0x30)
        rest.removeFirst()
        count += 1
      }
      return count < digits.lowerBound ? nil : value
    }

    mutating func digits() -> ArraySlice<UInt8> {
      let digits = rest.prefix { $0 &- 0x30 < 10 }
      rest = rest[digits.endIndex...]
      return digits
    }
  }
}
