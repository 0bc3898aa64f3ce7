public import SimpleFeatures

extension RasterGrid {
  /// The raster with a value in every cell that has none: near what is known like it, far away like
  /// the mean; unchanged where nothing is known.
  ///
  /// For slopes: beyond the edge of what is known the ground goes on and flattens instead of
  /// falling off. Means of four cells at a time are taken until all is filled, and interpolated on
  /// the way back (pull-push: S. Gortler et al., The Lumigraph, 1996, doi:10.1145/237170.237200).
  ///
  /// - Complexity: Linear in the number of cells.
  public func continued() -> RasterGrid {
    guard values.contains(where: { !$0.isNaN }) else { return self }
    var result = self
    result.values = Self.filled(values, columns: columns, rows: rows)
    return result
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

  private static func filled(_ values: [Float], columns: Int, rows: Int) -> [Float] {
    guard values.contains(where: \.isNaN) else { return values }
    let (halfColumns, halfRows) = ((columns + 1) / 2, (rows + 1) / 2)
    var sums = [Float](repeating: 0, count: halfColumns * halfRows)
    var counts = sums
    for (cell, value) in values.enumerated() where !value.isNaN {
      let place = cell / columns / 2 * halfColumns + cell % columns / 2
      sums[place] += value
      counts[place] += 1
    }
    // 0 / 0 is NaN: four cells of which none is known.
    let coarse = filled(
      zip(sums, counts).map { $0 / $1 }, columns: halfColumns, rows: halfRows)

    var result = values
    for (cell, value) in values.enumerated() where value.isNaN {
      let across = neighbours(of: cell % columns, among: halfColumns)
      let down = neighbours(of: cell / columns, among: halfRows)
      func between(_ row: Int) -> Float {
        0.75 * coarse[row * halfColumns + across.near]
          + 0.25 * coarse[row * halfColumns + across.far]
      }
      result[cell] = 0.75 * between(down.near) + 0.25 * between(down.far)
    }
    return result
  }

  /// The two coarse cells between whose middles that of a fine cell lies.
  private static func neighbours(of fine: Int, among count: Int) -> (near: Int, far: Int) {
    let near = fine / 2
    let far = fine.isMultiple(of: 2) ? near - 1 : near + 1
    return (near, min(max(far, 0), count - 1))
  }
}
