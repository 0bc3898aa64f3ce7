import Coverages
import GeometryCore
import SimpleFeatures
import Testing

@Suite("Bands of cells")
struct CellBandTests {
  @Test(
    "Bands are valid polygons of exactly the cells between their levels",
    arguments: 0..<12 as Range<UInt64>)
  func cells(_ seed: UInt64) throws {
    let surface = noise(
      lattice(26, 22), limit: [2, 3, 6][Int(seed % 3)], gaps: Double(seed % 4) * 0.1, seed: seed)
    let levels: [Double] = [[1], [1, 2], [0.5, 2, 3.5, 4, 90]][Int(seed % 3)]
    let bands = try surface.cellBands(levels)
    for (number, level) in levels.enumerated() {
      let upper = number + 1 < levels.count ? levels[number + 1] : .infinity
      let cells = surface.values.count { Double($0) >= level && Double($0) < upper }
      let band = bands.first { $0.lower == level }
      #expect((band == nil) == (cells == 0))
      guard let band else { continue }
      #expect(band.upper == upper)
      let validity = band.geometry.validity()
      #expect(validity.isValid, "seed \(seed), from \(level): \(validity)")
      #expect(abs(band.geometry.planarArea - Double(cells) * 25) < 1e-6)
      let shape = try PreparedSet([band.geometry])
      for (cell, value) in surface.values.enumerated() {
        let (column, row) = (cell % surface.columns, cell / surface.columns)
        let isIn = !shape.containing(
          x: surface.lattice.x(ofColumn: column), y: surface.lattice.y(ofRow: row)
        ).isEmpty
        #expect(isIn == (Double(value) >= level && Double(value) < upper))
      }
    }
  }

  @Test("A block of cells has four corners, and a hole where a cell has no value")
  func corners() throws {
    var surface = RasterGrid(lattice(6, 5), filledWith: 0)
    for row in 1..<4 { for column in 1..<5 { surface[column, row] = 0.3 } }
    surface[2, 2] = .nan
    let band = try #require(try surface.cellBands([0.3]).first)
    #expect(band.geometry.partEnds.count == 1 && band.geometry.pathEnds == [5, 10])
    #expect(band.geometry.planarArea == 11 * 25)
    #expect(throws: CoverageError.self) { _ = try surface.cellBands([2, 1]) }
  }
}
