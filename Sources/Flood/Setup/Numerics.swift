/// How a run computes.
public struct Numerics: Sendable, Equatable {
  /// Of the scheme in space and time.
  public enum Order: Int, Sendable {
    /// Constant in each cell.
    case first = 1
    /// MUSCL–Hancock with the minmod limiter; first order where it is nearly dry.
    case second = 2
  }

  /// Of the numbers.
  public enum Precision: String, Sendable, CaseIterable {
    /// 32 bits.
    case single
    /// 64 bits, to verify with.
    case double
  }

  /// The most extreme values that are kept for each cell.
  public struct Envelopes: OptionSet, Sendable {
    /// One bit for each.
    public let rawValue: Int
    /// The values of some bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The largest depth, which is that of the highest level too.
    public static let depth = Envelopes(rawValue: 1)
    /// The largest speed.
    public static let speed = Envelopes(rawValue: 2)
    /// The largest product of depth and speed, a measure of danger.
    public static let hazard = Envelopes(rawValue: 4)
    /// When it first was deeper than 1 cm.
    public static let arrival = Envelopes(rawValue: 8)
    /// All of them.
    public static let all: Envelopes = [.depth, .speed, .hazard, .arrival]
  }

  /// Of the scheme.
  public var order = Order.first
  /// Of the numbers.
  public var precision = Precision.single
  /// Courant number: how far waves may go in a step, in cells, in the mean of both directions; at
  /// most 0.5, where what leaves through all sides of a cell is no more than it holds.
  public var courant = 0.48
  /// Depth in metres below which water does not move.
  public var dryDepthMetres = 1e-5
  /// Longest step in seconds.
  public var largestStepSeconds = 10.0
  /// Whether steps are up to eight times as long where water is slow as where it is fast; in first
  /// order only.
  public var hasLocalSteps = false
  /// How often rain and infiltration are computed, seconds.
  public var forcingSeconds = 2.0
  /// How many threads, 0 for one a core: the result does not depend on it.
  public var threads = 0
  /// What is kept for each cell.
  public var envelopes: Envelopes = [.depth]

  /// First order, 32 bits, all cores.
  public init() {}
}
