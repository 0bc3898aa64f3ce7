import Catalog
import SimpleFeatures

/// The counts of one lot that are of use, in the order of time.
///
/// Times ascend and none is there twice; `occupied` lies within 0 and the capacity of its count.
public struct LotSeries: Sendable, Equatable {
  /// The lot's id.
  public let lot: String
  /// Local wall clock of each count, s.
  public let timesSeconds: [Int64]
  /// Spaces taken at each count.
  public let occupied: [Double]
  /// Spaces that the lot had at each count; above 0.
  public let capacities: [Double]

  /// When the lot was told to have no spaces, s; ascending.
  let emptiedSeconds: [Int64]
  /// Counts that differed from the one before until both were taken as 0 or as full.
  let hiddenMoves: Set<Int>

  /// Spaces that the lot had at its last count; 0 where it has none.
  public var capacity: Double { capacities.last ?? 0 }
  /// How many counts.
  public var count: Int { timesSeconds.count }

  /// A series whose counts have been checked.
  init(
    lot: String, timesSeconds: [Int64], occupied: [Double], capacities: [Double],
    emptiedSeconds: [Int64] = [], hiddenMoves: Set<Int> = []
  ) {
    precondition(timesSeconds.count == occupied.count && occupied.count == capacities.count)
    self.lot = lot
    self.timesSeconds = timesSeconds
    self.occupied = occupied
    self.capacities = capacities
    self.emptiedSeconds = emptiedSeconds
    self.hiddenMoves = hiddenMoves
  }

  /// Share of the capacity that was taken at a count, 0…1.
  public func fraction(_ index: Int) -> Double { occupied[index] / capacities[index] }

  /// Whether a count is the same as the one before.
  func stands(_ index: Int) -> Bool {
    occupied[index - 1] == occupied[index] && !hiddenMoves.contains(index)
  }

  /// Up to when a lot that was told to have no spaces has none, as known at a time, s: for a day,
  /// unless a count comes before; for ever if it never had any.
  func emptyUntilSeconds(at timeSeconds: Int64, lastCount: Int?) -> Int64 {
    guard let toldSeconds = emptiedSeconds.last(where: { $0 <= timeSeconds }) else { return .min }
    guard let lastCount else { return .max }
    return timesSeconds[lastCount] < toldSeconds ? toldSeconds + LocalClock.daySeconds : .min
  }

  /// How many counts there are up to a time, that time included.
  ///
  /// By bisection: what a forecast issued at that time may know.
  public func countUp(to timeSeconds: Int64) -> Int {
    timesSeconds.partitioningIndex { $0 > timeSeconds }
  }
}
