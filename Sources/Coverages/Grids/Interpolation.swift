import SimpleFeatures

/// Values at positions counted in cells from the north-western corner; NaN where there is none.
extension RasterGrid {
  @inline(__always)
  func nearest(_ column: Double, _ row: Double) -> Float {
    guard column >= 0, row >= 0, column < Double(columns), row < Double(rows) else { return .nan }
    // A place on an edge belongs to the cell east or south of it, however it was rounded.
    let (x, y) = (min(Int(column + 1e-9), columns - 1), min(Int(row + 1e-9), rows - 1))
    return values[y * columns + x]
  }

  @inline(__always)
  func bilinear(_ column: Double, _ row: Double) -> Float {
    let own = nearest(column, row)
    guard !own.isNaN else { return .nan }
    let (left, top) = ((column - 0.5).rounded(.down), (row - 0.5).rounded(.down))
    let (u, v) = (column - 0.5 - left, row - 0.5 - top)
    let (x, y) = (Int(left), Int(top))
    if x >= 0, y >= 0, x + 1 < columns, y + 1 < rows {
      let i = y * columns + x
      let north = Double(values[i]) + u * (Double(values[i + 1]) - Double(values[i]))
      let j = i + columns
      let south = Double(values[j]) + u * (Double(values[j + 1]) - Double(values[j]))
      let value = Float(north + v * (south - north))
      if !value.isNaN { return value }
    }
    return weighted(x, y, u, v)
  }

  /// The weighted mean of those of the four cells that have a value, from column `x` and row `y`
  /// on.
  private func weighted(_ x: Int, _ y: Int, _ u: Double, _ v: Double) -> Float {
    var (sum, weights) = (0.0, 0.0)
    func add(_ column: Int, _ row: Int, _ weight: Double) {
      guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
      let value = values[row * columns + column]
      guard !value.isNaN else { return }
      sum += weight * Double(value)
      weights += weight
    }
    add(x, y, (1 - u) * (1 - v))
    add(x + 1, y, u * (1 - v))
    add(x, y + 1, (1 - u) * v)
    add(x + 1, y + 1, u * v)
    return Float(sum / weights)
  }

  func cubic(_ column: Double, _ row: Double) -> Float {
    let (left, top) = ((column - 0.5).rounded(.down), (row - 0.5).rounded(.down))
    guard left >= 1, top >= 1, left + 2 < Double(columns), top + 2 < Double(rows) else {
      return bilinear(column, row)
    }
    let across = Self.cubicWeights(column - 0.5 - left)
    let down = Self.cubicWeights(row - 0.5 - top)
    let start = (Int(top) - 1) * columns + Int(left) - 1
    func line(_ offset: Int) -> Double {
      let i = start + offset * columns
      let west = across.0 * Double(values[i]) + across.1 * Double(values[i + 1])
      return west + across.2 * Double(values[i + 2]) + across.3 * Double(values[i + 3])
    }
    let value = Float(
      down.0 * line(0) + down.1 * line(1) + down.2 * line(2) + down.3 * line(3))
    return value.isNaN ? bilinear(column, row) : value
  }

  /// Keys' weights of the centres at −1, 0, 1 and 2 for a place at `t` in 0..<1.
  private static func cubicWeights(_ t: Double) -> (Double, Double, Double, Double) {
    let (t2, t3) = (t * t, t * t * t)
    return (
      -0.5 * t + t2 - 0.5 * t3, 1 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2 * t2 - 1.5 * t3,
      -0.5 * t2 + 0.5 * t3
    )
  }

  /// The mean over a box counted in cells; NaN where no cell in it has a value.
  func average(over box: Footprint) -> Float {
    guard let part = box.clipped(columns: columns, rows: rows) else { return .nan }
    var (sum, weights) = (0.0, 0.0)
    for row in part.rows {
      let height = box.shareOfRow(row)
      let start = row * columns
      for column in part.columns {
        let value = values[start + column]
        if value.isNaN { continue }
        let weight = height * box.shareOfColumn(column)
        sum += weight * Double(value)
        weights += weight
      }
    }
    return weights > 0 ? Float(sum / weights) : .nan
  }
}
