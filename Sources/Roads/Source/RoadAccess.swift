/// Who may use a road.
public enum RoadAccess: UInt8, Comparable, Sendable {
  /// Everybody.
  case open = 0
  /// Those who have something to do there.
  case destination = 1
  /// Those whom the owner lets in.
  case restricted = 2
  /// Nobody.
  case closed = 3

  /// The more open one is the lesser.
  public static func < (one: RoadAccess, other: RoadAccess) -> Bool {
    one.rawValue < other.rawValue
  }

  /// What a value of OpenStreetMap's access tags says; `nil` for those that say nothing known.
  init?(tag value: String) {
    switch value {
    case "yes", "permissive", "designated", "official", "public": self = .open
    case "destination", "delivery", "customers", "use_sidepath": self = .destination
    case "private", "permit", "residents", "agricultural", "forestry", "psv", "emergency",
      "military", "employees":
      self = .restricted
    case "no": self = .closed
    default: return nil
    }
  }
}

/// Who may use a road, for each mode of travel.
public struct ModeAccess: Equatable, Sendable {
  /// Two bits a mode.
  private var bits: UInt8 = 0

  /// Open to all.
  public init() {}

  /// The access of one mode.
  public subscript(mode: RoadProfile.TravelMode) -> RoadAccess {
    get { RoadAccess(rawValue: bits >> Self.shift(mode) & 3)! }
    set { bits = bits & ~(3 << Self.shift(mode)) | newValue.rawValue << Self.shift(mode) }
  }

  private static func shift(_ mode: RoadProfile.TravelMode) -> UInt8 {
    switch mode {
    case .car: 0
    case .truck: 2
    case .emergency: 4
    case .foot: 6
    }
  }

  /// What the tags of a way or a barrier say, the most special tag first.
  ///
  /// Source: OpenStreetMap's wiki, "Key:access", hierarchy of land transport. An emergency vehicle
  /// passes wherever a car may be let in, unless `emergency=no` or `access=no` stands there.
  init(default standard: RoadAccess = .open, _ tag: (String) -> String?) {
    func access(_ keys: [String], else fallback: RoadAccess) -> RoadAccess {
      for key in keys {
        if let value = tag(key), let access = RoadAccess(tag: value) { return access }
      }
      return fallback
    }
    let motor = ["motor_vehicle", "vehicle", "access"]
    self[.car] = access(["motorcar"] + motor, else: standard)
    self[.truck] = access(["hgv", "goods"] + motor, else: standard)
    self[.foot] = access(["foot", "access"], else: standard)
    let car = self[.car]
    let byOthers: RoadAccess =
      car == .closed && tag("access") != "no" ? .restricted : car == .destination ? .open : car
    self[.emergency] = access(["emergency"], else: byOthers)
  }
}
