/// A date or an instant read from text: `2026-05-31`, `2026/5/31`, `2026-05-31T08:00:00+08:00`,
/// `2026-05-31 08:00:00`.
///
/// A time without a zone is China Standard Time (+08:00), which the bureaus' tables mean.
struct Moment: Equatable {
  private var year: Int
  private var month: Int
  private var day: Int
  /// Seconds since midnight and their decimals as written.
  private var seconds = 0
  private var decimals = ""
  /// Seconds east of UTC.
  private var zone = 8 * 3600

  init?(_ text: String) {
    var rest = text.utf8.drop { $0 == 0x20 }
    guard let year = Moment.number(&rest, digits: 4...4),
      let mark = rest.popFirst(), mark == UInt8(ascii: "-") || mark == UInt8(ascii: "/"),
      let month = Moment.number(&rest, digits: 1...2), rest.popFirst() == mark,
      let day = Moment.number(&rest, digits: 1...2),
      year > 0, (1...12).contains(month), (1...Moment.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    while rest.first == 0x20 || rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "t") {
      rest.removeFirst()
    }
    guard !rest.isEmpty else { return }
    guard readTime(&rest), readZone(&rest), rest.allSatisfy({ $0 == 0x20 }) else { return nil }
  }

  private mutating func readTime(_ rest: inout Substring.UTF8View) -> Bool {
    let colon = UInt8(ascii: ":")
    guard let hour = Moment.number(&rest, digits: 1...2), rest.popFirst() == colon,
      let minute = Moment.number(&rest, digits: 2...2), hour < 24, minute < 60
    else { return false }
    seconds = hour * 3600 + minute * 60
    guard rest.first == colon else { return true }
    rest.removeFirst()
    guard let second = Moment.number(&rest, digits: 2...2), second < 60 else { return false }
    seconds += second
    guard rest.first == UInt8(ascii: ".") else { return true }
    rest.removeFirst()
    let digits = rest.prefix { $0 &- 0x30 < 10 }
    rest = rest.dropFirst(digits.count)
    decimals = String(Substring(digits))
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return true
  }

  private mutating func readZone(_ rest: inout Substring.UTF8View) -> Bool {
    rest = rest.drop { $0 == 0x20 }
    guard let mark = rest.first else { return true }
    rest.removeFirst()
    if mark | 0x20 == UInt8(ascii: "z") {
      zone = 0
      return true
    }
    guard mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-"),
      let hours = Moment.number(&rest, digits: 2...2), hours <= 14
    else { return false }
    if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
    let minutes = rest.isEmpty ? 0 : Moment.number(&rest, digits: 2...2)
    guard let minutes, minutes < 60 else { return false }
    zone = (hours * 3600 + minutes * 60) * (mark == UInt8(ascii: "-") ? -1 : 1)
    return true
  }

  private static func number(_ rest: inout Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
    let run = rest.prefix(digits.upperBound).prefix { $0 &- 0x30 < 10 }
    guard run.count >= digits.lowerBound else { return nil }
    rest = rest.dropFirst(run.count)
    return run.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// `YYYY-MM-DD` as written, whatever the zone.
  var date: String {
    Moment.text(year, 4) + "-" + Moment.text(month, 2) + "-" + Moment.text(day, 2)
  }

  /// The instant in UTC, `YYYY-MM-DDTHH:MM:SSZ`.
  var instant: String {
    var utc = self
    utc.seconds -= zone
    if utc.seconds < 0 {
      utc.seconds += 86400
      utc.step(-1)
    } else if utc.seconds >= 86400 {
      utc.seconds -= 86400
      utc.step(1)
    }
    let clock = [utc.seconds / 3600, utc.seconds / 60 % 60, utc.seconds % 60]
      .map { Moment.text($0, 2) }.joined(separator: ":")
    return utc.date + "T" + clock + (decimals.isEmpty ? "" : "." + decimals) + "Z"
  }

  private mutating func step(_ days: Int) {
    day += days
    if day < 1 {
      month -= 1
      if month < 1 { (month, year) = (12, year - 1) }
      day = Moment.days(inMonth: month, of: year)
    } else if day > Moment.days(inMonth: month, of: year) {
      (day, month) = (1, month + 1)
      if month > 12 { (month, year) = (1, year + 1) }
    }
  }

  private static func text(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
