public import SimpleFeatures

extension Geometry {
  /// Whether the geometry and the closed rectangle `box` share at least one point, exactly.
  ///
  /// Boxes that lie apart and geometries that lie inside are told from the bounds alone; then
  /// each vertex and each segment is tried, and last whether a polygon holds the whole box
  /// (even-odd rule, so it is defined for invalid polygons too). An empty geometry meets nothing,
  /// nor does one whose buffers are malformed or hold NaN.
  /// - Complexity: O(vertices), no allocation worth speaking of.
  public func intersects(_ box: Envelope) -> Bool {
    guard !box.isEmpty else { return false }
    if kind == .collection { return members.contains { $0.intersects(box) } }
    let bounds = envelope
    guard bounds.intersects(box), (try? checkStructure()) != nil else { return false }
    if box.contains(bounds) { return true }
    let step = stride
    for i in Swift.stride(from: 0, to: ordinates.count, by: step)
    where box.contains(x: ordinates[i], y: ordinates[i + 1]) {
      return true
    }
    guard kind != .point, kind != .multiPoint else { return false }
    for path in pathEnds.indices {
      for i in vertexRange(ofPath: path).dropLast() {
        let (a, b) = (i * step, (i + 1) * step)
        if box.crosses(ordinates[a], ordinates[a + 1], ordinates[b], ordinates[b + 1]) {
          return true
        }
      }
    }
    return encloses(x: box.minX, y: box.minY)
  }

  /// Whether the point lies inside one of the polygons, each by the even-odd rule, which is defined
  /// for invalid ones too; a point on a ring may be told to lie on either side.
  public func encloses(x: Double, y: Double) -> Bool {
    partEnds.indices.contains { polygon($0, encloses: x, y) }
  }

  private func polygon(_ part: Int, encloses x: Double, _ y: Double) -> Bool {
    let step = stride
    var inside = false
    for path in pathRange(ofPart: part) {
      for i in vertexRange(ofPath: path).dropLast() {
        let (a, b) = (i * step, (i + 1) * step)
        let (ay, by) = (ordinates[a + 1], ordinates[b + 1])
        guard (ay > y) != (by > y) else { continue }
        let side = Orientation.sign(ordinates[a], ay, ordinates[b], by, x, y)
        if (side > 0) == (by > ay) { inside.toggle() }
      }
    }
    return inside
  }
}

extension Envelope {
  /// Whether the point lies in the closed box.
  func contains(x: Double, y: Double) -> Bool {
    minX <= x && x <= maxX && minY <= y && y <= maxY
  }

  /// Whether the segment from a to b, both outside, meets the closed box.
  ///
  /// It does when their bounds meet and the corners do not all lie strictly on one side of the
  /// segment's line.
  func crosses(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) -> Bool {
    guard min(ax, bx) <= maxX, minX <= max(ax, bx), min(ay, by) <= maxY, minY <= max(ay, by)
    else { return false }
    let first = Orientation.sign(ax, ay, bx, by, minX, minY)
    if first == 0 { return true }
    return Orientation.sign(ax, ay, bx, by, maxX, minY) != first
      || Orientation.sign(ax, ay, bx, by, maxX, maxY) != first
      || Orientation.sign(ax, ay, bx, by, minX, maxY) != first
  }
}
