import Catalog
import SimpleFeatures

/// Counts of a city's lots, cleaned, with a report of what was wrong.
///
/// Each count is judged by itself and by counts of its own time, never by later ones, so that a
/// forecast that uses counts up to a time does not depend on what came after.
public struct OccupancyHistory: Sendable {
  /// The lots' ids in their order; also those of which no count is left.
  public let lots: [String]
  /// The counts of each lot, in the order of `lots`.
  public let series: [LotSeries]
  /// What was left out, clipped or put in order.
  public let report: HistoryReport

  /// Share of the capacity below 0 down to which a counter is thought to have drifted.
  private static let drift = 0.05
  /// Share of the capacity from which a count is an error and not a crowd.
  static let crowd = 1.5
  /// The most spaces that a lot is believed to have.
  static let mostSpaces = 1e6
  /// Time between counts of a lot that no lot rests, s: a year.
  static let farTimeSeconds: Int64 = 366 * LocalClock.daySeconds

  /// Takes counts in any order.
  ///
  /// Complexity: O(n log n) for counts that are not in order.
  public init(counts: [OccupancyCount]) {
    self.init(byLot: Dictionary(grouping: counts, by: \.lot))
  }

  /// Takes the counts of each lot in any order.
  ///
  /// Complexity: O(n log n) for counts that are not in order.
  public init(byLot counts: [String: [OccupancyCount]]) {
    var found: [String: [HistoryReport.Kind: Int]] = [:]
    lots = counts.keys.sorted()
    series = lots.map { lot in
      var kinds: [HistoryReport.Kind: Int] = [:]
      let series = Self.series(lot, counts[lot] ?? [], &kinds)
      if !kinds.isEmpty { found[lot] = kinds }
      return series
    }
    report = HistoryReport(found)
  }

  /// The counts of a lot; `nil` where the history does not know it.
  public func series(of lot: String) -> LotSeries? { index(of: lot).map { series[$0] } }

  /// The place of a lot in `lots`, by bisection.
  public func index(of lot: String) -> Int? {
    let index = lots.partitioningIndex { $0 >= lot }
    return index < lots.count && lots[index] == lot ? index : nil
  }

  /// Spaces below 0 down to which a counter is thought to have drifted.
  private static func drift(of capacity: Double) -> Double { max(1, drift * capacity) }

  private static func series(
    _ lot: String, _ counts: [OccupancyCount], _ kinds: inout [HistoryReport.Kind: Int]
  ) -> LotSeries {
    var kept: [OccupancyCount] = []
    kept.reserveCapacity(counts.count)
    var emptiedSeconds: [Int64] = []
    for count in counts {
      guard count.capacity > 0, count.capacity <= mostSpaces else {
        kinds[.noCapacity, default: 0] += 1
        if count.capacity == 0 { emptiedSeconds.append(count.timeSeconds) }
        continue
      }
      guard count.occupied.isFinite else {
        kinds[.notANumber, default: 0] += 1
        continue
      }
      guard count.occupied >= -drift(of: count.capacity) else {
        kinds[.belowZero, default: 0] += 1
        continue
      }
      guard count.occupied <= max(count.capacity + 1, crowd * count.capacity) else {
        kinds[.farOverCapacity, default: 0] += 1
        continue
      }
      kept.append(count)
    }
    return ordered(lot, kept, emptiedSeconds.sorted(), &kinds)
  }

  /// In the order of time, of counts of one time the one that came last.
  private static func ordered(
    _ lot: String, _ counts: [OccupancyCount], _ emptiedSeconds: [Int64],
    _ kinds: inout [HistoryReport.Kind: Int]
  ) -> LotSeries {
    let order = timeOrder(counts, &kinds)
    var times: [Int64] = []
    var occupied: [Double] = []
    var capacities: [Double] = []
    times.reserveCapacity(counts.count)
    occupied.reserveCapacity(counts.count)
    capacities.reserveCapacity(counts.count)
    var raw = Double.nan
    var hiddenMoves = Set<Int>()
    for index in order {
      var count = counts[index]
      if count.occupied < 0 {
        guard let last = occupied.last, last <= drift(of: count.capacity) else {
          kinds[.belowZero, default: 0] += 1
          continue
        }
        kinds[.negative, default: 0] += 1
      }
      if count.occupied > count.capacity { kinds[.overCapacity, default: 0] += 1 }
      let told = count.occupied
      count.occupied = min(count.capacity, max(0, told))
      if let last = times.last {
        if last == count.timeSeconds {
          let isSame = raw == told && capacities.last == count.capacity
          kinds[isSame ? .duplicate : .repeatedTime, default: 0] += 1
          times.removeLast()
          hiddenMoves.remove(times.count)
          occupied.removeLast()
          capacities.removeLast()
        } else if count.timeSeconds.subtractingReportingOverflow(last).overflow
          || count.timeSeconds - last > farTimeSeconds
        {
          kinds[.farTime, default: 0] += 1
        }
      }
      if let capacity = capacities.last, capacity != count.capacity {
        kinds[.capacityChanged, default: 0] += 1
      }
      if raw != told, occupied.last == count.occupied { hiddenMoves.insert(times.count) }
      raw = told
      times.append(count.timeSeconds)
      occupied.append(count.occupied)
      capacities.append(count.capacity)
    }
    if times.isEmpty { kinds[.noCounts] = 1 }
    let series = LotSeries(
      lot: lot, timesSeconds: times, occupied: occupied, capacities: capacities,
      emptiedSeconds: emptiedSeconds,
      hiddenMoves: hiddenMoves)
    if neverMoves(series) { kinds[.neverMoved] = 1 }
    return series
  }

  private static func timeOrder(
    _ counts: [OccupancyCount], _ kinds: inout [HistoryReport.Kind: Int]
  ) -> [Int] {
    let back = zip(counts, counts.dropFirst()).count { $0.timeSeconds > $1.timeSeconds }
    guard back > 0 else { return Array(counts.indices) }
    kinds[.clockBack] = back
    return counts.indices.sorted {
      (counts[$0].timeSeconds, $0) < (counts[$1].timeSeconds, $1)
    }
  }

  /// Whether the counts of three days or more are all the same.
  private static func neverMoves(_ series: LotSeries) -> Bool {
    series.count > 2
      && Double(series.timesSeconds.last!) - Double(series.timesSeconds[0])
        >= Double(3 * LocalClock.daySeconds)
      && (1..<series.count).allSatisfy(series.stands)
  }
}
