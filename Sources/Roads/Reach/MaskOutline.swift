/// The borders of the set cells of a mask, as rings.
///
/// Cells that touch only at a corner are apart. Borders run through the middles of cells' edges, so
/// a corner of a cell is cut off, and stairs become slopes. The mask's outermost cells must be
/// unset.
/// Complexity: O(cells / 64 + length of the borders).
struct MaskOutline {
  /// Places in half cells, ring after ring; each ring's first place again at its end.
  private(set) var vertices: [SIMD2<Int32>] = []
  /// Where each ring ends in ``vertices``.
  private(set) var ends: [Int] = []
  /// The area that each ring encloses, in half square half-cells; negative for holes.
  private(set) var areas: [Int] = []
  /// Rings in the order of the parts that they border, of each part the outer one first.
  private(set) var order: [Int] = []

  init(_ mask: CellMask) {
    var parts = MaskParts(mask)
    var partOfRing: [Int] = []
    // Cells whose southern edges have not been followed yet.
    var pending = mask.words
    for place in mask.stride..<max(mask.stride, pending.count) {
      pending[place] &= ~mask.words[place - mask.stride]
    }
    for row in 0..<mask.rows {
      for word in row * mask.stride..<(row + 1) * mask.stride {
        while pending[word] != 0 {
          let column = (word - row * mask.stride) << 6 + pending[word].trailingZeroBitCount
          partOfRing.append(parts.part(column: column, row: row))
          follow(mask, column, row, &pending)
        }
      }
    }
    // The lowest edge of a part is on its outer border, so that is followed first.
    order = partOfRing.indices.sorted { (partOfRing[$0], $0) < (partOfRing[$1], $1) }
  }

  /// Follows the border from the southern edge of a set cell, with set cells to the left.
  private mutating func follow(
    _ mask: CellMask, _ column: Int, _ row: Int, _ pending: inout [UInt64]
  ) {
    let begin = vertices.count
    let cells = mask.words.span
    let stride = mask.stride
    // The corner that the edge begins at, and its direction: 0 east, 1 north, 2 west, 3 south.
    var (x, y, direction) = (column, row, 0)
    var last = 3
    var area = 0
    repeat {
      if direction == 0 {
        pending[y * stride + x >> 6] &= ~(1 << UInt64(x & 63))
      }
      // The corner ahead, and the cells to its left and right beyond it.
      let (aheadX, aheadY, leftX, leftY, rightX, rightY) =
        switch direction {
        case 0: (x + 1, y, x + 1, y, x + 1, y - 1)
        case 1: (x, y + 1, x - 1, y + 1, x, y + 1)
        case 2: (x - 1, y, x - 2, y - 1, x - 2, y)
        default: (x, y - 1, x, y - 2, x - 1, y - 2)
        }
      let isLeftSet =
        cells[unchecked: leftY * stride + leftX >> 6] >> UInt64(leftX & 63) & 1 == 1
      let isRightSet =
        cells[unchecked: rightY * stride + rightX >> 6] >> UInt64(rightX & 63) & 1 == 1
      let next = !isLeftSet ? (direction + 1) & 3 : isRightSet ? (direction + 3) & 3 : direction
      // The middle of an edge matters where the border turns before or behind it.
      if next != direction || last != direction {
        vertices.append(
          SIMD2(Int32(truncatingIfNeeded: x + aheadX), Int32(truncatingIfNeeded: y + aheadY)))
      }
      area += x * aheadY - aheadX * y
      (x, y) = (aheadX, aheadY)
      last = direction
      direction = next
    } while x != column || y != row || direction != 0
    vertices.append(vertices[begin])
    ends.append(vertices.count)
    areas.append(area)
  }
}
