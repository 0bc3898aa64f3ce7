public import SimpleFeatures

extension RasterGrid {
  /// The raster with every cell that has no value given that of the nearest cell that has one,
  /// counted in steps along rows and columns; unchanged where none has.
  ///
  /// For slopes: at the edge of what is known the ground goes on level instead of falling off.
  public func continued() -> RasterGrid {
    var open = values.indices.filter { !values[$0].isNaN }
    guard !open.isEmpty, open.count < values.count else { return self }
    var result = self
    var place = 0
    while place < open.count {
      let cell = open[place]
      let (row, column) = (cell / columns, cell % columns)
      let around = [
        column > 0 ? cell - 1 : -1, column + 1 < columns ? cell + 1 : -1,
        row > 0 ? cell - columns : -1, row + 1 < rows ? cell + columns : -1,
      ]
      for next in around where next >= 0 && result.values[next].isNaN {
        result.values[next] = result.values[cell]
        open.append(next)
      }
      place += 1
    }
    return result
  }
}
