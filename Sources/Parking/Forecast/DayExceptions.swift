import Catalog

/// Days that are not what their weekday says: holidays, days worked instead, closures.
public struct DayExceptions: Sendable, Equatable {
  /// What a day is taken for.
  public enum Rule: Sendable, Equatable {
    /// Forecast from, and counted among, the days of this weekday: 0 is Monday, 6 Sunday.
    case like(Int)
    /// Nobody can park; its counts are not used.
    case closed
  }

  /// The rules by day since 1970-01-01.
  public let rules: [Int: Rule]
  /// Public holidays, days since 1970-01-01, for tariffs and opening hours that speak of them.
  public let holidays: Set<Int64>

  /// No exceptions.
  public static let none = DayExceptions([:])

  /// Rules by day since 1970-01-01, and which days are public holidays.
  public init(_ rules: [Int: Rule], holidays: Set<Int64> = []) {
    precondition(
      rules.values.allSatisfy {
        if case .like(let day) = $0 { (0...6).contains(day) } else { true }
      },
      "weekdays are 0 to 6")
    self.rules = rules
    self.holidays = holidays
  }

  /// Whether nobody can park on a day since 1970-01-01.
  public func isClosed(_ day: Int) -> Bool { rules[day] == .closed }

  /// The weekday that a day is taken for.
  func kind(_ day: Int) -> Int {
    if !rules.isEmpty, case .like(let weekday)? = rules[day] { return weekday }
    return LocalClock.weekday(ofDay: Int64(day))
  }

  /// Days taken for the same weekday as `day`, from the latest up to `cut` down to the earliest
  /// that a forecast looks back to.
  func days(like day: Int, upTo cut: Int) -> [Int] {
    let kind = kind(day)
    let start = min(cut, day - 1)
    let back = ((LocalClock.weekday(ofDay: Int64(start)) - kind) % 7 + 7) % 7
    let reach = day - ForecastConstants.mostDaysBack
    guard start >= reach else { return [] }
    var days: [Int] = []
    var next = start - back
    while next >= reach {
      if rules.isEmpty || rules[next] == nil || rules[next] == .like(kind) { days.append(next) }
      next -= 7
    }
    if !rules.isEmpty {
      let more = rules.filter {
        $0.value == .like(kind) && $0.key <= start && $0.key >= reach
          && LocalClock.weekday(ofDay: Int64($0.key)) != kind
      }
      if !more.isEmpty {
        days += more.keys
        days.sort(by: >)
      }
    }
    return days
  }
}

/// Numbers that the forecast's form is made of; what is fitted is not among them.
enum ForecastConstants {
  /// How far back a profile looks, days.
  static let mostDaysBack = 182
  /// How far back the days lie from which parameters are fitted.
  static let fittedDays = 84
  /// The ages at which a day counts half in fits and in the distribution of errors, days.
  static let halfLifeDays = 21.0
  static let errorHalfLifeDays = 7.0
  /// Weights of a new week in the three running means of a profile.
  static let paces: [Float] = [0.5, 0.3, 0.7]
  /// Leads of the short corrections, slots.
  static let shortLeads = [1, 2, 3, 4, 6, 8, 12, 16]
  /// The lead over which a short correction fades out, slots.
  static let fade = 8.0
  /// The lead over which a last count fades out where nothing is fitted, slots.
  static let unfittedFade = 16.0
  /// The most lots and rows that parameters are fitted on.
  static let mostLots = 200
  static let mostRows = 20_000
}
