/// What one detector of a ``DetectorLayout`` saw in the last second.
public struct DetectorReading: Sendable, Equatable {
  /// How many vehicles are on it.
  public var vehicles: Int
  /// How many of them stand.
  public var halting: Int
  /// The share of its length that they cover, 0 to 1.
  public var occupancy: Double
  /// Their mean speed in metres a second; negative where there is none.
  public var speedMetresPerSecond: Double

  /// A reading.
  public init(vehicles: Int, halting: Int, occupancy: Double, speedMetresPerSecond: Double) {
    self.vehicles = vehicles
    self.halting = halting
    self.occupancy = occupancy
    self.speedMetresPerSecond = speedMetresPerSecond
  }
}
