import Coverages
import Foundation
import SimpleFeatures
import TestSupport
import Testing

@Suite("Rasters on other cells")
struct ResamplingTests {
  private static func plane(_ x: Double, _ y: Double) -> Double {
    20 + (x - 529_300) / 100 - (y - 3_385_900) / 80
  }

  @Test(
    "A plane stays the plane, away from the border",
    arguments: [ResamplingMethod.bilinear, .cubic, .average])
  func planes(_ method: ResamplingMethod) {
    let source = grid(lattice(60, 50), Self.plane)
    let target = RasterLattice(
      columns: 11, rows: 9, originX: 529_331.3, originY: 3_385_858.7, cellWidth: 17,
      cellHeight: 13, crs: "EPSG:4547")
    let result = source.resampled(to: target, by: method)
    let expected = grid(target, Self.plane)
    // A mean of whole cells that are cut misses the plane by a little of a cell's rise.
    let tolerance: Float = method == .average ? 4e-3 : 2e-5
    for (a, b) in zip(result.values, expected.values) { #expect(abs(a - b) < tolerance) }
  }

  @Test("Onto its own cells every method changes nothing", arguments: ResamplingMethod.allCases)
  func identity(_ method: ResamplingMethod) {
    let source = noise(lattice(40, 33), limit: 9, gaps: 0.2, seed: 3)
    #expect(source.resampled(to: source.lattice, by: method).isIdentical(to: source))
  }

  @Test("Averages keep the total: what a coarse raster holds is what the fine one held")
  func totals() {
    let fine = noise(lattice(36, 24), limit: 100, gaps: 0, seed: 8)
    let coarse = fine.resampled(to: lattice(12, 8, cell: 15), by: .average)
    let total = fine.values.reduce(0.0) { $0 + Double($1) }
    #expect(abs(coarse.values.reduce(0.0) { $0 + Double($1) } * 9 - total) < 1e-2)
    // Cells that cut across: 36 cells of 5 m become 10 of 18 m.
    let across = fine.resampled(to: lattice(10, 8, cell: 15), by: .average)
    #expect(across.values[0] == coarse.values[0])
  }

  @Test("Halves are means of four, or of those that have a value; classes go by majority")
  func halves() {
    let fine = RasterGrid(lattice(4, 3), values: [1, 2, 3, .nan, 3, 2, .nan, .nan, 8, 4, 5, 5])
    let mean = fine.halved(by: .average)
    #expect(mean.columns == 2 && mean.rows == 2 && mean.lattice.cellWidth == 10)
    #expect(mean.values == [2, 3, 6, 5])
    #expect(fine.halved(by: .mode).values == [2, 3, 4, 5])
  }

  @Test(
    "No value stays no value, and gaps do not bleed into their neighbours",
    arguments: [ResamplingMethod.nearest, .bilinear, .cubic])
  func gaps(_ method: ResamplingMethod) {
    let source = noise(lattice(30, 30), limit: 50, gaps: 0.3, seed: 21)
    let target = lattice(67, 71, cell: 2.1, x: 529_301, y: 3_385_899)
    let result = source.resampled(to: target, by: method)
    for row in 0..<target.rows {
      for column in 0..<target.columns {
        let own = source.value(x: target.x(ofColumn: column), y: target.y(ofRow: row))
        #expect((own == nil) == result[column, row].isNaN)
      }
    }
  }

  /// Up to so many metres in waves, and by so much a metre as conformal mappings do: no bend, one
  /// that shows at the edges of blocks alone, one that is none in small blocks, one everywhere.
  private static let bends: [(waves: Double, conformal: Double)] = [
    (0, 0), (0, 2e-5), (0, 2e-4), (12, 0),
  ]

  @Test("A mapping that bends is followed as exactly as cell by cell", arguments: bends)
  func bentMapping(_ bends: (waves: Double, conformal: Double)) {
    let source = grid(lattice(400, 400)) { x, y in sin(x / 300) * 40 + cos(y / 200) * 30 }
    // Turned by 10 degrees, and bent.
    func map(_ x: Double, _ y: Double) -> (Double, Double) {
      let (dx, dy) = (x - 1000, y + 1000)
      let wave = bends.waves * sin(dx / 90) * cos(dy / 70)
      let across = wave + bends.conformal * (dx * dx - dy * dy)
      let along = -wave + bends.conformal * 2 * dx * dy
      return (
        530_300 + 0.9848 * dx - 0.1736 * dy + across, 3_384_900 + 0.1736 * dx + 0.9848 * dy + along
      )
    }
    let target = RasterLattice(
      columns: 150, rows: 130, originX: 500, originY: -550, cellWidth: 7, cellHeight: 7)
    var mapped = 0
    let result = source.resampled(to: target, by: .bilinear) { points in
      mapped += points.count / 2
      for i in stride(from: 0, to: points.count, by: 2) {
        (points[i], points[i + 1]) = map(points[i], points[i + 1])
      }
    }
    var worst = 0.0
    for row in 0..<target.rows {
      for column in 0..<target.columns {
        let place = map(target.x(ofColumn: column), target.y(ofRow: row))
        let exact = source.value(x: place.0, y: place.1, by: .bilinear)
        #expect((exact == nil) == result[column, row].isNaN)
        if let exact { worst = max(worst, abs(Double(exact - result[column, row]))) }
      }
    }
    // The slope is at most 0.2 a metre, so 1/50 of a cell of 5 m is 0.02; the middle of a block is
    // where straight lines are worst.
    #expect(worst < 0.03)
    #expect(mapped > 0)
  }

  @Test("gdalwarp finds the same values", arguments: ["near", "bilinear", "cubic", "average"])
  func peer(_ name: String) throws {
    let method: ResamplingMethod = name == "near" ? .nearest : ResamplingMethod(rawValue: name)!
    let folder = try TemporaryFolder()
    let source = grid(lattice(80, 70)) { x, y in sin(x / 30) * 40 + cos(y / 20) * 30 }
    // For a mean over whole cells, else cells in between.
    let cell = method == .average ? 15.0 : 3.7
    let target = lattice(
      method == .average ? 20 : 80, method == .average ? 20 : 70, cell: cell, x: 529_325,
      y: 3_385_875)
    let path = try GDAL.write(source, to: "source", in: folder)
    let box = target.envelope
    try GDALProgram.run(
      "gdalwarp",
      [
        "-q", "-r", name, "-et", "0", "-te", "\(box.minX)", "\(box.minY)", "\(box.maxX)",
        "\(box.maxY)", "-ts", "\(target.columns)", "\(target.rows)", "-to",
        "SRC_METHOD=GEOTRANSFORM", "-to", "DST_METHOD=GEOTRANSFORM", path,
        folder.file("warped.tif"),
      ])
    let peer = try GDAL.read(folder.file("warped.tif"), like: target, in: folder)
    let ours = source.resampled(to: target, by: method)
    var differences = 0
    for (a, b) in zip(ours.values, peer.values) where abs(a - b) > 2e-3 { differences += 1 }
    #expect(differences == 0)
    #expect(ours.valueCount == target.cellCount)
  }
}
