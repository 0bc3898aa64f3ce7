import Roads

/// What a road is taken to be where the map does not say it, by its class.
///
/// Lanes are for one direction. Speeds are the usual limits of urban roads in China, within the
/// design speeds of CJJ 37-2012 (expressways 60 to 100, arterials 40 to 60, secondary roads 30 to
/// 50, branches 20 to 40 km/h); the ranks are those that SUMO gives OpenStreetMap's classes.
public struct StreetDefaults: Sendable, Equatable {
  /// Lanes in one direction.
  public var lanes: Int
  /// Speed limit in km/h.
  public var speedKilometresPerHour: Double
  /// Rank at junctions: the greater one goes first.
  public var priority: Int
  /// Vehicles an hour and lane where traffic is assumed by class and not counted.
  public var flow: Double

  /// What stands for a class of roads; `nil` for classes that are no streets for vehicles.
  public init?(roadClass: String) {
    guard let row = Self.table[roadClass] else { return nil }
    (lanes, speedKilometresPerHour, priority, flow) = row
  }

  /// The width of a lane in metres.
  static let laneWidthMetres = 3.2

  private static let table: [String: (Int, Double, Int, Double)] = [
    "motorway": (2, 100, 14, 900), "trunk": (2, 80, 13, 600), "primary": (2, 60, 12, 300),
    "secondary": (2, 50, 11, 200), "tertiary": (1, 40, 10, 120), "motorway_link": (1, 50, 9, 400),
    "trunk_link": (1, 40, 8, 300), "primary_link": (1, 40, 7, 150),
    "secondary_link": (1, 40, 6, 100), "tertiary_link": (1, 30, 5, 60),
    "unclassified": (1, 40, 4, 40), "road": (1, 40, 4, 40), "residential": (1, 30, 3, 20),
    "living_street": (1, 20, 2, 10), "service": (1, 20, 1, 10),
  ]
}

/// What one direction of a road is.
struct Carriageway: Equatable {
  /// 0 where nobody may go that way.
  var lanes = 0
  var speedMetresPerSecond = 0.0
}

/// What a way is as a street: its two directions, and what of it was not told.
struct StreetWay: Equatable {
  var forward = Carriageway()
  var backward = Carriageway()
  var roadClass: UInt8
  var areLanesGuessed = false
  var isSpeedGuessed = false

  /// `nil` for ways that are no streets for cars.
  init?(_ way: RoadWay) {
    let name = RoadClasses.all[Int(way.roadClass)]
    guard let usual = StreetDefaults(roadClass: name), way.access[.car] <= .destination else {
      return nil
    }
    roadClass = way.roadClass
    let told = Self.lanes(of: way)
    areLanesGuessed = told == nil
    let (ahead, back) = told ?? (usual.lanes, usual.lanes)
    if way.direction != .backward {
      forward = Carriageway(
        lanes: ahead, speedMetresPerSecond: Self.speedMetresPerSecond(way.limitForward, usual))
      isSpeedGuessed = way.limitForward <= 0
    }
    if way.direction != .forward {
      backward = Carriageway(
        lanes: back, speedMetresPerSecond: Self.speedMetresPerSecond(way.limitBackward, usual))
      isSpeedGuessed = isSpeedGuessed || way.limitBackward <= 0
    }
  }

  var isService: Bool { RoadClasses.all[Int(roadClass)] == "service" }
  var priority: Int { StreetDefaults(roadClass: RoadClasses.all[Int(roadClass)])?.priority ?? 1 }

  /// Lanes along and against the way; `nil` where the map tells neither.
  private static func lanes(of way: RoadWay) -> (Int, Int)? {
    let (all, ahead, back) = (Int(way.lanes), Int(way.lanesForward), Int(way.lanesBackward))
    switch way.direction {
    case .forward: return all > 0 || ahead > 0 ? (max(ahead, all), 0) : nil
    case .backward: return all > 0 || back > 0 ? (0, max(back, all)) : nil
    case .both:
      if ahead > 0, back > 0 { return (ahead, back) }
      if ahead > 0, all > ahead { return (ahead, all - ahead) }
      if back > 0, all > back { return (all - back, back) }
      // The middle one of an odd number serves nobody for certain.
      return all > 0 ? (max(all / 2, 1), max(all / 2, 1)) : nil
    }
  }

  private static func speedMetresPerSecond(_ limitKilometresPerHour: Float, _ usual: StreetDefaults)
    -> Double
  {
    let kmh =
      limitKilometresPerHour > 0
      ? min(max(Double(limitKilometresPerHour), 5), 130) : usual.speedKilometresPerHour
    return (kmh / 3.6 * 100).rounded() / 100
  }

  /// The same street seen the other way.
  var reversed: StreetWay {
    var other = self
    swap(&other.forward, &other.backward)
    return other
  }
}
