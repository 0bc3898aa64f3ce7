import SimpleFeatures

/// Polygons that are asked which of them hold a point: a packed R-tree of their boxes, and the
/// edges of each in horizontal strips, so that a point is compared with a few edges only.
///
/// There is a strip for every four vertices, which makes a question cost O(log n) for shapes that a
/// level line crosses few times. Even-odd rule over all rings, as in GEOS's locator; a point on an
/// edge, decided exactly by ``Orientation``, is inside. All polygons share flat arrays: nothing is
/// retained or allocated on the way.
struct PolygonIndex: Sendable {
  /// x and y of both ends, four numbers an edge; an edge stands in each strip that it reaches.
  private var edges: [Double] = []
  /// x and y of the vertices of polygons of one short ring, which have no strips: most of a city's
  /// polygons are so small that fetching them costs more than comparing them.
  private var rings: [Double] = []
  /// Where each strip begins in ``edges``, counted in edges; one more a polygon than it has strips.
  private var stripStarts: [Int] = []
  /// The polygons in the order of the tree's leaves.
  private var leaves: [Leaf] = []
  private var tree = PackedBoxes([])
  /// The same boxes as ``tree``, in its order, where a grid suits them.
  private var grid: BoxGrid?

  fileprivate struct Leaf: Sendable {
    /// The caller's number for it.
    var item: Int
    /// Its first strip in ``stripStarts``; its first number in ``rings`` when it has no strips.
    var first: Int
    /// How many strips it has, or how many numbers.
    var count: Int
    var isRing: Bool
    var minY: Double
    var stripsPerUnit: Double
  }

  /// Whether a geometry is in the index, by its position.
  private(set) var holds: [Bool]

  /// Indexes the polygons and multipolygons of `geometries`, whose structure has been checked.
  ///
  /// Left out are empty ones, and combs whose edges would stand in more than 32 strips each.
  init(_ geometries: [Geometry]) {
    holds = geometries.map { _ in false }
    let members = geometries.indices.filter { geometries[$0].isAreal && !geometries[$0].isEmpty }
      .filter { Self.isStripped(geometries[$0]) }
    tree = PackedBoxes(members.map { geometries[$0].envelope })
    // In the tree's order, so that neighbours on the map are neighbours in memory.
    for member in tree.order.map({ members[$0] }) {
      holds[member] = true
      append(geometries[member], item: member)
    }
    grid = BoxGrid(tree.order.map { geometries[members[$0]].envelope })
  }

  /// How many vertices a ring without strips has at most.
  private static let shortRing = 64

  /// How many strips a polygon gets: few, since edges that reach many strips stand in each.
  private static func stripCount(_ geometry: Geometry) -> Int {
    max(1, min(geometry.vertexCount / 4, 1 << 20))
  }

  /// Whether the edges of a polygon reach 32 strips each at most, on average.
  private static func isStripped(_ geometry: Geometry) -> Bool {
    var rise = 0.0
    forEachEdge(of: geometry) { (_, ay, _, by) in rise += abs(ay - by) }
    let height = geometry.envelope.height
    return height == 0
      || rise / height * Double(stripCount(geometry)) < 32 * Double(geometry.vertexCount)
  }

  private mutating func append(_ geometry: Geometry, item: Int) {
    if geometry.pathEnds.count == 1, geometry.vertexCount <= Self.shortRing {
      leaves.append(
        Leaf(
          item: item, first: rings.count, count: 2 * geometry.vertexCount, isRing: true, minY: 0,
          stripsPerUnit: 0))
      rings += geometry.flattened.ordinates
      return
    }
    let box = geometry.envelope
    let count = Self.stripCount(geometry)
    let perUnit = box.height > 0 ? Double(count) / box.height : 0
    let leaf = Leaf(
      item: item, first: stripStarts.count, count: count, isRing: false, minY: box.minY,
      stripsPerUnit: perUnit.isFinite ? perUnit : 0)
    var starts = [Int](repeating: 0, count: count + 1)
    Self.forEachEdge(of: geometry) { (_, ay, _, by) in
      for i in leaf.strip(min(ay, by))...leaf.strip(max(ay, by)) { starts[i + 1] += 1 }
    }
    for i in 0..<count { starts[i + 1] += starts[i] }
    let base = edges.count / 4
    var filled = starts
    edges.append(contentsOf: repeatElement(0, count: 4 * starts[count]))
    Self.forEachEdge(of: geometry) { (ax, ay, bx, by) in
      for i in leaf.strip(min(ay, by))...leaf.strip(max(ay, by)) {
        let place = 4 * (base + filled[i])
        (edges[place], edges[place + 1], edges[place + 2], edges[place + 3]) = (ax, ay, bx, by)
        filled[i] += 1
      }
    }
    stripStarts += starts.map { $0 + base }
    leaves.append(leaf)
  }

  /// Appends the numbers of the polygons that hold the point, in no order.
  func append(holdingX x: Double, _ y: Double, to hits: inout [Int]) {
    if let grid {
      grid.forEach(holdingX: x, y) { if holds(leaf: $0, x, y) { hits.append(leaves[$0].item) } }
    } else {
      tree.forEach(holdingX: x, y) { if holds(leaf: $0, x, y) { hits.append(leaves[$0].item) } }
    }
  }

  @inline(__always)
  private func holds(leaf index: Int, _ x: Double, _ y: Double) -> Bool {
    let leaf = leaves[index]
    if leaf.isRing {
      let range = leaf.first..<leaf.first + leaf.count
      return Self.contains(rings.span.extracting(range), step: 2, x, y)
    }
    let strip = leaf.first + leaf.strip(y)
    let range = 4 * stripStarts[strip]..<4 * stripStarts[strip + 1]
    return Self.contains(edges.span.extracting(range), step: 4, x, y)
  }

  /// Whether the point is on one of the edges or left of an odd number of them.
  ///
  /// With `step` 4 each edge brings both its ends, with 2 it ends where the next begins.
  @inline(__always)
  private static func contains(
    _ edges: Span<Double>, step: Int, _ x: Double, _ y: Double
  ) -> Bool {
    var isInside = false
    var i = 0
    while i + 3 < edges.count {
      let (ax, ay, bx, by) = (edges[i], edges[i + 1], edges[i + 2], edges[i + 3])
      i += step
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

extension PolygonIndex.Leaf {
  /// The strip of a height, counted from the polygon's lowest; heights outside get the nearest.
  fileprivate func strip(_ y: Double) -> Int {
    Int(max(0, min(Double(count - 1), (y - minY) * stripsPerUnit)))
  }
}
