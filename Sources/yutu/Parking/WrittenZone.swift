import Foundation

/// A zone that is written behind a time: `Z` or `+08:00`.
struct WrittenZone: Equatable {
  let text: String
  /// East of Greenwich, s.
  let offset_s: Int64

  /// - Returns: `nil` for what is no zone.
  init?(_ text: String) {
    self.text = text
    if text == "Z" {
      offset_s = 0
      return
    }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 4, let number = Int64(digits), number / 100 < 24, number % 100 < 60
    else { return nil }
    let size_s = number / 100 * 3600 + number % 100 * 60
    offset_s = text.hasPrefix("-") ? -size_s : size_s
  }

  var timeZone: TimeZone? { TimeZone(secondsFromGMT: Int(offset_s)) }

  static func == (a: Self, b: Self) -> Bool { a.offset_s == b.offset_s }
}

/// Sees to it that the times of a file are those of one clock.
///
/// An hour more or less is taken for summer time: what counts is what the clock on the wall showed.
struct ZoneCheck {
  let path: String
  /// The zone of the time that was added last.
  private(set) var last: WrittenZone?
  private var first: (zone: WrittenZone?, line: Int)?
  private var texts: [String: WrittenZone] = [:]

  init(path: String) { self.path = path }

  /// Adds the zone that is written behind a time; empty for none.
  ///
  /// - Throws: ``CommandFault`` for a time of another clock than the first.
  mutating func add(_ text: String, line: Int) throws {
    if text != last?.text ?? "" || first == nil {
      if text.isEmpty {
        last = nil
      } else {
        guard let zone = texts[text] ?? WrittenZone(text) else {
          throw CommandFault(
            message: "\(path):\(line): `\(text)` is no zone", hint: "write Z or +08:00, or none")
        }
        texts[text] = zone
        last = zone
      }
    }
    guard let first else {
      first = (last, line)
      return
    }
    switch (first.zone, last) {
    case (nil, nil): return
    case (let a?, let b?) where abs(a.offset_s - b.offset_s) <= 3600: return
    default:
      let words = { (zone: WrittenZone?) in zone.map { "the zone \($0.text)" } ?? "no zone" }
      throw CommandFault(
        message: "\(path):\(line): the time has \(words(last)), that of line \(first.line) has "
          + words(first.zone),
        hint: "write all times in the lots' local time, with one zone or none")
    }
  }
}
