/// A place on the ground: metres of the zone, east and north of the plan's zero.
struct PlanePoint: Hashable, Sendable {
  var x: Double
  var y: Double

  static func + (a: PlanePoint, b: PlanePoint) -> PlanePoint {
    PlanePoint(x: a.x + b.x, y: a.y + b.y)
  }

  static func - (a: PlanePoint, b: PlanePoint) -> PlanePoint {
    PlanePoint(x: a.x - b.x, y: a.y - b.y)
  }

  static func * (a: PlanePoint, factor: Double) -> PlanePoint {
    PlanePoint(x: a.x * factor, y: a.y * factor)
  }

  /// As a vector: its length.
  var length: Double { (x * x + y * y).squareRoot() }

  /// The vector of length 1 in its direction.
  var unit: PlanePoint {
    let length = length
    return length > 0 ? self * (1 / length) : PlanePoint(x: 1, y: 0)
  }

  /// The vector turned by 90° to the left.
  var left: PlanePoint { PlanePoint(x: -y, y: x) }

  func dot(_ other: PlanePoint) -> Double { x * other.x + y * other.y }

  /// Above 0 where the other vector lies to the left of this one.
  func cross(_ other: PlanePoint) -> Double { x * other.y - y * other.x }

  func distance(to other: PlanePoint) -> Double { (self - other).length }

  /// Degrees clockwise from north, 0 to 360, of the vector.
  var bearing: Double {
    let degrees = Double.arctangent(x, y) * 180 / .pi
    return (degrees < 0 ? degrees + 360 : degrees).rounded(decimals: 1)
  }
}

/// A line through places.
struct Polyline: Sendable {
  let points: [PlanePoint]
  /// The way from the beginning to each of the points, in metres.
  private let ways: [Double]

  init(_ points: [PlanePoint]) {
    self.points = points
    var ways = [0.0]
    for (a, b) in zip(points, points.dropFirst()) { ways.append(ways.last! + a.distance(to: b)) }
    self.ways = ways
  }

  /// In metres.
  var length: Double { ways.last ?? 0 }

  /// The index of the piece that holds the place some metres from the beginning.
  private func piece(_ metres: Double) -> Int {
    var index = 0
    while index < points.count - 2, ways[index + 1] < metres { index += 1 }
    return index
  }

  /// The place some metres from the beginning.
  func place(_ metres: Double) -> PlanePoint {
    guard points.count > 1 else { return points[0] }
    if metres <= 0 { return points[0] }
    if metres >= length { return points[points.count - 1] }
    let index = piece(metres)
    let share = (metres - ways[index]) / max(ways[index + 1] - ways[index], 1e-9)
    return points[index] + (points[index + 1] - points[index]) * share
  }

  /// The direction some metres from the beginning, as a vector of length 1.
  func direction(_ metres: Double) -> PlanePoint {
    let index = piece(metres)
    return (points[index + 1] - points[index]).unit
  }

  /// The nearest place on the line: how far from the beginning, and how far away.
  func nearest(_ place: PlanePoint) -> (way: Double, distance: Double, piece: Int) {
    var best = (way: 0.0, distance: Double.infinity, piece: 0)
    for index in 0..<points.count - 1 {
      let (a, b) = (points[index], points[index + 1])
      let along = b - a
      let square = along.dot(along)
      let share = square > 0 ? min(max((place - a).dot(along) / square, 0), 1) : 0
      let distance = place.distance(to: a + along * share)
      if distance < best.distance {
        best = (ways[index] + share * (ways[index + 1] - ways[index]), distance, index)
      }
    }
    return best
  }

  /// The part between two ways from the beginning.
  func part(_ from: Double, _ to: Double) -> Polyline {
    var part = [place(from)]
    for (index, way) in ways.enumerated() where way > from + 1e-6 && way < to - 1e-6 {
      part.append(points[index])
    }
    part.append(place(to))
    return Polyline(part)
  }

  /// The line with pieces of at most so many metres.
  func dense(_ step: Double) -> Polyline {
    var all = [points[0]]
    for (a, b) in zip(points, points.dropFirst()) {
      let count = max(1, Int((a.distance(to: b) / step).rounded(.up)))
      for index in 1..<max(count, 1) { all.append(a + (b - a) * (Double(index) / Double(count))) }
      all.append(b)
    }
    return Polyline(all)
  }
}

extension [PlanePoint] {
  /// The area of the ring through the points, above 0 where it goes round counter-clockwise.
  var signedArea: Double {
    var sum = 0.0
    for index in indices { sum += self[index].cross(self[(index + 1) % count]) }
    return sum / 2
  }

  /// The centre of gravity of the ring's area.
  var centroid: PlanePoint {
    let origin = self[0]
    var (area, sum) = (0.0, PlanePoint(x: 0, y: 0))
    for index in indices {
      let (a, b) = (self[index] - origin, self[(index + 1) % count] - origin)
      let cross = a.cross(b)
      area += cross
      sum = sum + (a + b) * cross
    }
    return abs(area) > 1e-9 ? origin + sum * (1 / (3 * area)) : origin
  }

  /// Whether a place lies inside the ring.
  func holds(_ place: PlanePoint) -> Bool {
    var isInside = false
    var b = self[count - 1]
    for a in self {
      if (a.y > place.y) != (b.y > place.y),
        place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x
      {
        isInside.toggle()
      }
      b = a
    }
    return isInside
  }

  /// How far a place is from the ring.
  func distance(to place: PlanePoint) -> Double {
    Polyline(self + [self[0]]).nearest(place).distance
  }

  /// Whether all of another ring lies inside this one.
  func covers(_ other: [PlanePoint]) -> Bool {
    guard other.allSatisfy(holds) else { return false }
    for index in indices {
      let (a, b) = (self[index], self[(index + 1) % count])
      for place in other.indices {
        let (c, d) = (other[place], other[(place + 1) % other.count])
        let (one, two) = ((b - a).cross(c - a), (b - a).cross(d - a))
        let (three, four) = ((d - c).cross(a - c), (d - c).cross(b - c))
        if one * two < 0 && three * four < 0 { return false }
      }
    }
    return true
  }
}
