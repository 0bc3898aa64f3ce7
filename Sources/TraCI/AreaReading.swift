/// What a lane-area detector saw in the last step.
public struct AreaReading: Sendable, Equatable {
  /// How many vehicles stand or drive on it.
  public var vehicles: Int
  /// How many of them stand: slower than the detector's threshold, 1.39 m/s, for a second.
  public var halting: Int
  /// The share of its length that vehicles cover, 0 to 1.
  public var occupancy: Double
  /// Their mean speed in metres a second; negative where there is none.
  public var speedMetresPerSecond: Double

  /// A reading of nothing.
  public static let empty = AreaReading(
    vehicles: 0, halting: 0, occupancy: 0, speedMetresPerSecond: -1)

  /// A reading.
  public init(vehicles: Int, halting: Int, occupancy: Double, speedMetresPerSecond: Double) {
    self.vehicles = vehicles
    self.halting = halting
    self.occupancy = occupancy
    self.speedMetresPerSecond = speedMetresPerSecond
  }

  /// SUMO's variables of it.
  static let variables: [UInt8] = [0x10, 0x14, 0x13, 0x11]

  mutating func set(_ variable: UInt8, _ value: Double) throws(TraCIError) {
    guard value.isFinite, abs(value) < 1e6 else {
      throw .nonsense("the server sent \(value) for a detector")
    }
    switch variable {
    case 0x10: vehicles = max(0, Int(value))
    case 0x14: halting = max(0, Int(value))
    case 0x13: occupancy = max(0, min(1, value / 100))
    case 0x11: speedMetresPerSecond = value
    default:
      throw .nonsense("the server sent a detector's variable \(variable) without being asked")
    }
  }
}
