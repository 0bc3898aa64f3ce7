import Coverages
import SimpleFeatures
import Testing

@Suite("Gaps of rasters")
struct GapTests {
  /// Cells twice as large as those of a lattice, with one more on each side.
  private func coarse(_ fine: RasterLattice, _ value: (Double, Double) -> Float) -> RasterGrid {
    var coarse = RasterGrid(
      RasterLattice(
        columns: (fine.columns + 1) / 2 + 2, rows: (fine.rows + 1) / 2 + 2,
        originX: fine.originX - 2 * fine.cellWidth, originY: fine.originY + 2 * fine.cellHeight,
        cellWidth: 2 * fine.cellWidth, cellHeight: 2 * fine.cellHeight))
    for row in 0..<coarse.rows {
      for column in 0..<coarse.columns {
        coarse[column, row] = value(
          coarse.lattice.x(ofColumn: column), coarse.lattice.y(ofRow: row))
      }
    }
    return coarse
  }

  @Test("What is known stays, gaps lie between the least and the greatest", arguments: 0..<6)
  func bounds(seed: UInt64) {
    let known = noise(lattice(23, 17), limit: 50, gaps: 0.8, seed: seed)
    var whole = known
    whole.fillGaps(between: coarse(known.lattice) { x, _ in x > 529_350 ? 3 : -3 })
    for (before, after) in zip(known.values, whole.values) {
      #expect(before.isNaN ? (-3...3).contains(after) : before == after)
    }
  }

  @Test("A plane of larger cells goes on as the same plane")
  func plane() {
    var grid = RasterGrid(lattice(20, 15))
    let height = { (x: Double, y: Double) in Float(0.25 * (x - 529_300) - 0.5 * (y - 3_385_900)) }
    grid.fillGaps(between: coarse(grid.lattice, height))
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let wanted = height(grid.lattice.x(ofColumn: column), grid.lattice.y(ofRow: row))
        #expect(abs(grid[column, row] - wanted) < 1e-3)
      }
    }
  }
}
