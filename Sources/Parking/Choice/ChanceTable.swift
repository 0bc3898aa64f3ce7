/// The chance of a space at each lot for some times ahead, as rounds of guidance keep it.
///
/// Between times it is interpolated; beyond the last it stays. A choice among thousands of lots
/// looks it up instead of solving a chain for each.
public struct ChanceTable: Sendable, Equatable {
  /// Times ahead, ascending from 0, s.
  public let leads_s: [Double]
  /// A row of all leads for each lot.
  private let chances: [Double]

  /// A table of one row of chances for each lot.
  ///
  /// Throws `invalidValue` for leads that do not rise from 0, rows of another length and numbers
  /// outside 0 to 1.
  public init(leads_s: [Double], rows: [[Double]]) throws(ParkingError) {
    guard leads_s.first == 0, zip(leads_s, leads_s.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw ParkingError(.invalidValue, "times ahead must rise from 0: \(leads_s)")
    }
    for (lot, row) in rows.enumerated() {
      guard row.count == leads_s.count, row.allSatisfy({ $0 >= 0 && $0 <= 1 }) else {
        throw ParkingError(
          .invalidValue, "the chances of lot \(lot) are not \(leads_s.count) numbers of 0 to 1")
      }
    }
    self.leads_s = leads_s
    chances = rows.flatMap { $0 }
  }

  /// How many lots it knows.
  public var lotCount: Int { chances.count / leads_s.count }

  /// The chance of a space at a lot some time ahead, s.
  @inline(__always)
  public func chance(_ lot: Int, lead_s: Double) -> Double {
    let start = lot * leads_s.count
    var index = 1
    while index < leads_s.count, leads_s[index] < lead_s { index += 1 }
    guard index < leads_s.count else { return chances[start + leads_s.count - 1] }
    let (a, b) = (leads_s[index - 1], leads_s[index])
    let share = max(0, min(1, (lead_s - a) / (b - a)))
    return chances[start + index - 1] * (1 - share) + chances[start + index] * share
  }
}
