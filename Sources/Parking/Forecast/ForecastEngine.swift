/// The lots of a history on one grid of slots.
///
/// Nothing in it depends on a day's later days, so that models of all days share it.
final class ForecastEngine: Sendable {
  let slot_s: Int
  let slots: Int
  let grids: [SlotGrid]
  let exceptions: DayExceptions
  /// Lots that parameters are fitted on.
  let sample: [Int]
  /// Days on which lots of the sample have counts, ascending.
  let days: [Int]

  init(_ history: OccupancyHistory, slot_s: Int, exceptions: DayExceptions) {
    self.slot_s = slot_s
    slots = 86_400 / slot_s
    self.exceptions = exceptions
    let grids = history.series.map { SlotGrid($0, slot_s: slot_s, exceptions: exceptions) }
    let count = grids.count
    let most = ForecastConstants.mostLots
    let sample = count <= most ? Array(0..<count) : (0..<most).map { $0 * count / most }
    self.grids = grids
    self.sample = sample
    days = Set(sample.flatMap { grids[$0].days }).sorted()
  }

  /// The day after the last day with counts before `day`; `day` itself where there is none.
  func modelDay(before day: Int) -> Int {
    var low = 0
    var high = days.count
    while low < high {
      let middle = (low + high) / 2
      if days[middle] < day { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? days[low - 1] + 1 : day
  }

  /// The time between counts before a day, s: a divisor of the day from 5 to 60 minutes.
  static func slotLength(_ history: OccupancyHistory, before day: Int) -> Int {
    let midnight = Int64(day) * ForecastConstants.day_s
    let step = max(1, history.series.count / 50)
    var gaps: [Int64] = []
    for lot in stride(from: 0, to: history.series.count, by: step) {
      let times = history.series[lot].times_s
      let end = history.series[lot].countUp(to: midnight - 1)
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
