import SimpleFeatures

/// The edges of polygons in strips by latitude: says what lies inside and what crosses a border.
///
/// Inside is where a ray crosses an odd number of edges, so holes need no order.
struct EdgeStrips {
  private var edges: [SIMD4<Double>] = []
  private var first: [Int] = []
  private var entries: [Int32] = []
  private let south: Double
  private let height: Double
  private let count: Int
  /// The box around the polygons.
  let box: Envelope

  /// Each polygon apart, since the parts of some files lie one over the other.
  static func parts(of geometry: Geometry) -> [EdgeStrips] {
    let ends = geometry.partEnds.isEmpty ? [geometry.pathEnds.count] : geometry.partEnds
    return ends.indices.map { part in
      EdgeStrips(geometry, paths: (part == 0 ? 0 : ends[part - 1])..<ends[part])
    }
  }

  private init(_ geometry: Geometry, paths: Range<Int>) {
    var box = Envelope.empty
    let stride = geometry.layout.stride
    for path in paths {
      let vertices = geometry.vertexRange(ofPath: path)
      for vertex in vertices.dropLast() {
        let (a, b) = (vertex * stride, (vertex + 1) * stride)
        let edge = SIMD4(
          geometry.ordinates[a], geometry.ordinates[a + 1], geometry.ordinates[b],
          geometry.ordinates[b + 1])
        guard edge.x.isFinite, edge.y.isFinite, edge.z.isFinite, edge.w.isFinite else { continue }
        edges.append(edge)
        box.formUnion(
          Envelope(
            minX: min(edge.x, edge.z), minY: min(edge.y, edge.w), maxX: max(edge.x, edge.z),
            maxY: max(edge.y, edge.w)))
      }
    }
    self.box = box
    south = edges.isEmpty ? 0 : box.minY
    // On the average an edge is in at most eight strips, however tall edges are.
    let rise = edges.reduce(0) { $0 + ($1.w - $1.y).magnitude }
    let most = rise > 0 ? 7 * Double(edges.count) * (box.maxY - box.minY) / rise : 1
    count = max(1, min(4096, edges.count / 2, Int(min(most, 4096))))
    height = edges.isEmpty ? 1 : max((box.maxY - box.minY) / Double(count), 1e-9)
    sort()
  }

  private mutating func sort() {
    first = Array(repeating: 0, count: count + 1)
    for edge in edges {
      for strip in strips(edge.y, edge.w) { first[strip + 1] += 1 }
    }
    for strip in 0..<count { first[strip + 1] += first[strip] }
    var place = first
    entries = Array(repeating: 0, count: first[count])
    for (number, edge) in edges.enumerated() {
      for strip in strips(edge.y, edge.w) {
        entries[place[strip]] = Int32(number)
        place[strip] += 1
      }
    }
  }

  private func strip(_ y: Double) -> Int {
    Int(min(max((y - south) / height, 0), Double(count - 1)))
  }

  private func strips(_ one: Double, _ other: Double) -> ClosedRange<Int> {
    strip(min(one, other))...strip(max(one, other))
  }

  func contains(_ x: Double, _ y: Double) -> Bool {
    guard x >= box.minX, x <= box.maxX, y >= box.minY, y <= box.maxY else { return false }
    let strip = strip(y)
    var isInside = false
    for entry in entries[first[strip]..<first[strip + 1]] {
      let edge = edges[Int(entry)]
      guard (edge.y > y) != (edge.w > y) else { continue }
      if x < edge.x + (y - edge.y) / (edge.w - edge.y) * (edge.z - edge.x) { isInside.toggle() }
    }
    return isInside
  }

  /// Whether a line between two places shares a point with a border.
  func crosses(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) -> Bool {
    guard max(ax, bx) >= box.minX, min(ax, bx) <= box.maxX, max(ay, by) >= box.minY,
      min(ay, by) <= box.maxY
    else { return false }
    func side(_ px: Double, _ py: Double, _ qx: Double, _ qy: Double, _ x: Double, _ y: Double)
      -> Double
    {
      (qx - px) * (y - py) - (qy - py) * (x - px)
    }
    for strip in strips(ay, by) {
      for entry in entries[first[strip]..<first[strip + 1]] {
        let edge = edges[Int(entry)]
        guard max(edge.x, edge.z) >= min(ax, bx), min(edge.x, edge.z) <= max(ax, bx),
          max(edge.y, edge.w) >= min(ay, by), min(edge.y, edge.w) <= max(ay, by)
        else { continue }
        let one = side(ax, ay, bx, by, edge.x, edge.y)
        let other = side(ax, ay, bx, by, edge.z, edge.w)
        let third = side(edge.x, edge.y, edge.z, edge.w, ax, ay)
        let fourth = side(edge.x, edge.y, edge.z, edge.w, bx, by)
        if (one > 0) != (other > 0) || one == 0 || other == 0,
          (third > 0) != (fourth > 0) || third == 0 || fourth == 0
        {
          return true
        }
      }
    }
    return false
  }
}
