/// How many spaces of a lot were taken at a time, as a sensor or a gate told it.
public struct OccupancyCount: Sendable, Equatable {
  /// The lot's id.
  public var lot: String
  /// Local wall clock, seconds since 1970-01-01T00:00 of the same clock.
  public var timeSeconds: Int64
  /// Spaces taken; may be wrong: negative, above the capacity or not a number.
  public var occupied: Double
  /// Spaces that the lot had.
  public var capacity: Double

  /// A count as it came.
  public init(lot: String, timeSeconds: Int64, occupied: Double, capacity: Double) {
    self.lot = lot
    self.timeSeconds = timeSeconds
    self.occupied = occupied
    self.capacity = capacity
  }
}
