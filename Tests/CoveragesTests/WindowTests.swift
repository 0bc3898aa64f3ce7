import Coverages
import SimpleFeatures
import TestSupport
import Testing

@Suite("Windows and mosaics of rasters")
struct WindowTests {
  @Test("A raster cut into any windows and put together again is the same raster")
  func mosaicOfWindows() throws {
    var generator = SeededGenerator(seed: 11)
    let whole = noise(lattice(37, 23), limit: 1000, gaps: 0.2, seed: 5)
    for _ in 0..<50 {
      let column = Int.random(in: 1..<37, using: &generator)
      let row = Int.random(in: 1..<23, using: &generator)
      var parts = [
        whole.window(columns: 0..<column, rows: 0..<row),
        whole.window(columns: column..<37, rows: 0..<row),
        whole.window(columns: 0..<column, rows: row..<23),
        whole.window(columns: column..<37, rows: row..<23),
      ]
      parts.shuffle(using: &generator)
      let mosaic = try RasterGrid.mosaic(parts)
      #expect(mosaic.columns == 37 && mosaic.rows == 23)
      #expect(mosaic.lattice.offset(of: whole.lattice).map { $0 == (0, 0) } == true)
      #expect(zip(mosaic.values, whole.values).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) })
    }
  }

  @Test("Where rasters overlap the later one wins, but its gaps show the earlier one")
  func overlap() throws {
    let a = RasterGrid(lattice(3, 1), values: [1, 2, 3])
    let b = RasterGrid(lattice(3, 1, x: 529_305), values: [7, .nan, 9])
    let mosaic = try RasterGrid.mosaic([a, b])
    #expect(mosaic.values == [1, 7, 3, 9])
    #expect(try RasterGrid.mosaic([b, a]).values == [1, 2, 3, 9])
  }

  @Test("A window that reaches past the raster has no values there")
  func outside() {
    let whole = RasterGrid(lattice(2, 2), values: [1, 2, 3, 4])
    let window = whole.window(columns: -1..<2, rows: 1..<3)
    #expect(window.values[1...2] == [3, 4])
    #expect(window.valueCount == 2)
    #expect(window.lattice.originX == 529_295 && window.lattice.originY == 3_385_895)
    #expect(whole.window(columns: 5..<7, rows: -9 ..< -8).valueCount == 0)
  }

  @Test("The box of some cells selects those cells, a hair more adds none")
  func boxes() {
    let whole = noise(lattice(9, 7, cell: 0.1), limit: 9, gaps: 0, seed: 1)
    let part = whole.lattice.part(columns: 2..<5, rows: 1..<6)
    let window = whole.window(part.envelope.expanded(by: 1e-9))
    #expect(window.columns == 3 && window.rows == 5)
    #expect(window[0, 0] == whole[2, 1])
    #expect(whole.window(part.envelope.expanded(by: 0.01)).columns == 5)
  }

  @Test("Rasters of other cells or another CRS are no mosaic")
  func refused() {
    let first = RasterGrid(lattice(4, 4), filledWith: 1)
    var other = lattice(4, 4)
    other.crs = "EPSG:4526"
    let cases = [lattice(4, 4, cell: 10), lattice(4, 4, x: 529_302), other]
    for lattice in cases {
      #expect {
        try RasterGrid.mosaic([first, RasterGrid(lattice)])
      } throws: {
        ($0 as? CoverageError)?.code == .differentLattices
      }
    }
  }

  @Test("Cell sizes that a file printed with few digits still fit")
  func roundedNumbers() {
    let exact = RasterLattice(
      columns: 3600, rows: 3600, originX: 114, originY: 31, cellWidth: 1.0 / 3600,
      cellHeight: 1.0 / 3600, crs: "EPSG:4490")
    var printed = exact.part(columns: 100..<200, rows: 0..<100)
    printed.cellWidth = 0.00027777778
    printed.cellHeight = 0.00027777778
    printed.originX = (printed.originX * 1e8).rounded() / 1e8
    #expect(exact.offset(of: printed)?.columns == 100)
    printed.cellWidth = 0.000278
    #expect(exact.offset(of: printed) == nil)
  }

  @Test("A point on an edge belongs to the cell east or south of it")
  func pointsOnEdges() {
    let l = lattice(3, 3)
    #expect(l.cell(x: 529_305, y: 3_385_895).map { $0 == (1, 1) } == true)
    #expect(l.cell(x: 529_300, y: 3_385_900).map { $0 == (0, 0) } == true)
    #expect(l.cell(x: 529_315, y: 3_385_899) == nil)
    #expect(l.cell(x: 529_301, y: 3_385_885) == nil)
  }
}
