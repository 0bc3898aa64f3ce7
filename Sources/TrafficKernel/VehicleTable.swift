/// All vehicles of a simulation, one array for each of their properties.
public struct VehicleTable: Sendable {
  /// When each wants to start, in seconds after the simulation's begin.
  public var departsSeconds: [Float] = []
  /// The way of each.
  public var ways: [Int32] = []
  /// The alternatives that each chooses from when it starts; -1 where its way is given.
  public var groups: [Int32] = []
  /// The kind of each.
  public var kindNumbers: [Int32] = []
  /// By how much each exceeds the limits.
  public var speedFactors: [Float] = []
  /// The kinds of vehicles.
  public var kinds: [VehicleKind] = []
  /// How many speeds of lines are told apart in `queueHeadwaysSeconds`.
  public var speedClasses = 0
  /// Seconds after green, or after the vehicle ahead, at which each place of a queue crosses the
  /// line: by kind, speed of the line and place.
  public var queueHeadwaysSeconds: [Float] = []
  /// Speed of each place of a queue over the line, in m/s.
  public var queueSpeedsMetresPerSecond: [Float] = []
  /// Seconds by which each vehicle of a standing queue makes room later than the one ahead, on
  /// average.
  public var holeLagSeconds: Float = 1.2
  /// How fast each is when it starts, in m/s.
  public var startSpeedsMetresPerSecond: [Float] = []
  /// The vehicles by the edge they start from, in order of departure.
  public var starters: [Int32] = []
  /// The part of `starters` of each edge.
  public var startRanges: [Range<Int32>] = []
  /// Metres that a standing vehicle takes on average.
  public var meanSpacingMetres: Float = 7.5

  /// Nobody.
  public init() {}
}
