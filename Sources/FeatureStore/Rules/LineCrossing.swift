import SimpleFeatures

extension Geometry {
  /// Whether a path of the line crosses, touches or runs back over itself; closed rings may meet at
  /// their ends.
  ///
  /// - Complexity: O(n log n) for lines whose segments seldom share longitudes, O(n²) at worst.
  var crossesItself: Bool {
    pathEnds.indices.contains { crossesItself(vertexRange(ofPath: $0)) }
  }

  private func crossesItself(_ range: Range<Int>) -> Bool {
    let segments = range.dropLast().map { i in
      Segment(
        ax: ordinates[i * stride], ay: ordinates[i * stride + 1],
        bx: ordinates[(i + 1) * stride], by: ordinates[(i + 1) * stride + 1])
    }.filter { $0.ax != $0.bx || $0.ay != $0.by }
    guard segments.count > 1, let first = segments.first, let last = segments.last else {
      return false
    }
    let isClosed = first.ax == last.bx && first.ay == last.by && segments.count > 2
    let order = segments.indices.sorted { segments[$0].minX < segments[$1].minX }
    for (place, i) in order.enumerated() {
      let one = segments[i]
      for j in order[(place + 1)...] {
        let other = segments[j]
        if other.minX > one.maxX { break }
        let (before, after) = i < j ? (one, other) : (other, one)
        let gap = abs(i - j)
        if gap == 1 || (isClosed && gap == segments.count - 1) {
          let isSeam = gap != 1
          let back = isSeam ? after.runsBack(into: before) : before.runsBack(into: after)
          if back { return true }
        } else if one.meets(other) {
          return true
        }
      }
    }
    return false
  }
}

/// A straight piece of a line.
struct Segment {
  var ax: Double
  var ay: Double
  var bx: Double
  var by: Double

  var minX: Double { min(ax, bx) }
  var maxX: Double { max(ax, bx) }
  private var minY: Double { min(ay, by) }
  private var maxY: Double { max(ay, by) }

  /// Positive where the point lies left of the segment's line, 0 on it.
  func side(_ x: Double, _ y: Double) -> Double { (bx - ax) * (y - ay) - (by - ay) * (x - ax) }

  /// Whether the two share a point.
  func meets(_ other: Segment) -> Bool {
    guard minX <= other.maxX, other.minX <= maxX, minY <= other.maxY, other.minY <= maxY else {
      return false
    }
    let (c, d) = (side(other.ax, other.ay), side(other.bx, other.by))
    let (a, b) = (other.side(ax, ay), other.side(bx, by))
    return c * d <= 0 && a * b <= 0
  }

  /// Whether the two cross in a point that is inside both.
  func crosses(_ other: Segment) -> Bool {
    let (c, d) = (side(other.ax, other.ay), side(other.bx, other.by))
    let (a, b) = (other.side(ax, ay), other.side(bx, by))
    return c * d < 0 && a * b < 0
  }

  /// Whether `next`, which begins where this one ends, goes straight back.
  func runsBack(into next: Segment) -> Bool {
    side(next.bx, next.by) == 0
      && (bx - ax) * (next.bx - next.ax) + (by - ay) * (next.by - next.ay) < 0
  }
}
