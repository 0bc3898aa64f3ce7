/// Land with a street along each of its sides.
struct Face {
  /// Counter-clockwise, at the middles of the streets.
  var points: [PlanePoint]
  /// The street along each side, from the point of the same index to the next: its place in
  /// ``StreetNet/streets``.
  var streets: [Int]
  /// What kind of district it belongs to.
  var district = District.estates
  /// The quarter of the neighbourhood, 0 to 3.
  var quarter: Int

  var area: Double { points.signedArea }

  /// The sides that lie along one street each: their first index and how many there are.
  var sides: [(first: Int, count: Int, street: Int)] {
    let count = points.count
    guard
      let start = streets.indices.first(where: { streets[$0] != streets[($0 + count - 1) % count] })
    else { return [(0, count, streets[0])] }
    var sides: [(first: Int, count: Int, street: Int)] = []
    for step in 0..<count {
      let index = (start + step) % count
      if let last = sides.last, last.street == streets[index] {
        sides[sides.count - 1].count += 1
      } else {
        sides.append((index, 1, streets[index]))
      }
    }
    return sides
  }

  /// The box around the face that has the least area of those along one of its sides: the direction
  /// of its longer sides, its middle, and its length and depth.
  var box: (along: PlanePoint, middle: PlanePoint, length: Double, depth: Double) {
    var best: (along: PlanePoint, middle: PlanePoint, length: Double, depth: Double)?
    for side in sides {
      let chord = points[(side.first + side.count) % points.count] - points[side.first]
      guard chord.length > 12 else { continue }
      let (along, across) = (chord.unit, chord.unit.left)
      let (xs, ys) = (points.map { $0.dot(along) }, points.map { $0.dot(across) })
      let (west, east, south, north) = (xs.min()!, xs.max()!, ys.min()!, ys.max()!)
      let (length, depth) = (east - west, north - south)
      if let best, best.length * best.depth <= length * depth { continue }
      let middle = along * ((west + east) / 2) + across * ((south + north) / 2)
      best =
        length >= depth ? (along, middle, length, depth) : (across, middle, depth, length)
    }
    return best ?? (PlanePoint(x: 1, y: 0), points.centroid, 0, 0)
  }
}

/// Streets and the land between them, while it is cut into ever smaller pieces.
///
/// A cut is a new street from one side of a face to another. It meets the streets there at a
/// junction that is already near, else at a new one, so all streets hang together.
struct StreetNet {
  private(set) var streets: [Street] = []
  var faces: [Face] = []

  /// How near a junction must be for a new street to end at it, in metres.
  static let reach = 32.0

  mutating func add(_ street: Street) -> Int {
    streets.append(street)
    return streets.count - 1
  }

  /// The land between streets that follow each other, each forwards or backwards.
  mutating func addFace(_ around: [(street: Int, isForward: Bool)], quarter: Int) {
    var points: [PlanePoint] = []
    var along: [Int] = []
    for part in around {
      let own = streets[part.street].points
      let ordered = part.isForward ? own : own.reversed()
      points += ordered.dropLast()
      along += [Int](repeating: part.street, count: ordered.count - 1)
    }
    faces.append(Face(points: points, streets: along, quarter: quarter))
  }

  /// Puts a junction on a street, near a place.
  mutating func addStop(_ street: Int, near place: PlanePoint) -> PlanePoint {
    let junction = Junction(near: place)
    let hit = streets[street].line.nearest(junction.place)
    if !streets[street].points.contains(junction.place) {
      streets[street].points.insert(junction.place, at: hit.piece + 1)
    }
    streets[street].stops.insert(junction)
    return junction.place
  }

  /// The junctions of a street that lie on some sides of a face.
  private func stops(of street: Int, on face: Face) -> [PlanePoint] {
    let sides = face.streets.indices.filter { face.streets[$0] == street }
    return streets[street].stops.map(\.place).filter { place in
      sides.contains { side in
        let ends = [face.points[side], face.points[(side + 1) % face.points.count]]
        return Polyline(ends).nearest(place).distance < 1.5
      }
    }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
  }

