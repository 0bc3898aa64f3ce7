/// How vehicles drive where the queue simulation does not follow each metre: a few numbers for all.
///
/// How queues cross a line is not among them: that is found from the car-following itself.
public struct CarFollowingParameters: Sendable, Equatable {
  /// Acceleration of a vehicle with a free road ahead, as a share of the type's.
  public var cruiseAcceleration: Float = 0.8
  /// Seconds of headway beyond the type's own.
  public var headwayExcessSeconds: Float = 0.24
  /// How soon room moves up a queue, as a share of what its vehicles take.
  public var holeShare: Float = 0.83
  /// Seconds after a queue's first vehicle crossed the line until the first hole is there.
  public var holeStartSeconds: Float = 1.5
  /// The part of a vehicle's space that may be missing on a lane or bay for one more.
  public var roomShare: Float = 0.34
  /// Seconds after which a driver who waits for a gap or for room has come to a stand.
  public var haltSeconds: Float = 1.1
  /// Seconds that squeezing in from the lane beside costs.
  public var squeezeSeconds: Float = 0.55
  /// The multiple of the braking distance within which a driver still passes a signal turned
  /// yellow.
  public var yellowUse: Float = 2.5
  /// Seconds that a minor driver wants between himself and one who has priority.
  public var gapMarginSeconds: Float = 0.23
  /// The same where the ways only cross.
  public var crossMarginSeconds: Float = 0.77
  /// How much longer a queue takes where it merges with another that is green too.
  public var mergeShare: Float = 1.85
  /// Seconds that a driver looks ahead, apart from the time for braking.
  public var sightSeconds: Float = 1.42
  /// Seconds after which one who had priority is out of the way.
  public var clearingSeconds: Float = 2.1
  /// Seconds between two vehicles that start from the same lane.
  public var insertionHeadwaySeconds: Float = 2.33
  /// The change of speed, in m/s, that inattention costs at a steady speed, for each unit of
  /// imperfection and m/s².
  public var dawdlingSeconds: Float = 0.72
  /// Vehicles that a lane may hold more before a driver changes to the next one.
  public var changeCost: Float = 0.83
  /// The same for a change of lanes that is then due on the next 100 m.
  public var laneWeight: Float = 20
  /// The same for a lane that is full.
  public var fullWeight: Float = 10
  /// The speed of vehicles in a queue that moves, as a share of the free speed.
  public var queueSpeed: Float = 0.4
  /// Speed in m/s at which a line is crossed at most by who must be ready to yield.
  public var yieldSpeedMetresPerSecond: Float = 8

  /// The numbers calibrated on SUMO 1.28.
  public init() {}
}

/// What the simulation needs of a type of vehicle.
public struct VehicleKind: Sendable, Equatable {
  /// Metres that one takes in a standing queue.
  public var spacingMetres: Float
  /// Its length in metres.
  public var lengthMetres: Float
  /// Its acceleration in m/s².
  public var accelerationMetresPerSecondSquared: Float
  /// Its deceleration in m/s².
  public var decelerationMetresPerSecondSquared: Float
  /// Seconds that it keeps behind the one ahead.
  public var headwaySeconds: Float
  /// Its greatest speed in m/s.
  public var maximumSpeedMetresPerSecond: Float
  /// What inattention takes off a steady speed, in m/s.
  public var dawdlingMetresPerSecond: Float

  /// How many places of a queue are told apart.
  public static let places = 16

  /// A kind with its numbers.
  public init(
    spacingMetres: Float, lengthMetres: Float, accelerationMetresPerSecondSquared: Float,
    decelerationMetresPerSecondSquared: Float,
    headwaySeconds: Float, maximumSpeedMetresPerSecond: Float, dawdlingMetresPerSecond: Float
  ) {
    self.spacingMetres = spacingMetres
    self.lengthMetres = lengthMetres
    self.accelerationMetresPerSecondSquared = accelerationMetresPerSecondSquared
    self.decelerationMetresPerSecondSquared = decelerationMetresPerSecondSquared
    self.headwaySeconds = headwaySeconds
    self.maximumSpeedMetresPerSecond = maximumSpeedMetresPerSecond
    self.dawdlingMetresPerSecond = dawdlingMetresPerSecond
  }
}
