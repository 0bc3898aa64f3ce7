/// The Hilbert curve through a square of 65536 × 65536 cells.
enum HilbertCurve {
  /// The place of the cell (`x`, `y`), each 0…65535, along the curve.
  ///
  /// Neighbours along the curve are neighbours in the square (D. Hilbert, doi:10.1007/BF01199431).
  static func index(x: UInt32, y: UInt32) -> UInt32 {
    var (x, y) = (min(x, 65535), min(y, 65535))
    var index: UInt32 = 0
    var side: UInt32 = 1 << 15
    while side > 0 {
      let right: UInt32 = x & side == 0 ? 0 : 1
      let upper: UInt32 = y & side == 0 ? 0 : 1
      index = index &+ side &* side &* ((3 &* right) ^ upper)
      if upper == 0 {
        if right == 1 { (x, y) = (65535 - x, 65535 - y) }
        (x, y) = (y, x)
      }
      side >>= 1
    }
    return index
  }
}
