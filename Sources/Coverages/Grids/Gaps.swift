public import SimpleFeatures

extension RasterGrid {
  /// Fills the cells that have no value from a raster of larger cells around them, which has one
  /// everywhere: linearly between their middles.
  public mutating func fillGaps(between coarse: RasterGrid) {
    let last = (column: coarse.columns - 1, row: coarse.rows - 1)
    for row in 0..<rows {
      let down = coarse.lattice.rowPosition(lattice.y(ofRow: row)) - 0.5
      let top = min(max(Int(down.rounded(.down)), 0), max(last.row - 1, 0))
      for column in 0..<columns where values[row * columns + column].isNaN {
        let across = coarse.lattice.columnPosition(lattice.x(ofColumn: column)) - 0.5
        let left = min(max(Int(across.rounded(.down)), 0), max(last.column - 1, 0))
        let (x, y) = (Float(across) - Float(left), Float(down) - Float(top))
        func between(_ row: Int) -> Float {
          let first = row * coarse.columns + left
          let next = left < last.column ? first + 1 : first
          return coarse.values[first] * (1 - x) + coarse.values[next] * x
        }
        values[row * columns + column] =
          between(top) * (1 - y) + between(min(top + 1, last.row)) * y
      }
    }
  }

  /// The raster with the ground going on level beyond the edge of what is known: each cell without
  /// a value that hangs together with the border, by sides, has that of the nearest known one.
  ///
  /// Holes inside stay; where nothing is known, all stays.
  ///
  /// - Complexity: Linear in the number of cells.
  public func extendedBeyondEdge() -> RasterGrid {
    let outside = outsideCells()
    var result = self
    var front = values.indices.filter { cell in
      !values[cell].isNaN && neighbours(of: cell).contains { outside[$0] }
    }
    while !front.isEmpty {
      var next: [Int] = []
      for cell in front {
        for other in neighbours(of: cell) where outside[other] && result.values[other].isNaN {
          result.values[other] = result.values[cell]
          next.append(other)
        }
      }
      front = next
    }
    return result
  }

  /// Which cells without a value hang together with the border.
  private func outsideCells() -> [Bool] {
    var isOutside = [Bool](repeating: false, count: values.count)
    var waiting = values.indices.filter { cell in
      let (column, row) = (cell % columns, cell / columns)
      return values[cell].isNaN
        && (column == 0 || row == 0 || column == columns - 1 || row == rows - 1)
    }
    for cell in waiting { isOutside[cell] = true }
    while let cell = waiting.popLast() {
      for next in neighbours(of: cell) where values[next].isNaN && !isOutside[next] {
        isOutside[next] = true
        waiting.append(next)
      }
    }
    return isOutside
  }

  /// The cells that share a side with one.
  public func neighbours(of cell: Int) -> [Int] {
    let (column, row) = (cell % columns, cell / columns)
    var all: [Int] = []
    if column > 0 { all.append(cell - 1) }
    if column + 1 < columns { all.append(cell + 1) }
    if row > 0 { all.append(cell - columns) }
    if row + 1 < rows { all.append(cell + columns) }
    return all
  }
}
