/// How vehicles drive where the queue simulation does not follow each metre: a few numbers for all.
///
/// Headways and speeds in a discharging queue follow Krauss' car-following as SUMO runs it, in closed
/// form: the nth vehicle has accelerated over the stretch it stood away, and keeps its headway in time
/// plus its space at that speed.
struct Driving: Sendable, Equatable {
  /// Seconds between green and the first standing vehicle on the line, apart from its gap.
  var startLag_s: Float = 1.95
  /// Seconds of start lag for each metre of gap to the line.
  var startLagPerMetre_s: Float = 0.3
  /// Metres over which the first standing vehicle accelerates up to the line.
  var firstStretch_m: Float = 8
  /// Acceleration that vehicles of a queue reach, as a share of the type's.
  var queueAcceleration: Float = 0.65
  /// Acceleration of a vehicle with a free road ahead, as a share of the type's.
  var cruiseAcceleration: Float = 0.75
  /// Seconds of headway beyond the type's own.
  var headwayExcess_s: Float = 0.25
  /// Seconds by which each vehicle of a standing queue moves later than the one ahead.
  var holeLag_s: Float = 1.1
  /// Share of the braking time at which a driver still passes a signal turned yellow.
  var yellowUse: Float = 1
  /// Seconds that a minor driver wants between himself and one who has priority.
  var gapMargin_s: Float = 1
  /// The same where the ways only cross.
  var crossMargin_s: Float = 0
  /// Seconds that a driver looks ahead, apart from the time for braking.
  var sight_s: Float = 1.5
  /// Seconds after which one who had priority is out of the way.
  var clearing_s: Float = 1
  /// Seconds that a vehicle needs to get away after waiting for a gap.
  var yieldLag_s: Float = 1.2
  /// Seconds between two vehicles that start from the same lane.
  var insertionHeadway_s: Float = 1.9
  /// The change of speed, in m/s, that inattention costs at a steady speed, for each unit of
  /// imperfection and m/s².
  var dawdling_s: Float = 0.5
  /// Vehicles that a lane may hold more before a driver changes to the next one.
  var changeCost: Float = 0.6
  /// Seconds that slowing down before a minor link costs.
  var minorDelay_s: Float = 1.5
}

/// What the simulation needs of a type of vehicle.
struct VehicleKind: Sendable, Equatable {
  var spacing_m: Float
  var length_m: Float
  var acceleration_ms2: Float
  var deceleration_ms2: Float
  var headway_s: Float
  var maximumSpeed_ms: Float
  /// What inattention takes off a steady speed, in m/s.
  var dawdling_ms: Float
  /// Seconds between green and the first standing vehicle on the line.
  var startLag_s: Float
  /// Speed over the line of the nth vehicle of a queue, in m/s, if nothing else limits it.
  var queueSpeeds_ms: [Float]

  /// How many places of a queue are told apart.
  static let places = 16
}
extension Driving {
  nonisolated(unsafe) static let paths: [String: WritableKeyPath<Driving, Float>] = [
    "lag": \.startLag_s, "lagm": \.startLagPerMetre_s, "first": \.firstStretch_m, "qa": \.queueAcceleration,
    "hx": \.headwayExcess_s, "hole": \.holeLag_s, "yel": \.yellowUse, "gap": \.gapMargin_s,
    "cross": \.crossMargin_s, "sight": \.sight_s, "clr": \.clearing_s, "ins": \.insertionHeadway_s, "daw": \.dawdling_s, "minor": \.minorDelay_s, "chg": \.changeCost, "ca": \.cruiseAcceleration,
  ]
  mutating func set(_ n: String, _ v: Float) { self[keyPath: Self.paths[n]!] = v }
  func get(_ n: String) -> Float { self[keyPath: Self.paths[n]!] }
}
