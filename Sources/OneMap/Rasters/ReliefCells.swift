import SimpleFeatures
import VectorTiles

/// A block of the cells of a pyramid of tiles: of its pixels, or of cells that are 2, 4, 8 …
/// pixels wide.
///
/// Cells of each size count from the pyramid's corner, so that blocks of two tiles share them.
struct ReliefCells {
  let lattice: RasterLattice
  /// The column and the row of the first cell.
  private let (column, row): (Int, Int)
  /// How often the cells may be doubled: that of the whole pyramid stays larger.
  private let doublings: Int
  /// The width of all cells around the earth.
  private let worldWidth: Double

  /// The pixels of a tile.
  init(_ tile: TileCoordinate) {
    lattice = tile.lattice
    (column, row) = (tile.column * lattice.columns, tile.row * lattice.rows)
    doublings = tile.zoom + 5
    worldWidth =
      Double(lattice.columns * tile.pyramid.columnCount(zoom: tile.zoom)) * lattice.cellWidth
  }

  private init(_ lattice: RasterLattice, column: Int, row: Int, of cells: ReliefCells) {
    (self.lattice, self.column, self.row) = (lattice, column, row)
    (doublings, worldWidth) = (cells.doublings - 1, cells.worldWidth)
  }

  /// Cells twice as large with one more on each side; `nil` where a raster is hardly larger than
  /// these.
  func parents(within extent: Envelope) -> ReliefCells? {
    guard doublings > 0, lattice.cellWidth < extent.width / 360 * worldWidth else { return nil }
    let side = { (first: Int, count: Int) in
      let start = Int((Double(first) / 2).rounded(.down)) - 1
      return (start, Int((Double(first + count) / 2).rounded(.up)) + 1 - start)
    }
    let ((left, columns), (top, rows)) = (side(column, lattice.columns), side(row, lattice.rows))
    let parents = RasterLattice(
      columns: columns, rows: rows,
      originX: lattice.originX + Double(2 * left - column) * lattice.cellWidth,
      originY: lattice.originY - Double(2 * top - row) * lattice.cellHeight,
      cellWidth: 2 * lattice.cellWidth, cellHeight: 2 * lattice.cellHeight, crs: lattice.crs)
    return ReliefCells(parents, column: left, row: top, of: self)
  }
}
