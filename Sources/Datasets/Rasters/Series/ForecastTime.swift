import Foundation

/// Times as files of forecasts and radars write them.
enum ForecastTime {
  /// The origin and the length of a unit, as a CF time axis has them: `minutes since 2026-07-05
  /// 12:00:00 +08:00`; without an offset it is UTC.
  ///
  /// Months and years are no such units, since they differ in length.
  static func axis(_ units: String) -> (origin: Date, secondsPerUnit: Double)? {
    let form =
      #/
      \s* ([A-Za-z]+) \s+ since \s+ (\d{1,4}) - (\d{1,2}) - (\d{1,2})
      (?: [T\ ]+ (\d{1,2}) : (\d{1,2}) (?: : (\d{1,2}) (?: \. (\d+) )? )? )?
      \s* (Z | UTC | GMT | [+\-] \d{1,2} :? (?:\d{2})? )? \s*
      /#
    guard let match = units.wholeMatch(of: form) else { return nil }
    let lengths: [(names: Set<String>, seconds: Double)] = [
      (["s", "sec", "secs", "second", "seconds"], 1), (["min", "mins", "minute", "minutes"], 60),
      (["h", "hr", "hrs", "hour", "hours"], 3600), (["d", "day", "days"], 86_400),
    ]
    let word = match.1.lowercased()
    guard let length = lengths.first(where: { $0.names.contains(word) })?.seconds else {
      return nil
    }
    let numbers = [match.2, match.3, match.4, match.5 ?? "0", match.6 ?? "0", match.7 ?? "0"]
      .compactMap { Int($0) }
    guard var origin = date(numbers, offsetSeconds: offset(match.9.map(String.init) ?? "Z")) else {
      return nil
    }
    if let parts = match.8, let share = Double("0.\(parts)") { origin += share }
    return (origin, length)
  }

  /// The last time that a file's name holds: `202607051200`, `20260705_120000`,
  /// `20260705T1200Z`; without a Z it is China Standard Time.
  static func moment(inFileName name: String) -> Date? {
    let form = #/(?:^|\D)(\d{4})(\d{2})(\d{2})[T_-]?(\d{2})(\d{2})(\d{2})?(Z)?(?:\D|$)/#
    var last: Date?
    var rest = name[...]
    while let match = rest.firstMatch(of: form) {
      let numbers = [match.1, match.2, match.3, match.4, match.5, match.6 ?? "0"]
        .compactMap { Int($0) }
      if let date = date(numbers, offsetSeconds: match.7 == nil ? chinaSeconds : 0) { last = date }
      rest = rest[rest.index(after: match.range.lowerBound)...]
    }
    return last
  }

  private static let chinaSeconds = 8 * 3600

  private static func offset(_ words: String) -> Int {
    guard let sign = words.first, sign == "+" || sign == "-" else { return 0 }
    let digits = words.dropFirst().filter { $0 != ":" }
    let hours = Int(digits.prefix(digits.count > 2 ? digits.count - 2 : digits.count)) ?? 0
    let minutes = digits.count > 2 ? Int(digits.suffix(2)) ?? 0 : 0
    return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// - Parameter numbers: Year, month, day, hour, minute, second.
  private static func date(_ numbers: [Int], offsetSeconds: Int) -> Date? {
    guard numbers.count == 6 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    guard let zone = TimeZone(secondsFromGMT: offsetSeconds) else { return nil }
    calendar.timeZone = zone
    let parts = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
      second: numbers[5])
    guard parts.isValidDate(in: calendar) else { return nil }
    return calendar.date(from: parts)
  }
}
