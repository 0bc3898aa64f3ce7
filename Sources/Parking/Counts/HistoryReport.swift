/// What was wrong with counts, by lot and kind.
public struct HistoryReport: Sendable, Equatable {
  /// What can be wrong with a count.
  public enum Kind: String, Sendable, CaseIterable, Comparable {
    /// Below 0 by no more than a drift of the counter, at a lot that was empty but for a drift at
    /// the count before; taken as 0.
    case negative
    /// Below 0 by more than a counter drifts, or where the count before does not tell of an empty
    /// lot, as −1 for a count that failed; left out.
    case belowZero = "below-zero"
    /// Above the capacity, as cars in the aisles; taken as full.
    case overCapacity = "over-capacity"
    /// Above one and a half times the capacity, which no lot holds; left out.
    case farOverCapacity = "far-over-capacity"
    /// Not a number; left out.
    case notANumber = "not-a-number"
    /// The same count as another; left out.
    case duplicate
    /// Another count of the same time, as when clocks go back; the one that came later is kept.
    case repeatedTime = "repeated-time"
    /// Earlier than the count before it in the input; put in order.
    case clockBack = "clock-back"
    /// Capacity 0, negative, above a million or not a number; left out.
    case noCapacity = "no-capacity"
    /// Another capacity than at the lot's count before; kept with its own capacity.
    case capacityChanged = "capacity-changed"
    /// More than a year from the lot's other counts, as of a clock that was never set; kept, but a
    /// forecast does not look back so far.
    case farTime = "far-time"
    /// The same count over three days or more and never another; kept.
    case neverMoved = "never-moved"
    /// No count is left.
    case noCounts = "no-counts"

    /// In the order of their names.
    public static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }

  /// How often something was found at a lot.
  public struct Entry: Sendable, Equatable {
    /// The lot's id.
    public let lot: String
    /// What was found.
    public let kind: Kind
    /// How often.
    public let count: Int
  }

  /// What was found, by lot and kind.
  public private(set) var entries: [Entry] = []

  init(_ found: [String: [Kind: Int]]) {
    for (lot, kinds) in found.sorted(by: { $0.key < $1.key }) {
      for (kind, count) in kinds.sorted(by: { $0.key < $1.key }) where count > 0 {
        entries.append(Entry(lot: lot, kind: kind, count: count))
      }
    }
  }

  /// Whether nothing was wrong.
  public var isEmpty: Bool { entries.isEmpty }

  /// How often something was found at all lots.
  public func count(_ kind: Kind) -> Int {
    entries.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
  }

  /// How often something was found at a lot.
  public func count(_ kind: Kind, lot: String) -> Int {
    entries.first { $0.lot == lot && $0.kind == kind }?.count ?? 0
  }
}
