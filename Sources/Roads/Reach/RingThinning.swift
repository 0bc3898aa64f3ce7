/// Leaves out vertices of rings that lie within a tolerance of the line between others.
///
/// From a kept vertex a cone is narrowed by each that follows; the last one inside it is kept
/// (Williams 1978, Sklansky and Gonzalez 1980). Complexity: O(vertices).
struct RingThinning {
  /// In the unit of the ordinates.
  let tolerance: Double

  /// Calls `keep` with the vertices of a closed ring that stay, the first and last ones always.
  func forEachKept(of ring: ArraySlice<Int32>, _ keep: (Int32, Int32) -> Void) {
    let ring = ring.span
    let count = ring.count / 2
    keep(ring[0], ring[1])
    var (anchorX, anchorY) = (Double(ring[0]), Double(ring[1]))
    var low = SIMD2<Double>()
    var high = SIMD2<Double>()
    var isOpen = true
    var vertex = 1
    while vertex < count {
      let dx = Double(ring[unchecked: 2 * vertex]) - anchorX
      let dy = Double(ring[unchecked: 2 * vertex + 1]) - anchorY
      let square = dx * dx + dy * dy
      if !isOpen {
        let isInside =
          low.x * dy - low.y * dx >= 0 && dx * high.y - dy * high.x >= 0
          && low.x * dx + low.y * dy > 0
        if !isInside {
          // The one before was the last that a line from the anchor passes near enough.
          let (x, y) = (ring[unchecked: 2 * vertex - 2], ring[unchecked: 2 * vertex - 1])
          keep(x, y)
          (anchorX, anchorY) = (Double(x), Double(y))
          isOpen = true
          continue
        }
      }
      if square > tolerance * tolerance {
        // The directions that pass the vertex at the tolerance on either side.
        let along = (square - tolerance * tolerance).squareRoot()
        let toLow = SIMD2(dx * along + dy * tolerance, dy * along - dx * tolerance)
        let toHigh = SIMD2(dx * along - dy * tolerance, dy * along + dx * tolerance)
        if isOpen {
          (low, high) = (toLow, toHigh)
          isOpen = false
        } else {
          if low.x * toLow.y - low.y * toLow.x > 0 { low = toLow }
          if toHigh.x * high.y - toHigh.y * high.x > 0 { high = toHigh }
        }
      }
      vertex += 1
    }
    keep(ring[2 * count - 2], ring[2 * count - 1])
  }
}
