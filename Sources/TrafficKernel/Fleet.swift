/// All vehicles of a simulation, one array for each of their properties.
public struct Fleet: Sendable {
  /// When each wants to start, in seconds after the simulation's begin.
  public var departs_s: [Float] = []
  /// The way of each.
  public var ways: [Int32] = []
  /// The alternatives that each chooses from when it starts; -1 where its way is given.
  public var groups: [Int32] = []
  /// The kind of each.
  public var kindNumbers: [UInt8] = []
  /// By how much each exceeds the limits.
  public var speedFactors: [Float] = []
  public var kinds: [VehicleKind] = []
  /// Speed over the line of the nth vehicle of a queue, in m/s, kind after kind.
  public var queueSpeeds_ms: [Float] = []
  /// How fast each is when it starts, in m/s.
  public var startSpeeds_ms: [Float] = []
  /// The vehicles by the edge they start from, in order of departure.
  public var starters: [Int32] = []
  /// The part of `starters` of each edge.
  public var startRanges: [Range<Int32>] = []
  /// Metres that a standing vehicle takes on average.
  public var meanSpacing_m: Float = 7.5

  /// Nobody.
  public init() {}
}
