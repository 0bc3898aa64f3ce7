/// A signal as the one map's layer `traffic-signal` holds it.
public struct SignalPoint: Sendable, Equatable {
  /// Its id in the map.
  public var id: String
  /// Degrees.
  public var longitude: Double
  /// Degrees.
  public var latitude: Double
  /// What it controls: `junction`, `crossing`, `ramp`, `lane`; `nil` where it is not told.
  public var kind: String?
  /// Its name; empty where it has none.
  public var name: String
  /// How many stages it has; `nil` where it is not told.
  public var phases: Int?
  /// Seconds after which it repeats; `nil` where it is not told.
  public var cycleSeconds: Double?

  /// A signal of a layer.
  public init(
    id: String, longitude: Double, latitude: Double, kind: String? = nil, name: String = "",
    phases: Int? = nil, cycleSeconds: Double? = nil
  ) {
    self.id = id
    self.longitude = longitude
    self.latitude = latitude
    self.kind = kind
    self.name = name
    self.phases = phases
    self.cycleSeconds = cycleSeconds
  }
}
