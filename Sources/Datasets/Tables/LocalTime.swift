import Catalog
import Foundation

/// Times of the local wall clock in files, as `2026-11-23T07:15:00` or `2026/11/23 7:15`.
///
/// Instants with a zone, as fields of layers hold them, are read by ``Moment``.
package enum LocalTime {
  package static let hint = "write local times as 2026-11-23T07:15:00 or 2026/11/23 7:15"

  /// Seconds since 1970-01-01T00:00 of the same clock; `nil` for what is no time.
  ///
  /// A zone behind it is not read here; see ``zone(_:)``.
  package static func seconds(_ text: ArraySlice<UInt8>) -> Int64? { read(text)?.seconds }

  /// Whole seconds since 1970-01-01T00:00 of the same clock, and the fraction of a second.
  ///
  /// `nil` for what is no time.
  package static func read(_ text: ArraySlice<UInt8>) -> (seconds: Int64, fraction: Double)? {
    var at = text.startIndex
    func digits(_ most: Int) -> Int? {
      var number = 0
      let start = at
      while at < text.endIndex, at - start < most, (48...57).contains(text[at]) {
        number = number * 10 + Int(text[at] - 48)
        at += 1
      }
      return at > start ? number : nil
    }
    func skip(_ wanted: UInt8...) -> Bool {
      guard at < text.endIndex, wanted.contains(text[at]) else { return false }
      at += 1
      return true
    }
    guard let year = digits(4), at == text.startIndex + 4, skip(0x2D, 0x2F), let month = digits(2),
      skip(0x2D, 0x2F), let day = digits(2), skip(0x20, 0x54)
    else { return nil }
    while skip(0x20) {}
    guard let hour = digits(2), skip(0x3A), let minute = digits(2), hour < 24, minute < 60,
      let date = LocalClock.day(year, month, day)
    else { return nil }
    var second = 0
    var fraction = 0.0
    if skip(0x3A) {
      guard let number = digits(2), number < 60 else { return nil }
      second = number
      if skip(0x2E) {
        let start = at
        guard let decimals = digits(12) else { return nil }
        fraction = Double(decimals) / pow(10, Double(at - start))
      }
    }
    guard at == text.endIndex || zoneStart(text) == at else { return nil }
    let whole = date * LocalClock.daySeconds + Int64(hour * 3600 + minute * 60 + second)
    return (whole, fraction)
  }

  /// The zone behind a time: `Z` or `+08:00`; empty where none is.
  package static func zone(_ text: ArraySlice<UInt8>) -> String {
    var zone = ""
    for index in (zoneStart(text) ?? text.endIndex)..<text.endIndex {
      zone.unicodeScalars.append(Unicode.Scalar(text[index]))
    }
    return zone
  }

  private static func zoneStart(_ text: ArraySlice<UInt8>) -> Int? {
    let (count, end) = (text.count, text.endIndex)
    if count > 16, text[end - 1] == 0x5A { return end - 1 }
    for length in [6, 5] where count > 15 + length - 5 {
      let start = end - length
      guard count - length > 13, text[start] == 0x2B || text[start] == 0x2D else { continue }
      return start
    }
    return nil
  }
}
