/// How important a street is; raw values are the codes of the road layer.
enum StreetClass: String {
  case primary, secondary, tertiary, residential

  /// Lanes of both directions.
  var lanes: Int {
    switch self {
    case .primary: 6
    case .secondary: 4
    case .tertiary, .residential: 2
    }
  }

  /// Half the width of the carriageway in metres.
  var halfCarriageway: Double {
    switch self {
    case .primary: 11
    case .secondary: 7.5
    case .tertiary: 4.5
    case .residential: 3.5
    }
  }

  /// Half the width between the blocks on both sides in metres.
  var halfWidth: Double {
    switch self {
    case .primary: 19
    case .secondary: 14
    case .tertiary: 9.5
    case .residential: 7
    }
  }

  /// km/h.
  var speedLimit: Double {
    switch self {
    case .primary: 60
    case .secondary: 50
    case .tertiary: 40
    case .residential: 30
    }
  }
}

/// A place where streets meet or end, in whole metres of the ground.
struct Junction: Hashable, Comparable {
  var x: Int
  var y: Int

  init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  /// The junction nearest a place.
  init(near place: PlanePoint) {
    self.init(x: Int(place.x.rounded()), y: Int(place.y.rounded()))
  }

  var place: PlanePoint { PlanePoint(x: Double(x), y: Double(y)) }

  /// What names it in ids.
  var name: String { "\(x)_\(y)" }

  static func < (a: Junction, b: Junction) -> Bool { (a.x, a.y) < (b.x, b.y) }
}

/// A street from its first junction to its last.
struct Street {
  /// What a street is to the city.
  enum Kind {
    case inner
    /// On the border of the neighbourhood: its junctions are known to both neighbours.
    case border
    case canalBridge, riverBridge
    /// Beyond the last blocks, without drains and mains.
    case rural
    /// An underground railway.
    case metro
  }

  var kind: Kind
  var streetClass: StreetClass
  var name: String
  /// Where it runs; its junctions are among them.
  var points: [PlanePoint]
  /// Where other streets meet it, its ends included.
  var stops: Set<Junction>
  /// How far its numbers are ahead at its beginning, in metres: those of another piece of it.
  var origin = 0.0

  init(
    _ kind: Kind, _ streetClass: StreetClass, _ name: String, _ points: [PlanePoint],
    stops: [PlanePoint] = []
  ) {
    self.kind = kind
    self.streetClass = streetClass
    self.name = name
    var points = points
    points[0] = Junction(near: points[0]).place
    points[points.count - 1] = Junction(near: points[points.count - 1]).place
    self.points = points
    self.stops = Set((stops + [points[0], points[points.count - 1]]).map { Junction(near: $0) })
  }

  var line: Polyline { Polyline(points) }

  /// The parts between neighbouring junctions.
  var segments: [StreetSegment] {
    var segments: [StreetSegment] = []
    var part = [points[0]]
    for point in points.dropFirst() {
      part.append(point)
      let stop = Junction(near: point)
      guard stops.contains(stop), stop.place == point else { continue }
      segments.append(
        StreetSegment(
          from: Junction(near: part[0]), to: stop, kind: kind, streetClass: streetClass,
          name: name, line: Polyline(part).dense(45)))
      part = [point]
    }
    return segments
  }
}

/// A street between two neighbouring junctions: what the road layer calls a road.
struct StreetSegment {
  var from: Junction
  var to: Junction
  var kind: Street.Kind
  var streetClass: StreetClass
  var name: String
  /// Where it runs, with pieces so short that places on them are exact in degrees.
  var line: Polyline

  /// The road's id: by the middle between its junctions, which no other road has.
  var id: String {
    let prefix = kind == .metro ? "M" : "R"
    return "\(prefix)\(from.x + to.x)_\(from.y + to.y)"
  }

  /// In metres.
  var length: Double { line.length }
  var crossesRiver: Bool { kind == .riverBridge }
  var crossesCanal: Bool { kind == .canalBridge }
  /// Whether pipes lie under it.
  var hasMains: Bool { kind != .rural && kind != .metro }
  /// Whether one drives on it.
  var isRoad: Bool { kind != .metro }

  /// The place some metres from its beginning.
  func place(_ metres: Double) -> PlanePoint { line.place(metres) }

  /// The place some metres from its beginning, and some to the left of its direction.
  func place(_ metres: Double, left: Double) -> PlanePoint {
    line.place(metres) + line.direction(metres).left * left
  }

  /// The degrees clockwise from north in which it runs some metres from its beginning.
  func bearing(_ metres: Double) -> Double { line.direction(metres).bearing }

  /// The direction at one of its ends, towards the other.
  func direction(from junction: Junction) -> PlanePoint {
    junction == from
      ? line.direction(min(15, length / 2))
      : line.direction(max(length - 15, length / 2)) * -1
  }
}
