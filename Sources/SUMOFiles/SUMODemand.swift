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
    public var length_m: Double
    /// Metres between standing vehicles.
    public var minimumGap_m: Double
    /// Acceleration in m/s².
    public var acceleration_ms2: Double
    /// Deceleration in m/s².
    public var deceleration_ms2: Double
    /// Seconds behind the leader.
    public var headway_s: Double
    /// Krauss' imperfection, 0 to 1.
    public var imperfection: Double
    /// Greatest speed in m/s.
    public var maximumSpeed_ms: Double
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
    public var depart_s: Double
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
      id: id, vehicleClass: vehicleClass, length_m: 5, minimumGap_m: 2.5, acceleration_ms2: 2.6,
      deceleration_ms2: 4.5, headway_s: 1, imperfection: 0.5, maximumSpeed_ms: 55.56,
      speedFactor: 1, speedDeviation: 0.1)
    switch vehicleClass {
    case "bus", "coach", "trolleybus":
      (length_m, acceleration_ms2, deceleration_ms2) = (vehicleClass == "coach" ? 14 : 12, 1.2, 4)
      (maximumSpeed_ms, speedDeviation) = (vehicleClass == "coach" ? 27.78 : 23.61, 0)
      if vehicleClass == "coach" { acceleration_ms2 = 2 }
    case "truck":
      (length_m, acceleration_ms2, deceleration_ms2) = (7.1, 1.3, 4)
      (maximumSpeed_ms, speedDeviation) = (36.11, 0.05)
    case "trailer":
      (length_m, acceleration_ms2, deceleration_ms2) = (16.5, 1.1, 4)
      (maximumSpeed_ms, speedDeviation) = (36.11, 0.05)
    case "delivery": (length_m, speedDeviation) = (6.5, 0.05)
    case "emergency": (length_m, speedDeviation) = (6.5, 0.1)
    case "motorcycle":
      (length_m, acceleration_ms2, deceleration_ms2) = (2.2, 6, 10)
    case "moped":
      (length_m, acceleration_ms2, deceleration_ms2, maximumSpeed_ms) = (2.1, 1.1, 7, 16.67)
    case "bicycle":
      (length_m, minimumGap_m, acceleration_ms2, deceleration_ms2) = (1.6, 0.5, 1.2, 3)
      maximumSpeed_ms = 13.89
    default: break
    }
  }
}
