import SimpleFeatures

/// Rings of the ways of a relation, and polygons of the rings.
///
/// What is outside and what is a hole is told by where the rings lie in each other (even-odd), not
/// by the roles of the ways, which are often wrong or missing.
struct RingAssembly {
  typealias Place = NodePlaces.Place

  /// A way of the relation.
  struct Way {
    var places: [Place]
    /// Whether the relation says that a hole ends there.
    var isInner = false
  }

  struct Ring {
    /// Closed: the first place is the last again.
    var places: [Place]
    /// Whether all its ways are said to be inner.
    var isInner: Bool
  }

  private(set) var rings: [Ring] = []
  /// Places where a chain of ways ends that closes no ring.
  private(set) var looseEnds: [Place] = []

  /// - Parameter ways: Of one relation, each once; a way of less than two places is passed over.
  init(_ ways: [Way]) {
    var open: [Way] = []
    for way in ways where way.places.count > 1 {
      if way.places.first == way.places.last {
        add(way.places, isInner: way.isInner)
      } else {
        open.append(way)
      }
    }
    join(open)
  }

  private mutating func add(_ ring: [Place], isInner: Bool) {
    // A triangle is the least that encloses something.
    if ring.count > 3 { rings.append(Ring(places: ring, isInner: isInner)) }
  }

  /// Joins ways at their ends.
  ///
  /// Where a walk comes to a place for the second time, what lies between
  /// is a ring: however rings that touch are taken apart, they cover the same.
  private mutating func join(_ ways: [Way]) {
    var waysAt: [Place: [Int]] = [:]
    for (index, way) in ways.enumerated() {
      waysAt[way.places[0], default: []].append(index)
      waysAt[way.places[way.places.count - 1], default: []].append(index)
    }
    var isUsed = Array(repeating: false, count: ways.count)
    // Chains that end somewhere are walked from their ends, so that no ring is begun in one.
    let odd = waysAt.filter { $0.value.count % 2 == 1 }.keys
      .sorted { ($0.longitude, $0.latitude) < ($1.longitude, $1.latitude) }
    for place in odd {
      guard let way = waysAt[place]?.first(where: { !isUsed[$0] }) else { continue }
      walk(from: place, way, ways, waysAt, &isUsed)
    }
    for way in ways.indices where !isUsed[way] {
      walk(from: ways[way].places[0], way, ways, waysAt, &isUsed)
    }
  }

  private mutating func walk(
    from start: Place, _ first: Int, _ ways: [Way], _ waysAt: [Place: [Int]],
    _ isUsed: inout [Bool]
  ) {
    var chain = [start]
    /// The ways of the chain, by where in it they end, and whether they are inner.
    var parts: [(end: Int, isInner: Bool)] = []
    /// Where in the chain the walk passed each end of a way.
    var passed = [start: 0]
    var next: Int? = first
    var at = start
    while let way = next {
      isUsed[way] = true
      let own = ways[way].places
      let places = own[0] == at ? own : own.reversed()
      chain += places.dropFirst()
      at = places[places.count - 1]
      parts.append((chain.count - 1, ways[way].isInner))
      if let begin = passed[at] {
        let last = parts.lastIndex { $0.end <= begin }.map { $0 + 1 } ?? 0
        add(Array(chain[begin...]), isInner: parts[last...].allSatisfy(\.isInner))
        parts.removeSubrange(last...)
        for (place, index) in passed where index > begin { passed[place] = nil }
        chain.removeSubrange((begin + 1)...)
      } else {
        passed[at] = chain.count - 1
      }
      next = waysAt[at]?.first { !isUsed[$0] }
    }
    guard chain.count > 1 else { return }
    looseEnds += [chain[0], at]
  }

  // MARK: Polygons

