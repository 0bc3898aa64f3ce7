public import SimpleFeatures

/// The chance of a space at each lot for some times ahead, as rounds of guidance keep it.
///
/// Between times it is interpolated; beyond the last it stays. A choice among thousands of lots
/// looks it up instead of solving a chain for each.
public struct ChanceTable: Sendable, Equatable {
  /// Times ahead, ascending from 0, s.
  public let leadsSeconds: [Double]
  /// A row of all leads for each lot.
  private let chances: [Double]

  /// A table of one row of chances for each lot.
  ///
  /// Throws `invalidValue` for leads that do not rise from 0, rows of another length and numbers
  /// outside 0 to 1.
  public init(leadsSeconds: [Double], rows: [[Double]]) throws(ParkingError) {
    guard leadsSeconds.first == 0,
      zip(leadsSeconds, leadsSeconds.dropFirst()).allSatisfy({ $0 < $1 })
    else {
      throw ParkingError(.invalidValue, "times ahead must rise from 0: \(leadsSeconds)")
    }
    for (lot, row) in rows.enumerated() {
      guard row.count == leadsSeconds.count, row.allSatisfy({ $0 >= 0 && $0 <= 1 }) else {
        throw ParkingError(
          .invalidValue, "the chances of lot \(lot) are not \(leadsSeconds.count) numbers of 0 to 1"
        )
      }
    }
    self.leadsSeconds = leadsSeconds
    chances = rows.flatMap { $0 }
  }

  /// How many lots it knows.
  public var lotCount: Int { chances.count / leadsSeconds.count }

  /// The chance of a space at a lot some time ahead, s.
  @inline(__always)
  public func chance(_ lot: Int, leadSeconds: Double) -> Double {
    let start = lot * leadsSeconds.count
    var index = 1
    while index < leadsSeconds.count, leadsSeconds[index] < leadSeconds { index += 1 }
    guard index < leadsSeconds.count else { return chances[start + leadsSeconds.count - 1] }
    let (a, b) = (leadsSeconds[index - 1], leadsSeconds[index])
    let share = max(0, min(1, (leadSeconds - a) / (b - a)))
    return chances[start + index - 1] * (1 - share) + chances[start + index] * share
  }
}
