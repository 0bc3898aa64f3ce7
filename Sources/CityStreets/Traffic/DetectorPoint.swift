/// A detector as the one map's layer `detector` holds it.
public struct DetectorPoint: Sendable, Equatable {
  /// Its id in the map.
  public var id: String
  /// Degrees.
  public var longitude: Double
  /// Degrees.
  public var latitude: Double
  /// The id of the way of its road in ``RoadMap``; `nil` where the map does not say its road.
  public var road: Int64?
  /// Its lane, 1 for the one next to the middle of the road; `nil` where it sees all of them.
  public var lane: Int?
  /// The direction of the traffic that it counts, degrees from the north with the clock.
  public var bearing: Double?

  /// A detector of a layer.
  public init(
    id: String, longitude: Double, latitude: Double, road: Int64? = nil, lane: Int? = nil,
    bearing: Double? = nil
  ) {
    self.id = id
    self.longitude = longitude
    self.latitude = latitude
    self.road = road
    self.lane = lane
    self.bearing = bearing
  }
}

/// What a detector counted in an interval.
public struct DetectorCount: Sendable, Equatable {
  /// The detector's id in the map.
  public var detector: String
  /// When the interval begins, in seconds.
  public var beginSeconds: Double
  /// Vehicles that passed.
  public var vehicles: Double

  /// A count of an interval.
  public init(detector: String, beginSeconds: Double, vehicles: Double) {
    self.detector = detector
    self.beginSeconds = beginSeconds
    self.vehicles = vehicles
  }
}
