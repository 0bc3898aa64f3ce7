/// Leaves out vertices of rings that lie within a tolerance of the line between others.
///
/// From a kept vertex a cone is narrowed by each that follows; the last one inside it is kept
/// (Williams 1978, Sklansky and Gonzalez 1980). Complexity: O(vertices).
struct RingThinning {
  /// In the unit of the places.
  let tolerance: Double

  /// Appends the vertices of a closed ring that stay, the first and last ones always.
  func thin(_ ring: ArraySlice<SIMD2<Int32>>, into kept: inout [SIMD2<Int32>]) {
    let ring = ring.span
    let count = ring.count
    kept.append(ring[0])
    var anchor = ring[0]
    var low = SIMD2<Double>()
    var high = SIMD2<Double>()
    var isOpen = true
    var vertex = 1
    while vertex < count {
      let offset = ring[unchecked: vertex] &- anchor
      let d = SIMD2(Double(offset.x), Double(offset.y))
      let square = d.x * d.x + d.y * d.y
      if !isOpen {
        let isInside =
          low.x * d.y - low.y * d.x >= 0 && d.x * high.y - d.y * high.x >= 0
          && low.x * d.x + low.y * d.y > 0
        if !isInside {
          // The one before was the last that a line from the anchor passes near enough.
          anchor = ring[unchecked: vertex - 1]
          kept.append(anchor)
          isOpen = true
          continue
        }
      }
      if square > tolerance * tolerance {
        // The directions that pass the vertex at the tolerance on either side.
        let along = (square - tolerance * tolerance).squareRoot()
        let aside = SIMD2(d.y, -d.x) * tolerance
        let (toLow, toHigh) = (d * along + aside, d * along - aside)
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
    kept.append(ring[count - 1])
  }
}
