public import SimpleFeatures

extension RasterGrid {
  /// Some columns and rows as a raster of their own; cells outside this one have no value.
  public func window(columns: Range<Int>, rows: Range<Int>) -> RasterGrid {
    var part = RasterGrid(lattice.part(columns: columns, rows: rows))
    part.overlay(self, columns: -columns.lowerBound, rows: -rows.lowerBound)
    return part
  }

  /// The cells that share area with `box`, whole; those outside this raster have no value.
  public func window(_ box: Envelope) -> RasterGrid {
    let cells = lattice.cells(covering: box)
    return window(columns: cells.columns, rows: cells.rows)
  }

  /// Takes over the values of `other`, whose north-western cell lies `columns` east and `rows`
  /// south of this one's; cells where `other` has no value, and cells outside, stay as they are.
  public mutating func overlay(_ other: RasterGrid, columns: Int, rows: Int) {
    let width = self.columns
    let shared = max(columns, 0)..<max(0, columns, min(width, columns + other.columns))
    let sharedRows = max(rows, 0)..<max(0, rows, min(self.rows, rows + other.rows))
    let source = other.values.span
    var target = values.mutableSpan
    for row in sharedRows {
      let from = (row - rows) * other.columns - columns
      for column in shared {
        let value = source[from + column]
        if !value.isNaN { target[row * width + column] = value }
      }
    }
  }

  /// One raster of several that lie on one grid of cells; where they overlap, a later one's value
  /// wins over an earlier one's, and any value over none.
  ///
  /// - Throws: ``CoverageError`` `different-lattices` where CRS, cell sizes or corners do not
  ///   agree (resample first), `raster-too-large` beyond 2^31 cells.
  /// - Precondition: There is at least one raster.
  public static func mosaic(_ parts: [RasterGrid]) throws(CoverageError) -> RasterGrid {
    let first = parts[0].lattice
    var offsets: [(columns: Int, rows: Int)] = []
    for part in parts {
      guard let offset = first.offset(of: part.lattice) else {
        throw CoverageError(
          .differentLattices, "the rasters do not lie on one grid of cells",
          hint: "resample them to the first one's cells")
      }
      offsets.append(offset)
    }
    let west = offsets.map(\.columns).min() ?? 0
    let north = offsets.map(\.rows).min() ?? 0
    let east = zip(offsets, parts).map { $0.columns + $1.columns }.max() ?? 0
    let south = zip(offsets, parts).map { $0.rows + $1.rows }.max() ?? 0
    guard (east - west) * (south - north) < 1 << 31 else {
      throw CoverageError(
        .tooLarge, "the mosaic would have \(east - west) x \(south - north) cells",
        hint: "take a window of it")
    }
    var whole = RasterGrid(first.part(columns: west..<east, rows: north..<south))
    for (offset, part) in zip(offsets, parts) {
      whole.overlay(part, columns: offset.columns - west, rows: offset.rows - north)
    }
    return whole
  }
}
