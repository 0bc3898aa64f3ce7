import SimpleFeatures

extension Geometry {
  /// Whether this is a polygon of one ring that is proved strictly convex, and so valid.
  ///
  /// Two exact conditions together are equivalent to "strictly convex": every three consecutive
  /// vertices turn the same way, and the edges go round the compass once (their direction changes
  /// from the lower to the upper half-plane exactly once). The turns are decided by
  /// ``Orientation``, so nearly flat corners are no risk. `false` says nothing: a ring with a
  /// vertex on a straight edge is left to GEOS. The buffers must have passed the structure check.
  var isConvexPolygon: Bool {
    guard kind == .polygon, pathEnds.count == 1 else { return false }
    let (step, count) = (stride, vertexCount - 1)
    func x(_ i: Int) -> Double { ordinates[(i % count) * step] }
    func y(_ i: Int) -> Double { ordinates[(i % count) * step + 1] }
    func points(up i: Int) -> Bool {
      y(i + 1) > y(i) || (y(i + 1) == y(i) && x(i + 1) > x(i))
    }
    let turn = Orientation.sign(x(0), y(0), x(1), y(1), x(2), y(2))
    guard turn != 0 else { return false }
    var rises = 0
    for i in 0..<count {
      if Orientation.sign(x(i), y(i), x(i + 1), y(i + 1), x(i + 2), y(i + 2)) != turn {
        return false
      }
      if !points(up: i), points(up: i + 1) { rises += 1 }
    }
    return rises == 1
  }
}
