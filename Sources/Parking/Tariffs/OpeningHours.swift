internal import Catalog
public import SimpleFeatures

/// When a lot is open, in the common part of OpenStreetMap's `opening_hours`.
///
/// Rules after `;`: days (`Mo-Fr,PH`; none means every day), then times (`07:00-22:00`, several
/// after commas, `22:00-06:00` beyond midnight, `24/7`), `off` or `closed`. A later rule replaces
/// earlier ones on its days. Holidays that no rule names are days as others.
public struct OpeningHours: Sendable, Equatable {
  /// Open minutes of days of each kind from midnight of the day, up to two days; in order.
  private var open: [[ClosedInterval]]
  private var knowsHolidays = false
  /// Whether it never closes.
  public let isAlways: Bool

  private struct ClosedInterval: Equatable { var from, to: Int64 }

  /// Open all the time.
  public static let always = OpeningHours(open: [], isAlways: true)

  private init(open: [[ClosedInterval]], isAlways: Bool) {
    self.open = open
    self.isAlways = isAlways
  }

  /// Reads hours; throws `invalidTariff` that says which words are not understood.
  public init(_ text: String) throws(ParkingError) {
    var open = [[ClosedInterval]](repeating: [], count: 8)
    for rule in text.split(separator: ";") {
      let words = rule.split(separator: " ").map(String.init)
      guard !words.isEmpty else { continue }
      var kinds: DayKinds = []
      var times: [String] = []
      for word in words {
        if times.isEmpty, let days = DayKinds(word.hasSuffix(",") ? String(word.dropLast()) : word)
        {
          kinds.formUnion(days)
        } else {
          times.append(word)
        }
      }
      // A rule without days holds on holidays too.
      if kinds.isEmpty {
        kinds = [.week, .holiday]
      } else if kinds.contains(.holiday) {
        knowsHolidays = true
      }
      let intervals = try Self.intervals(times.joined(), in: text)
      for day in 0..<8 where kinds.contains(DayKinds(rawValue: 1 << UInt8(day))) {
        open[day] = intervals
      }
    }
    guard text.contains(where: { !$0.isWhitespace && $0 != ";" }) else {
      throw Self.wrong("", in: text)
    }
    self.open = open
    let isFull = open.allSatisfy { $0.contains { $0.from == 0 && $0.to >= LocalClock.daySeconds } }
    let isFullWeek = open[..<7].allSatisfy {
      $0.contains { $0.from == 0 && $0.to >= LocalClock.daySeconds }
    }
    isAlways = isFull || (isFullWeek && !knowsHolidays)
  }

  private static func wrong(_ words: String, in text: String) -> ParkingError {
    ParkingError(
      .invalidTariff, "`\(words)` in the opening hours `\(text)` is not understood",
      hint: "as in `Mo-Fr 07:00-22:00; Sa,Su 24/7; PH off`")
  }

  private static func intervals(
    _ words: String, in text: String
  ) throws(ParkingError) -> [ClosedInterval] {
    if words == "off" || words == "closed" { return [] }
    if words == "24/7" { return [ClosedInterval(from: 0, to: LocalClock.daySeconds)] }
    var all: [ClosedInterval] = []
    for part in words.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        LocalClock.minutes($0)
      }
      guard ends.count == 2, let from = ends[0], let to = ends[1], from < 1440 else {
        throw wrong(String(part), in: text)
      }
      let end = to > from ? to : to + 1440
      all.append(ClosedInterval(from: Int64(from) * 60, to: Int64(end) * 60))
    }
    return all.sorted { $0.from < $1.from }
  }

  /// Until when it stays open without a break from a local time on, no further than `limit`.
  ///
  /// Times are s since 1970-01-01T00:00; `nil` if it is closed then.
  public func openUntil(
    from time: Int64, limit: Int64, holidays: Set<Int64> = []
  ) -> Int64? {
    if isAlways { return limit }
    var reached = time
    var isOpen = false
    while reached < limit || !isOpen {
      guard let next = end(at: reached, holidays) else { break }
      isOpen = true
      reached = next
    }
    return isOpen ? min(reached, limit) : nil
  }

  /// Whether it is open from a local time to another without a break.
  public func isOpen(from: Int64, to: Int64, holidays: Set<Int64> = []) -> Bool {
    isAlways || (openUntil(from: from, limit: to, holidays: holidays) ?? .min) >= to
  }

  private func end(at time: Int64, _ holidays: Set<Int64>) -> Int64? {
    let today = LocalClock.day(of: time)
    for day in [today, today - 1] {
      let kind =
        knowsHolidays && holidays.contains(day) ? 7 : LocalClock.weekday(ofDay: day)
      let start = day * LocalClock.daySeconds
      for interval in open[kind]
      where start + interval.from <= time && time < start + interval.to {
        return start + interval.to
      }
    }
    return nil
  }
}
