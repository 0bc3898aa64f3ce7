/// Days and times of the local wall clock, counted in seconds since 1970-01-01T00:00 of it.
public enum LocalClock {
  /// Seconds in a day; the wall clock of a place without daylight saving.
  public static let daySeconds: Int64 = 86_400

  /// Days since 1970-01-01.
  public static func day(of timeSeconds: Int64) -> Int64 {
    let day = timeSeconds / daySeconds
    return timeSeconds % daySeconds < 0 ? day - 1 : day
  }

  /// The day of the week of a day since 1970-01-01 (a Thursday), 0 for Monday.
  public static func weekday(ofDay day: Int64) -> Int { Int(((day + 3) % 7 + 7) % 7) }

  /// Days since 1970-01-01 of a date of the Gregorian calendar; `nil` where there is no such date.
  public static func day(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard (1...12).contains(month), (1...days(inMonth: month, of: year)).contains(day) else {
      return nil
    }
    // Years that begin in March; the last number is 1970-01-01 in days of those.
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    let leaps = years / 4 - years / 100 + years / 400
    return Int64(years * 365 + leaps + (months * 306 + 5) / 10 + day - 1 - 719_468)
  }

  /// How many days a month has, 1 for January.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Minutes since midnight in `07:30`, 0 to 1440; `nil` for anything else.
  public static func minutes(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60,
      hours < 24 || (hours == 24 && minutes == 0)
    else { return nil }
    return hours * 60 + minutes
  }
}
