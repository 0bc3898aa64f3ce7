/// All vehicles of a simulation, one array for each of their properties.
struct Fleet: Sendable {
  /// When each wants to start, in seconds after the simulation's begin.
  var departs_s: [Float] = []
  /// The way of each.
  var ways: [Int32] = []
  /// The alternatives that each chooses from when it starts; -1 where its way is given.
  var groups: [Int32] = []
  /// The kind of each.
  var kindNumbers: [UInt8] = []
  /// By how much each exceeds the limits.
  var speedFactors: [Float] = []
  var kinds: [VehicleKind] = []
  /// How fast each is when it starts, in m/s.
  var startSpeeds_ms: [Float] = []
  /// The vehicles by the edge they start from, in order of departure.
  var starters: [Int32] = []
  /// The part of `starters` of each edge.
  var startRanges: [Range<Int32>] = []
  /// Metres that a standing vehicle takes on average.
  var meanSpacing_m: Float = 7.5
}
