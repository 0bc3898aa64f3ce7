/// Who drives when and where: what SUMO's `rou.xml` holds.
public struct SUMODemand: Sendable, Equatable {
  /// The types of vehicles, by id.
  public var types: [String: VehicleType]
  /// The vehicles in order of departure; those of a flow are listed one by one.
  public var vehicles: [Vehicle]

  /// What vehicles of a type are like: SUMO's `vType`.
  public struct VehicleType: Sendable, Equatable {
    /// Its id.
    public var id: String
    /// SUMO's class, as "passenger" or "bus".
    public var vehicleClass: String
    /// Length in metres.
    public var lengthMetres: Double
    /// Metres between standing vehicles.
    public var minimumGapMetres: Double
    /// Acceleration in m/s².
    public var accelerationMetresPerSecondSquared: Double
    /// Deceleration in m/s².
    public var decelerationMetresPerSecondSquared: Double
    /// Seconds behind the leader.
    public var headwaySeconds: Double
    /// Krauss' imperfection, 0 to 1.
    public var imperfection: Double
    /// Greatest speed in m/s.
    public var maximumSpeedMetresPerSecond: Double
    /// Mean of the factor by which drivers exceed the limit.
    public var speedFactor: Double
    /// Deviation of that factor.
    public var speedDeviation: Double
  }

  /// One vehicle and its way.
  public struct Vehicle: Sendable, Equatable {
    /// Its id.
    public var id: String
    /// Its type's id.
    public var type: String
    /// When it wants to start, in seconds.
    public var departSeconds: Double
    /// The edges it must touch, by id: all of its way, or first, between and last.
    public var edges: [String]
    /// Whether `edges` is the whole way.
    public var isRouted: Bool
    /// SUMO's `departLane`: `first`, `random`, `free`, `best`, `allowed` or a number; empty for its
    /// choice.
    public var departLane: String
    /// SUMO's `departSpeed`: `max`, `random`, `desired` or m/s; empty for its choice.
    public var departSpeed: String
  }
}

extension SUMODemand.VehicleType {
  /// A type with the measures that SUMO 1.28 gives its class.
  public init(id: String, vehicleClass: String) {
    self.init(
      id: id, vehicleClass: vehicleClass, lengthMetres: 5, minimumGapMetres: 2.5,
      accelerationMetresPerSecondSquared: 2.6,
      decelerationMetresPerSecondSquared: 4.5, headwaySeconds: 1, imperfection: 0.5,
      maximumSpeedMetresPerSecond: 55.56,
      speedFactor: 1, speedDeviation: 0.1)
    switch vehicleClass {
    case "bus", "coach", "trolleybus":
      (lengthMetres, accelerationMetresPerSecondSquared, decelerationMetresPerSecondSquared) = (
        vehicleClass == "coach" ? 14 : 12, 1.2, 4
      )
      (maximumSpeedMetresPerSecond, speedDeviation) = (vehicleClass == "coach" ? 27.78 : 23.61, 0)
      if vehicleClass == "coach" { accelerationMetresPerSecondSquared = 2 }
    case "truck":
      (lengthMetres, accelerationMetresPerSecondSquared, decelerationMetresPerSecondSquared) = (
        7.1, 1.3, 4
      )
      (maximumSpeedMetresPerSecond, speedDeviation) = (36.11, 0.05)
    case "trailer":
      (lengthMetres, accelerationMetresPerSecondSquared, decelerationMetresPerSecondSquared) = (
        16.5, 1.1, 4
      )
      (maximumSpeedMetresPerSecond, speedDeviation) = (36.11, 0.05)
    case "delivery": (lengthMetres, speedDeviation) = (6.5, 0.05)
    case "emergency": (lengthMetres, speedDeviation) = (6.5, 0.1)
    case "motorcycle":
      (lengthMetres, accelerationMetresPerSecondSquared, decelerationMetresPerSecondSquared) = (
        2.2, 6, 10
      )
    case "moped":
      (
        lengthMetres, accelerationMetresPerSecondSquared, decelerationMetresPerSecondSquared,
        maximumSpeedMetresPerSecond
      ) = (2.1, 1.1, 7, 16.67)
    case "bicycle":
      (
        lengthMetres, minimumGapMetres, accelerationMetresPerSecondSquared,
        decelerationMetresPerSecondSquared
      ) = (1.6, 0.5, 1.2, 3)
      maximumSpeedMetresPerSecond = 13.89
    default: break
    }
  }
}