  /// The corner of a face near a place on one of its sides: a junction that is there or a new one.
  private mutating func corner(of face: inout Face, near place: PlanePoint, side: Int) -> PlanePoint
  {
    let street = face.streets[side]
    let known = stops(of: street, on: face).min { $0.distance(to: place) < $1.distance(to: place) }
    let isFixed = streets[street].kind == .border
    if let known, isFixed || known.distance(to: place) < Self.reach {
      insert(known, into: &face, street)
      return known
    }
    let new = addStop(street, near: place)
    insert(new, into: &face, street)
    return new
  }

  private func insert(_ place: PlanePoint, into face: inout Face, _ street: Int) {
    guard !face.points.contains(place) else { return }
    var best = (distance: Double.infinity, side: 0)
    for side in face.streets.indices where face.streets[side] == street {
      let ends = [face.points[side], face.points[(side + 1) % face.points.count]]
      let distance = Polyline(ends).nearest(place).distance
      if distance < best.distance { best = (distance, side) }
    }
    face.points.insert(place, at: best.side + 1)
    face.streets.insert(street, at: best.side)
  }

  /// Where a straight line through a place inside a face leaves it on both sides.
  private func exits(
    _ face: Face, through place: PlanePoint, _ direction: PlanePoint
  ) -> (back: (PlanePoint, Int), ahead: (PlanePoint, Int))? {
    var ahead: (way: Double, side: Int)?
    var back: (way: Double, side: Int)?
    for side in face.points.indices {
      let (a, b) = (face.points[side], face.points[(side + 1) % face.points.count])
      let along = b - a
      let slope = direction.cross(along)
      guard abs(slope) > 1e-9 else { continue }
      let way = (a - place).cross(along) / slope
      let share = (a - place).cross(direction) / slope
      guard share >= 0, share < 1 else { continue }
      if way > 0, way < ahead?.way ?? .infinity { ahead = (way, side) }
      if way <= 0, way > back?.way ?? -.infinity { back = (way, side) }
    }
    guard let ahead, let back else { return nil }
    return (
      (place + direction * back.way, back.side), (place + direction * ahead.way, ahead.side)
    )
  }

  /// Cuts a face in two by a street from side to side.
  ///
  /// - Parameters:
  ///   - curve: Places of the street between its ends, made of them.
  ///   - isGood: Whether two pieces may come of it.
  /// - Returns: Whether it was cut.
  @discardableResult
  private mutating func cut(
    _ index: Int, from back: (place: PlanePoint, side: Int),
    to ahead: (place: PlanePoint, side: Int),
    _ streetClass: StreetClass, _ name: String,
    curve: (PlanePoint, PlanePoint) -> [PlanePoint] = { _, _ in [] },
    isGood: (Face, Face) -> Bool = { _, _ in true }
  ) -> Bool {
    let saved = streets
    var face = faces[index]
    let from = corner(of: &face, near: back.place, side: back.side)
    // The sides moved by one where a corner came in before it.
    let street = faces[index].streets[ahead.side]
    guard
      let side = face.streets.indices.filter({ face.streets[$0] == street }).min(by: {
        distance(face, $0, ahead.place) < distance(face, $1, ahead.place)
      })
    else { return false }
    let to = corner(of: &face, near: ahead.place, side: side)
    guard from != to, let first = face.points.firstIndex(of: from),
      let last = face.points.firstIndex(of: to)
    else {
      streets = saved
      return false
    }
    let between = curve(from, to)
    let number = streets.count
    func piece(_ start: Int, _ end: Int, _ back: [PlanePoint]) -> Face {
      var piece = Face(points: [], streets: [], district: face.district, quarter: face.quarter)
      var place = start
      while place != end {
        piece.points.append(face.points[place])
        piece.streets.append(face.streets[place])
        place = (place + 1) % face.points.count
      }
      piece.points += [face.points[end]] + back
      piece.streets += [Int](repeating: number, count: back.count + 1)
      return piece
    }
    let pieces = (piece(first, last, between.reversed()), piece(last, first, between))
    guard pieces.0.area > 0, pieces.1.area > 0, isGood(pieces.0, pieces.1) else {
      streets = saved
      return false
    }
    streets.append(Street(.inner, streetClass, name, [from] + between + [to]))
    faces[index] = pieces.0
    faces.append(pieces.1)
    return true
  }

