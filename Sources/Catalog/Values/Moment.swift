package import Foundation

/// A date or an instant read from text, as ``WrittenTime`` says.
///
/// A time without a zone is China Standard Time (+08:00), which the bureaus' tables mean.
package struct Moment: Equatable {
  private var year: Int
  private var month: Int
  private var day: Int
  /// Seconds since midnight and their decimals, without zeros at the end.
  private var seconds = 0
  private var decimals = ""
  /// Seconds east of UTC.
  private var zone = 8 * 3600

  package init?(_ text: String) {
    guard let written = WrittenTime(Array(text.utf8)[...]), (2...9998).contains(written.year)
    else { return nil }
    (year, month, day) = (written.year, written.month, written.day)
    seconds = written.secondOfDay ?? 0
    let end = written.decimals.lastIndex { $0 != 0x30 }.map { $0 + 1 }
    decimals = String(
      decoding: written.decimals.prefix(upTo: end ?? written.decimals.startIndex), as: UTF8.self)
    guard !written.zone.isEmpty else { return }
    guard let zone = WrittenTime.zoneSeconds(written.zone) else { return nil }
    self.zone = zone
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

  /// The instant to the second.
  package var time: Date? { try? Date(instant.prefix(19) + "Z", strategy: .iso8601) }

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
