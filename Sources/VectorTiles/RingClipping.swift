import SimpleFeatures

/// Clips the ring in `ring` to `box` by Sutherland and Hodgman, one side at a time.
///
/// The ring's last edge runs from the last vertex to the first. A concave ring that the box cuts
/// into pieces stays one ring whose pieces hang together along the box's sides; its signed area is
/// that of the pieces. `spare` is overwritten. Linear in the number of vertices.
/// Source: Sutherland, Hodgman, "Reentrant polygon clipping", CACM 17 (1974),
/// doi:10.1145/360767.360802.
///
/// - Parameter bounds: The box of the ring; sides that it does not cross are passed over.
func clip(
  _ ring: inout Scratch<TilePoint>, to box: Envelope, bounds: Envelope,
  spare: inout Scratch<TilePoint>
) {
  guard bounds.intersects(box) else {
    ring.count = 0
    return
  }
  let sides: [(crossed: Bool, axis: Axis, sign: Double, bound: Double)] = [
    (bounds.minX < box.minX, .x, 1, box.minX), (bounds.maxX > box.maxX, .x, -1, box.maxX),
    (bounds.minY < box.minY, .y, 1, box.minY), (bounds.maxY > box.maxY, .y, -1, box.maxY),
  ]
  for side in sides where side.crossed {
    keep(ring, axis: side.axis, sign: side.sign, bound: side.bound, into: &spare)
    swap(&ring, &spare)
  }
}

private enum Axis { case x, y }

/// Takes the part of the ring where `sign` × (coordinate − `bound`) is at least 0 into `piece`.
private func keep(
  _ ring: borrowing Scratch<TilePoint>, axis: Axis, sign: Double, bound: Double,
  into piece: inout Scratch<TilePoint>
) {
  let count = ring.count
  piece.count = 0
  guard count > 0 else { return }
  precondition(count <= ring.storage.count)
  piece.reserve(2 * count, filler: TilePoint(x: 0, y: 0))
  let points = ring.storage.span
  var out = piece.storage.mutableSpan
  var kept = 0
  var last = unsafe points[unchecked: count &- 1]
  var lastInside = sign * ((axis == .x ? last.x : last.y) - bound)
  for i in 0..<count {
    let point = unsafe points[unchecked: i]
    let inside = sign * ((axis == .x ? point.x : point.y) - bound)
    if (inside >= 0) != (lastInside >= 0) {
      // From the inner end, so that both directions of an edge give the same crossing.
      unsafe out[unchecked: kept] =
        inside >= 0
        ? crossing(from: point, inside, to: last, lastInside, axis: axis, bound: bound)
        : crossing(from: last, lastInside, to: point, inside, axis: axis, bound: bound)
      kept &+= 1
    }
    if inside >= 0 {
      unsafe out[unchecked: kept] = point
      kept &+= 1
    }
    last = point
    lastInside = inside
  }
  piece.count = kept
}

/// The point between `inner` and `outer` at `bound`, given their distances from it.
@inline(__always)
private func crossing(
  from inner: TilePoint, _ innerDistance: Double, to outer: TilePoint, _ outerDistance: Double,
  axis: Axis, bound: Double
) -> TilePoint {
  let share = innerDistance / (innerDistance - outerDistance)
  return axis == .x
    ? TilePoint(x: bound, y: inner.y + share * (outer.y - inner.y))
    : TilePoint(x: inner.x + share * (outer.x - inner.x), y: bound)
}