  private func distance(_ face: Face, _ side: Int, _ place: PlanePoint) -> Double {
    Polyline([face.points[side], face.points[(side + 1) % face.points.count]]).nearest(place)
      .distance
  }

  /// Cuts the face around the middle of a line along it; the line's ends are drawn to its sides.
  mutating func cut(along line: [PlanePoint], _ streetClass: StreetClass, _ name: String) {
    let middle = Polyline(line).place(Polyline(line).length / 2)
    guard let index = faces.firstIndex(where: { $0.points.holds(middle) }),
      let first = line.first, let last = line.last
    else { return }
    let face = faces[index]
    func side(_ place: PlanePoint) -> Int {
      face.points.indices.min { distance(face, $0, place) < distance(face, $1, place) } ?? 0
    }
    let inner = line.dropFirst().dropLast()
    cut(index, from: (first, side(first)), to: (last, side(last)), streetClass, name) { from, to in
      // Straight to the junctions at its ends, which may lie a little beside the line.
      inner.filter { $0.distance(to: from) > 75 && $0.distance(to: to) > 75 }
    }
  }

  /// Cuts a face and its pieces until they are as small as their district wants them.
  mutating func divide(_ index: Int, _ dice: inout Dice) {
    var open = [index]
    while let next = open.popLast() {
      let count = faces.count
      if halve(next, &dice) { open += [count, next] }
    }
  }

  /// Cuts a face across its longer direction; false where it is small enough.
  private mutating func halve(_ index: Int, _ dice: inout Dice) -> Bool {
    let face = faces[index]
    let style = face.district.cuts
    let area = face.area
    let box = face.box
    guard let style, area > 1.45 * style.area else { return false }
    let streetClass: StreetClass = area > 9 * style.area ? .tertiary : .residential
    let pieces = max(2, Int((area / style.area).squareRoot().rounded()))
    for attempt in 0..<8 {
      let wild = style.disorder * (1 + 0.3 * Double(attempt))
      let share =
        Double(pieces / 2) / Double(pieces) - 0.5 + dice.real(-0.16, 0.16) * wild
        + dice.real(-0.03, 0.03) * Double(attempt)
      let turn = dice.real(-0.3, 0.3) * wild
      let across = box.along.left
      let straightOn = box.middle + box.along * (share * box.length)
      // A triangle's middle may lie on its side.
      let place = straightOn + across * (face.points.centroid - straightOn).dot(across)
      let straight = (box.along.left + box.along * turn).unit
      let bow = dice.real(-1, 1) * style.disorder
      guard face.points.holds(place), let exits = exits(face, through: place, straight)
      else { continue }
      let isCut = cut(
        index, from: exits.back, to: exits.ahead, streetClass, ""
      ) { from, to in
        let chord = to - from
        guard style.isCrooked, chord.length > 60 else { return [] }
        let swing = chord.left.unit * (bow * min(0.09 * chord.length, 11))
        return [from + chord * 0.33 + swing, from + chord * 0.7 - swing * 0.5]
      } isGood: { one, other in
        [one, other].allSatisfy { piece in
          let box = piece.box
          return piece.area > 0.42 * style.area && box.depth > 0.42 * style.area.squareRoot()
            && piece.area > 0.46 * box.length * box.depth
        }
      }
      if isCut { return true }
    }
    return false
  }

  /// Forgets the junctions on borders at which no streets meet and that no neighbour knows.
  mutating func dropUnusedStops(of street: Int) {
    var used: [Junction: Int] = [:]
    for (index, other) in streets.enumerated() where index != street {
      for stop in other.stops { used[stop, default: 0] += 1 }
    }
    let own = streets[street]
    let ends = [own.points[0], own.points[own.points.count - 1]].map { Junction(near: $0) }
    streets[street].stops = own.stops.filter { used[$0] != nil || ends.contains($0) }
  }

  /// How many streets meet at a place.
  func junctionCount(_ junction: Junction) -> Int {
    streets.count { $0.stops.contains(junction) }
  }

  /// Lets a street pass below the junction at a place, without meeting the streets there.
  mutating func lower(_ street: Int, at junction: Junction) {
    streets[street].stops.remove(junction)
    streets[street].points.removeAll { $0 == junction.place }
  }

  mutating func rename(_ street: Int, _ name: String) { streets[street].name = name }
}
