import Catalog
import SimpleFeatures

/// The counts of one lot on a grid of days and slots, with their differences from the profile.
///
/// A row holds one day that has counts; its values come from counts of that day only. The profile
/// that a row is held against is made of rows a week or more earlier. So a row depends on nothing
/// that came after its day.
struct SlotGrid: Sendable {
  let slots: Int
  /// Days since 1970-01-01 that have a row, ascending.
  private(set) var days: [Int] = []
  private var rows: [Int: Int] = [:]
  /// Occupied share, rows × slots; not a number where there is no count.
  private(set) var values: [Float] = []
  /// Values less profile, of the same shape.
  private(set) var residuals: [Float] = []
  /// The mean residual of each row; not a number where it has none.
  private(set) var means: [Float] = []
  /// Days left out because the counter stood still.
  private(set) var frozenDays = 0

  init(_ series: LotSeries, slotSeconds: Int, exceptions: DayExceptions) {
    slots = 86_400 / slotSeconds
    var row = [Float](repeating: .nan, count: slots)
    var profile = ProfileRow(slots: slots)
    var first = 0
    while first < series.count {
      let day = Int(LocalClock.day(of: series.timesSeconds[first]))
      var last = first
      let end = Int64(day + 1) * LocalClock.daySeconds
      while last < series.count, series.timesSeconds[last] < end { last += 1 }
      if !exceptions.isClosed(day) {
        Self.fill(&row, series, first..<last, day: day, slotSeconds: slotSeconds)
        profile.fill(self, day: day, cut: day - 7, exceptions: exceptions, today: nil)
        let stands = (first + 1..<last).allSatisfy(series.stands)
        if stands, Self.isFrozen(row, profile.base, least: max(6, slots / 6)) {
          frozenDays += 1
        } else {
          append(day, row, profile.residuals(row))
        }
      }
      first = last
    }
  }

  private mutating func append(_ day: Int, _ row: [Float], _ difference: [Float]) {
    rows[day] = days.count
    days.append(day)
    values += row
    residuals += difference
    means.append(mean(difference))
  }

  /// The row of a day; `nil` where there is none.
  func row(_ day: Int) -> Int? { rows[day] }

  /// How many rows there are up to a day, that day included; by bisection.
  func rowCount(upTo day: Int) -> Int {
    days.partitioningIndex { $0 > day }
  }

  /// Puts the counts of a day on its slots: on a line between two counts that are close enough,
  /// else the nearest count within half a slot.
  static func fill(
    _ row: inout [Float], _ series: LotSeries, _ range: Range<Int>, day: Int, slotSeconds: Int
  ) {
    let midnight = Int64(day) * LocalClock.daySeconds
    var next = range.lowerBound
    for slot in row.indices {
      let time = midnight + Int64(slot * slotSeconds)
      while next < range.upperBound, series.timesSeconds[next] < time { next += 1 }
      row[slot] = .nan
      let after = next < range.upperBound ? series.timesSeconds[next] - time : .max
      let before = next > range.lowerBound ? time - series.timesSeconds[next - 1] : .max
      if after == 0 {
        row[slot] = Float(series.fraction(next))
      } else if after != .max, before != .max, 2 * (after + before) <= Int64(3 * slotSeconds) {
        let share = Double(before) / Double(after + before)
        let from = series.fraction(next - 1)
        row[slot] = Float(from + (series.fraction(next) - from) * share)
      } else if min(after, before) <= Int64(slotSeconds / 2) {
        row[slot] = Float(series.fraction(before <= after ? next - 1 : next))
      }
    }
  }

  /// Whether a counter stood still while the lot usually fills or empties.
  static func isFrozen(_ row: [Float], _ base: [Float], least: Int) -> Bool {
    var value = Float.nan
    var count = 0
    var low = Float.infinity
    var high = -Float.infinity
    for (x, usual) in zip(row, base) where x == x {
      if value == value, x != value { return false }
      value = x
      count += 1
      if usual == usual {
        low = min(low, usual)
        high = max(high, usual)
      }
    }
    return count >= least && high - low > 0.1
  }
}

/// The mean of the values that are numbers; not a number where none is.
func mean(_ row: [Float]) -> Float {
  var sum: Float = 0
  var count: Float = 0
  for x in row where x == x {
    sum += x
    count += 1
  }
  return count > 0 ? sum / count : .nan
}
