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
  mutating func set(row: Int, from: Int, to: Int) {
    guard row >= 0, row < rows else { return }
    let (columns, stride) = (columns, stride)
    words.withUnsafeMutableBufferPointer {
      Self.set($0, row * stride, max(from, 0), min(to, columns - 1))
    }
  }

  /// Sets bits of the row that begins at a word.
  @inline(__always)
  private static func set(
    _ words: UnsafeMutableBufferPointer<UInt64>, _ row: Int, _ low: Int, _ high: Int
  ) {
    guard low <= high else { return }
    let (first, last) = (row + low >> 6, row + high >> 6)
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

  /// Sets the cells whose centres are within a distance of lines (x, y, x, y), in units of cells.
  mutating func stamp(_ lines: [SIMD4<Double>], radius: Double) {
    let (columns, rows, stride) = (columns, rows, stride)
    words.withUnsafeMutableBufferPointer { words in
      for line in lines {
        Self.forEachRow(
          of: SIMD2(line.x, line.y), SIMD2(line.z, line.w), radius, rows
        ) { row, least, most in
          Self.set(
            words, row * stride, max(Int((least - 0.5).rounded(.up)), 0),
            min(Int((most - 0.5).rounded(.down)), columns - 1))
        }
      }
    }
  }

  /// Calls `body` with each row that is near a line, and from where to where along its middle.
  ///
  /// A row's part lies between the ends of the line's discs and of the band between them.
  @inline(__always)
  private static func forEachRow(
    of a: SIMD2<Double>, _ b: SIMD2<Double>, _ radius: Double, _ rows: Int,
    _ body: (Int, Double, Double) -> Void
  ) {
    let d = b - a
    let length = (d.x * d.x + d.y * d.y).squareRoot()
    let normal = length > 0 ? SIMD2(-d.y, d.x) * (radius / length) : SIMD2()
    let square = radius * radius
    let perY = d.y == 0 ? .infinity : 1 / d.y
    let low = Int((min(a.y, b.y) - radius - 0.5).rounded(.up))
    let high = Int((max(a.y, b.y) + radius - 0.5).rounded(.down))
    for row in max(low, 0)..<max(low, 0, min(high, rows - 1) + 1) {
      let y = Double(row) + 0.5
      var (least, most) = (Double.infinity, -Double.infinity)
      let (toA, toB) = (square - (y - a.y) * (y - a.y), square - (y - b.y) * (y - b.y))
      if toA >= 0 {
        let half = toA.squareRoot()
        (least, most) = (a.x - half, a.x + half)
      }
      if toB >= 0 {
        let half = toB.squareRoot()
        (least, most) = (min(least, b.x - half), max(most, b.x + half))
      }
      // The sides of the band, which lie apart by its normal.
      let (left, right) = ((y - a.y - normal.y) * perY, (y - a.y + normal.y) * perY)
      if left >= 0, left <= 1 {
        let x = a.x + normal.x + left * d.x
        (least, most) = (min(least, x), max(most, x))
      }
      if right >= 0, right <= 1 {
        let x = a.x - normal.x + right * d.x
        (least, most) = (min(least, x), max(most, x))
      }
      if least <= most { body(row, least, most) }
    }
  }
}
