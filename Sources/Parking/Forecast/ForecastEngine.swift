import Catalog
import SimpleFeatures

/// The lots of a history on one grid of slots.
///
/// Nothing in it depends on a day's later days, so that models of all days share it.
final class ForecastEngine: Sendable {
  let slotSeconds: Int
  let slots: Int
  let grids: [SlotGrid]
  let exceptions: DayExceptions
  /// A number of each lot that follows from its id alone.
  let marks: [UInt64]
  /// Lots that parameters are fitted on.
  ///
  /// Those that were counted first, in an order of chance where many were first on one day. Lots
  /// that come later never take their place.
  let sample: [Int]
  let sampled: Set<Int>
  /// Days on which lots of the sample have counts, ascending.
  let days: [Int]

  init(_ history: OccupancyHistory, slotSeconds: Int, exceptions: DayExceptions) {
    self.slotSeconds = slotSeconds
    slots = 86_400 / slotSeconds
    self.exceptions = exceptions
    let grids = history.series.map {
      SlotGrid($0, slotSeconds: slotSeconds, exceptions: exceptions)
    }
    let count = grids.count
    let most = ForecastConstants.mostLots
    let marks = history.lots.map(Self.mark)
    let order = (0..<count).sorted {
      let (a, b) = (grids[$0].days.first ?? .max, grids[$1].days.first ?? .max)
      return (a, marks[$0], $0) < (b, marks[$1], $1)
    }
    let sample = order.prefix(most).sorted()
    self.marks = marks
    self.grids = grids
    self.sample = sample
    sampled = Set(sample)
    days = Set(sample.flatMap { grids[$0].days }).sorted()
  }

  /// FNV-1a of a lot's id.
  private static func mark(_ id: String) -> UInt64 {
    id.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The day after the last day with counts before `day`; `day` itself where there is none.
  func modelDay(before day: Int) -> Int {
    let index = days.partitioningIndex { $0 >= day }
    return index > 0 ? days[index - 1] + 1 : day
  }

  /// The time between counts before a day, s: a divisor of the day from 5 to 60 minutes.
  static func slotLength(_ history: OccupancyHistory, before day: Int) -> Int {
    let midnight = Int64(day) * LocalClock.daySeconds
    let counted = history.series.compactMap { series in
      let end = series.countUp(to: midnight - 1)
      return end > 0 ? (times: series.timesSeconds, end: end) : nil
    }
    var gaps: [Int64] = []
    for lot in stride(from: 0, to: counted.count, by: max(1, counted.count / 50)) {
      let (times, end) = counted[lot]
      for index in max(1, end - 300)..<max(1, end) {
        let gap = times[index] - times[index - 1]
        if gap <= 7200 { gaps.append(gap) }
      }
    }
    guard !gaps.isEmpty else { return 1800 }
    gaps.sort()
    let gap = gaps[gaps.count / 2]
    return [300, 600, 900, 1200, 1800, 3600].min { abs(Int64($0) - gap) < abs(Int64($1) - gap) }!
  }

  /// The rows of a lot's grid whose days lie in a range.
  func rows(_ lot: Int, _ range: Range<Int>) -> Range<Int> {
    let grid = grids[lot]
    return grid.rowCount(upTo: range.lowerBound - 1)..<grid.rowCount(upTo: range.upperBound - 1)
  }
}
