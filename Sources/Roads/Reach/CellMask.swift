/// Which cells of a grid are set, a bit each, rows from south to north.
///
/// A rim of cells around the grid stays unset, so that borders close.
struct CellMask {
  let columns: Int
  let rows: Int
  /// Words a row.
  let stride: Int
  private(set) var words: [UInt64]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    stride = (columns + 63) / 64
    words = Array(repeating: 0, count: stride * rows)
  }

  subscript(column: Int, row: Int) -> Bool {
    guard column >= 0, row >= 0, column < columns, row < rows else { return false }
    return words[row * stride + column >> 6] >> UInt64(column & 63) & 1 == 1
  }

  /// Sets the cells of a row from one column to another, both included.
  @inline(__always)
  mutating func set(row: Int, from: Int, to: Int) {
    let (low, high) = (max(from, 0), min(to, columns - 1))
    guard low <= high, row >= 0, row < rows else { return }
    let (first, last) = (row * stride + low >> 6, row * stride + high >> 6)
    let head = UInt64.max << UInt64(low & 63)
    let tail = UInt64.max >> UInt64(63 - high & 63)
    if first == last {
      words[first] |= head & tail
      return
    }
    words[first] |= head
    for word in first + 1..<last { words[word] = .max }
    words[last] |= tail
  }

  /// Sets the cells whose centres are within a distance of a line; all in units of cells.
  mutating func stamp(
    fromX ax: Double, _ ay: Double, toX bx: Double, _ by: Double, radius: Double
  ) {
    let (dx, dy) = (bx - ax, by - ay)
    let length = (dx * dx + dy * dy).squareRoot()
    let (nx, ny) = length > 0 ? (-dy / length * radius, dx / length * radius) : (0, 0)
    let square = radius * radius
    let perY = dy == 0 ? .infinity : 1 / dy
    let low = (min(ay, by) - radius - 0.5).rounded(.up)
    let high = (max(ay, by) + radius - 0.5).rounded(.down)
    guard high >= low, high >= 0, low < Double(rows) else { return }
    for row in Int(max(low, 0))...Int(min(high, Double(rows - 1))) {
      let y = Double(row) + 0.5
      var (least, most) = (Double.infinity, -Double.infinity)
      let (toA, toB) = (square - (y - ay) * (y - ay), square - (y - by) * (y - by))
      if toA >= 0 {
        let half = toA.squareRoot()
        (least, most) = (ax - half, ax + half)
      }
      if toB >= 0 {
        let half = toB.squareRoot()
        (least, most) = (min(least, bx - half), max(most, bx + half))
      }
      // The sides of the band around the line, which lie apart by its normal.
      let (left, right) = ((y - ay - ny) * perY, (y - ay + ny) * perY)
      if left >= 0, left <= 1 {
        let x = ax + nx + left * dx
        (least, most) = (min(least, x), max(most, x))
      }
      if right >= 0, right <= 1 {
        let x = ax - nx + right * dx
        (least, most) = (min(least, x), max(most, x))
      }
      guard least <= most else { continue }
      set(
        row: row, from: Int((least - 0.5).rounded(.up)), to: Int((most - 0.5).rounded(.down)))
    }
  }
}
