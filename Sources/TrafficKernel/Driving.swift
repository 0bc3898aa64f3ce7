/// How vehicles drive where the queue simulation does not follow each metre: a few numbers for all.
///
/// Headways and speeds in a discharging queue follow Krauss' car-following as SUMO runs it, in closed
/// form: the nth vehicle has accelerated over the stretch it stood away, and keeps its headway in time
/// plus its space at that speed.
public struct Driving: Sendable, Equatable {
  /// Seconds between green and the first standing vehicle on the line, apart from its gap.
  public var startLag_s: Float = 2.03
  /// Seconds of start lag for each metre of gap to the line.
  public var startLagPerMetre_s: Float = 0.3
  /// Metres over which the first standing vehicle accelerates up to the line.
  public var firstStretch_m: Float = 8
  /// Acceleration that vehicles of a queue reach, as a share of the type's.
  public var queueAcceleration: Float = 0.65
  /// Acceleration of a vehicle with a free road ahead, as a share of the type's.
  public var cruiseAcceleration: Float = 0.81
  /// Seconds of headway beyond the type's own.
  public var headwayExcess_s: Float = 0.224
  /// Seconds by which each vehicle of a standing queue moves later than the one ahead.
  public var holeLag_s: Float = 1.21
  /// Share of the braking time at which a driver still passes a signal turned yellow.
  public var yellowUse: Float = 0.95
  /// Seconds that a minor driver wants between himself and one who has priority.
  public var gapMargin_s: Float = 0.77
  /// The same where the ways only cross.
  public var crossMargin_s: Float = 0
  /// Seconds that a driver looks ahead, apart from the time for braking.
  public var sight_s: Float = 1.5
  /// Seconds after which one who had priority is out of the way.
  public var clearing_s: Float = 1.3
  /// Seconds that a vehicle needs to get away after waiting for a gap.
  public var yieldLag_s: Float = 1.2
  /// Seconds between two vehicles that start from the same lane.
  public var insertionHeadway_s: Float = 1.93
  /// The change of speed, in m/s, that inattention costs at a steady speed, for each unit of
  /// imperfection and m/s².
  public var dawdling_s: Float = 0.68
  /// Vehicles that a lane may hold more before a driver changes to the next one.
  public var changeCost: Float = 0.97
  /// Seconds that slowing down before a minor link costs.
  public var minorDelay_s: Float = 1.56

  /// The numbers calibrated on SUMO 1.28.
  public init() {}
}

/// What the simulation needs of a type of vehicle.
public struct VehicleKind: Sendable, Equatable {
  /// Metres that one takes in a standing queue.
  public var spacing_m: Float
  /// Its length in metres.
  public var length_m: Float
  /// Its acceleration in m/s².
  public var acceleration_ms2: Float
  /// Its deceleration in m/s².
  public var deceleration_ms2: Float
  /// Seconds that it keeps behind the one ahead.
  public var headway_s: Float
  /// Its greatest speed in m/s.
  public var maximumSpeed_ms: Float
  /// What inattention takes off a steady speed, in m/s.
  public var dawdling_ms: Float
  /// Seconds between green and the first standing vehicle on the line.
  public var startLag_s: Float
  /// Where the speeds over the line of the vehicles of a queue begin in the fleet's list.
  public var queueSpeeds: Int32

  /// How many places of a queue are told apart.
  public static let places = 16

  /// A kind with its numbers.
  public init(
    spacing_m: Float, length_m: Float, acceleration_ms2: Float, deceleration_ms2: Float,
    headway_s: Float, maximumSpeed_ms: Float, dawdling_ms: Float, startLag_s: Float,
    queueSpeeds: Int32
  ) {
    self.spacing_m = spacing_m
    self.length_m = length_m
    self.acceleration_ms2 = acceleration_ms2
    self.deceleration_ms2 = deceleration_ms2
    self.headway_s = headway_s
    self.maximumSpeed_ms = maximumSpeed_ms
    self.dawdling_ms = dawdling_ms
    self.startLag_s = startLag_s
    self.queueSpeeds = queueSpeeds
  }
}
