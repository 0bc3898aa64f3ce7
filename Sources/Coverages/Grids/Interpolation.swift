import SimpleFeatures

/// Values at positions counted in cells from the north-western corner; NaN where there is none.
struct Interpolation {
  let columns: Int
  let rows: Int
  let method: ResamplingMethod

  /// - Parameter values: Of the whole raster, row by row.
  @inline(__always)
  func value(of values: Span<Float>, _ column: Double, _ row: Double) -> Float {
    switch method {
    case .bilinear: bilinear(values, column, row)
    case .cubic: cubic(values, column, row)
    case .nearest, .average, .mode: nearest(values, column, row)
    }
  }

  @inline(__always)
  private func nearest(_ values: Span<Float>, _ column: Double, _ row: Double) -> Float {
    guard column >= 0, row >= 0, column < Double(columns), row < Double(rows) else { return .nan }
    // A place on an edge belongs to the cell east or south of it, however it was rounded.
    let (x, y) = (min(Int(column + 1e-9), columns - 1), min(Int(row + 1e-9), rows - 1))
    return values[y * columns + x]
  }

  @inline(__always)
  private func bilinear(_ values: Span<Float>, _ column: Double, _ row: Double) -> Float {
    let own = nearest(values, column, row)
    guard !own.isNaN else { return .nan }
    // Rounded down as whole numbers of what is not below zero: `floor` is a call.
    let (x, y) = (Int(column + 0.5) - 1, Int(row + 0.5) - 1)
    let (u, v) = (column - 0.5 - Double(x), row - 0.5 - Double(y))
    if x >= 0, y >= 0, x + 1 < columns, y + 1 < rows {
      let i = y * columns + x
      let north = Double(values[i]) + u * (Double(values[i + 1]) - Double(values[i]))
      let j = i + columns
      let south = Double(values[j]) + u * (Double(values[j + 1]) - Double(values[j]))
      let value = Float(north + v * (south - north))
      if !value.isNaN { return value }
    }
    return weighted(values, x, y, u, v)
  }

  /// The weighted mean of those of the four cells that have a value, from column `x` and row `y`
  /// on.
  private func weighted(
    _ values: Span<Float>, _ x: Int, _ y: Int, _ u: Double, _ v: Double
  ) -> Float {
    var (sum, weights) = (0.0, 0.0)
    for row in max(y, 0)..<min(y + 2, rows) {
      for column in max(x, 0)..<min(x + 2, columns) {
        let value = values[row * columns + column]
        guard !value.isNaN else { continue }
        let weight = (column == x ? 1 - u : u) * (row == y ? 1 - v : v)
        sum += weight * Double(value)
        weights += weight
      }
    }
    return Float(sum / weights)
  }

  private func cubic(_ values: Span<Float>, _ column: Double, _ row: Double) -> Float {
    let (left, top) = ((column - 0.5).rounded(.down), (row - 0.5).rounded(.down))
    guard left >= 1, top >= 1, left + 2 < Double(columns), top + 2 < Double(rows) else {
      return bilinear(values, column, row)
    }
    let across = Self.cubicWeights(column - 0.5 - left)
    let down = Self.cubicWeights(row - 0.5 - top)
    let start = (Int(top) - 1) * columns + Int(left) - 1
    let lines = (
      line(values, start, across), line(values, start + columns, across),
      line(values, start + 2 * columns, across), line(values, start + 3 * columns, across)
    )
    let value = Float(
      down.0 * lines.0 + down.1 * lines.1 + down.2 * lines.2 + down.3 * lines.3)
    return value.isNaN ? bilinear(values, column, row) : value
  }

  /// The weighted sum of four values from `i` on.
  @inline(__always)
  private func line(
    _ values: Span<Float>, _ i: Int, _ weights: (Double, Double, Double, Double)
  ) -> Double {
    let west = weights.0 * Double(values[i]) + weights.1 * Double(values[i + 1])
    return west + weights.2 * Double(values[i + 2]) + weights.3 * Double(values[i + 3])
  }

  /// Keys' weights of the centres at −1, 0, 1 and 2 for a place at `t` in 0..<1.
  private static func cubicWeights(_ t: Double) -> (Double, Double, Double, Double) {
    let (t2, t3) = (t * t, t * t * t)
    return (
      -0.5 * t + t2 - 0.5 * t3, 1 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2 * t2 - 1.5 * t3,
      -0.5 * t2 + 0.5 * t3
    )
  }
}