  /// The polygons that the rings enclose; `nil` where there is none.
  ///
  /// - Parameter isCut: Whether ways are missing. What is said to be a hole is no area then, though
  ///   the ring around it is not there.
  func polygons(isCut: Bool) -> Geometry? {
    let outlines = rings.map(Outline.init).sorted { $0.area > $1.area }
    var parents = Array(repeating: -1, count: outlines.count)
    /// -1 for rings that are left out.
    var depths = Array(repeating: 0, count: outlines.count)
    for inner in outlines.indices {
      // The smallest that is larger and holds it is the one it lies in.
      for outer in (0..<inner).reversed()
      where depths[outer] >= 0 && outlines[outer].holds(outlines[inner]) {
        parents[inner] = outer
        depths[inner] = depths[outer] + 1
        break
      }
      if isCut, outlines[inner].isInner, depths[inner] == 0 { depths[inner] = -1 }
    }
    guard depths.contains(0) else { return nil }
    var holes: [Int: [Int]] = [:]
    for ring in outlines.indices where depths[ring] % 2 == 1 {
      holes[parents[ring], default: []].append(ring)
    }
    var shape = Geometry(kind: .multiPolygon)
    for ring in outlines.indices where depths[ring] >= 0 && depths[ring] % 2 == 0 {
      for one in [ring] + (holes[ring] ?? []) {
        for place in outlines[one].ring {
          shape.ordinates.append(place.x)
          shape.ordinates.append(place.y)
        }
        shape.pathEnds.append(shape.ordinates.count / 2)
      }
      shape.partEnds.append(shape.pathEnds.count)
    }
    return shape
  }
}

/// A ring with what tells quickly whether others lie in it.
private struct Outline {
  let ring: [NodePlaces.Place]
  let isInner: Bool
  /// Twice the area it encloses, in square units of 1e-7 degrees.
  let area: Double
  private let west: Int32
  private let south: Int32
  private let east: Int32
  private let north: Int32

  init(_ closed: RingAssembly.Ring) {
    let ring = closed.places
    self.ring = ring
    isInner = closed.isInner
    var sum = 0.0
    let origin = ring[0]
    var (west, south, east, north) = (Int32.max, Int32.max, Int32.min, Int32.min)
    for (a, b) in zip(ring, ring.dropFirst()) {
      let ax = Double(Int64(a.longitude) - Int64(origin.longitude))
      let ay = Double(Int64(a.latitude) - Int64(origin.latitude))
      let bx = Double(Int64(b.longitude) - Int64(origin.longitude))
      let by = Double(Int64(b.latitude) - Int64(origin.latitude))
      sum += ax * by - bx * ay
      (west, east) = (min(west, a.longitude), max(east, a.longitude))
      (south, north) = (min(south, a.latitude), max(north, a.latitude))
    }
    area = abs(sum)
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// Whether the other, which is no larger, lies in it.
  func holds(_ other: Outline) -> Bool {
    guard west <= other.west, east >= other.east, south <= other.south, north >= other.north else {
      return false
    }
    // Rings may touch: the first place or middle of an edge that is not on this ring tells.
    for place in other.ring.dropLast() {
      switch side(x: Double(place.longitude), y: Double(place.latitude)) {
      case .inside: return true
      case .outside: return false
      case .on: continue
      }
    }
    for (a, b) in zip(other.ring, other.ring.dropFirst()) {
      let x = (Double(a.longitude) + Double(b.longitude)) / 2
      let y = (Double(a.latitude) + Double(b.latitude)) / 2
      switch side(x: x, y: y) {
      case .inside: return true
      case .outside: return false
      case .on: continue
      }
    }
    return false
  }

  private enum Side { case inside, on, outside }

  /// Where a point lies; exact for rings of up to six degrees, whose products fit 53 bits.
  private func side(x: Double, y: Double) -> Side {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst()) {
      let (ax, ay) = (Double(a.longitude) - x, Double(a.latitude) - y)
      let (bx, by) = (Double(b.longitude) - x, Double(b.latitude) - y)
      if (ay > 0) == (by > 0) {
        // An edge along the height of the point, or with its end in the point.
        if ay == 0, by == 0, min(ax, bx) <= 0, max(ax, bx) >= 0 { return .on }
        if (ax == 0 && ay == 0) || (bx == 0 && by == 0) { return .on }
        continue
      }
      let cross = ax * by - bx * ay
      if cross == 0 { return .on }
      if (cross > 0) == (by > ay) { isInside.toggle() }
    }
    return isInside ? .inside : .outside
  }
}
