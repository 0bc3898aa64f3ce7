import SimpleFeatures

/// The edges of one polygon, sorted into horizontal strips: a point is compared with its own strip.
///
/// There are about as many strips as edges, so that a question costs O(1) edges for shapes without
/// long spires. Even-odd rule over all rings, which is what GEOS's locator does; points on an
/// edge, decided exactly by ``Orientation``, count as inside.
struct PolygonEdges: Sendable {
  /// x and y of both ends, four numbers an edge, strip after strip; an edge stands in each strip
  /// that it reaches.
  private let edges: [Double]
  /// The index into ``edges`` at which each strip begins, and one past the last.
  private let stripStarts: [Int32]
  private let minY: Double
  private let stripsPerUnit: Double
  let envelope: Envelope

  /// Strips the edges of `geometry`, a polygon or multipolygon whose structure has been checked;
  /// `nil` where there is none, or more edges than 32 bits count.
  init?(_ geometry: Geometry) {
    guard geometry.isAreal, !geometry.isEmpty, geometry.vertexCount < 100_000_000 else {
      return nil
    }
    envelope = geometry.envelope
    minY = envelope.minY
    let strips = max(1, min(geometry.vertexCount, 1 << 20))
    let height = envelope.height
    let perUnit = height > 0 ? Double(strips) / height : 0
    stripsPerUnit = perUnit.isFinite ? perUnit : 0
    let strip = { [minY, stripsPerUnit] (y: Double) in
      Self.strip(of: y, minY: minY, perUnit: stripsPerUnit, count: strips)
    }
    var counts = [Int](repeating: 0, count: strips + 1)
    Self.forEachEdge(of: geometry) { (ax, ay, bx, by) in
      for i in strip(min(ay, by))...strip(max(ay, by)) { counts[i + 1] += 1 }
    }
    for i in 0..<strips { counts[i + 1] += counts[i] }
    // A comb of long spires repeats each edge in many strips: then GEOS is the better way.
    guard counts[strips] < 64 * geometry.vertexCount, counts[strips] < Int(Int32.max) else {
      return nil
    }
    stripStarts = counts.map { Int32($0) }
    var filled = counts
    var edges = [Double](repeating: 0, count: 4 * counts[strips])
    Self.forEachEdge(of: geometry) { (ax, ay, bx, by) in
      for i in strip(min(ay, by))...strip(max(ay, by)) {
        let place = 4 * filled[i]
        (edges[place], edges[place + 1], edges[place + 2], edges[place + 3]) = (ax, ay, bx, by)
        filled[i] += 1
      }
    }
    self.edges = edges
  }

  /// Whether the polygon holds the point, border included; the point must be in ``envelope``.
  func contains(x: Double, y: Double) -> Bool {
    let strip = Self.strip(
      of: y, minY: minY, perUnit: stripsPerUnit, count: stripStarts.count - 1)
    var isInside = false
    var i = 4 * Int(stripStarts[strip])
    let end = 4 * Int(stripStarts[strip + 1])
    while i < end {
      let (ax, ay, bx, by) = (edges[i], edges[i + 1], edges[i + 2], edges[i + 3])
      i += 4
      if (ay > y) != (by > y) {
        if ax < x, bx < x { continue }
        if ax > x, bx > x {
          isInside.toggle()
          continue
        }
        let side = Orientation.sign(ax, ay, bx, by, x, y)
        if side == 0 { return true }
        if (side > 0) == (by > ay) { isInside.toggle() }
      } else if ay == y || by == y {
        // Level edges, and ends that lie on the point's height.
        if (ax == x && ay == y) || (bx == x && by == y) { return true }
        if ay == by, (ax > x) != (bx > x) { return true }
      }
    }
    return isInside
  }

  private static func strip(of y: Double, minY: Double, perUnit: Double, count: Int) -> Int {
    max(0, min(count - 1, Int((y - minY) * perUnit)))
  }

  private static func forEachEdge(
    of geometry: Geometry, _ body: (Double, Double, Double, Double) -> Void
  ) {
    let (step, ordinates) = (geometry.stride, geometry.ordinates)
    for path in geometry.pathEnds.indices {
      for vertex in geometry.vertexRange(ofPath: path).dropLast() {
        let (a, b) = (vertex * step, (vertex + 1) * step)
        body(ordinates[a], ordinates[a + 1], ordinates[b], ordinates[b + 1])
      }
    }
  }
}
