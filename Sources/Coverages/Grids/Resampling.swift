public import SimpleFeatures

/// How values are found at places between the centres of cells.
///
/// With each method but ``average`` and ``mode`` a place has a value exactly where the cell that
/// holds it has one, so the area with values neither grows nor shrinks.
public enum ResamplingMethod: String, Sendable, CaseIterable {
  /// The value of the cell that holds the place; right for classes.
  case nearest
  /// Between the four nearest centres, weighted by distance; centres without a value do not count.
  case bilinear
  /// Between the sixteen nearest centres by cubic convolution (R. Keys 1981, a = −1/2); bilinear
  /// where one of them has no value.
  case cubic
  /// The mean over the area of the target's cell, each source cell weighted by the area that it
  /// shares; cells without a value do not count. For coarser cells.
  case average
  /// The value with the largest share of the target cell's area, the smallest of equal ones; for
  /// classes on coarser cells.
  case mode
}

extension RasterGrid {
  /// The raster on other cells of its own CRS.
  ///
  /// ```swift
  /// let coarse = terrain.resampled(to: twentyMetreCells, by: .average)
  /// ```
  public func resampled(to target: RasterLattice, by method: ResamplingMethod) -> RasterGrid {
    resampled(to: target, by: method) { _ in }
  }

  /// The raster on other cells, of another CRS too.
  ///
  /// - Parameter map: Turns points (x, y, x, y, …) of the target's CRS into this raster's CRS, in
  ///   place, NaN for one that has no place in it. Straight lines replace it where they are right
  ///   to 1/50 of a cell.
  /// - Complexity: O(cells of the target), for ``ResamplingMethod/average`` and
  ///   ``ResamplingMethod/mode`` O(cells of both).
  public func resampled(
    to target: RasterLattice, by method: ResamplingMethod,
    map: (inout [Double]) throws -> Void
  ) rethrows -> RasterGrid {
    var result = RasterGrid(target)
    guard lattice.cellCount > 0, target.cellCount > 0 else { return result }
    let isAreal = method == .average || method == .mode
    var positions = SamplePositions(source: lattice, target: target, margin: isAreal ? 1 : 0)
    for firstRow in stride(from: 0, to: target.rows, by: SamplePositions.bandSize) {
      let band = try positions.band(from: firstRow, map: map)
      let rows = firstRow..<min(target.rows, firstRow + SamplePositions.bandSize)
      if isAreal {
        fill(&result, rows: rows, band, by: method)
      } else {
        let cells = firstRow * target.columns..<rows.upperBound * target.columns
        fill(&result.values, cells, band, by: method)
      }
    }
    return result
  }

  private func fill(
    _ result: inout [Float], _ cells: Range<Int>, _ band: [Double], by method: ResamplingMethod
  ) {
    let interpolation = Interpolation(columns: columns, rows: rows, method: method)
    let (values, places) = (values.span, band.span)
    var target = result.mutableSpan
    var i = 0
    for cell in cells {
      target[cell] = interpolation.value(of: values, places[i], places[i + 1])
      i += 2
    }
  }

  private func fill(
    _ result: inout RasterGrid, rows: Range<Int>, _ band: [Double], by method: ResamplingMethod
  ) {
    var footprints = Footprints(band, width: result.columns + 1)
    for row in rows {
      for column in 0..<result.columns {
        let box = footprints.box(column, row - rows.lowerBound)
        result[column, row] =
          method == .average ? average(over: box) : footprints.mode(of: self, over: box)
      }
    }
  }

  /// The value at a place between centres, in the raster's own CRS; `nil` where there is none.
  public func value(x: Double, y: Double, by method: ResamplingMethod) -> Float? {
    let value = Interpolation(columns: columns, rows: rows, method: method).value(
      of: values.span, lattice.columnPosition(x), lattice.rowPosition(y))
    return value.isNaN ? nil : value
  }
}
