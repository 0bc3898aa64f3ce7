import Foundation
import SimpleFeatures

@testable import Flood

/// Grids and norms that the cases share.
enum Channel {
  /// A raster of `columns` x `rows` cells of `side` metres whose south-western corner is (0, 0).
  static func grid(
    columns: Int, rows: Int = 1, side: Double, _ height: (_ x: Double, _ y: Double) -> Double
  ) -> RasterGrid {
    let lattice = RasterLattice(
      columns: columns, rows: rows, originX: 0, originY: Double(rows) * side, cellWidth: side,
      cellHeight: side, crs: "")
    var grid = RasterGrid(lattice)
    for row in 0..<rows {
      for column in 0..<columns {
        grid[column, row] = Float(height(lattice.x(ofColumn: column), lattice.y(ofRow: row)))
      }
    }
    return grid
  }

  /// Sum of |a - b| over sum of |b|.
  static func relativeL1(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) } / b.reduce(0) { $0 + abs($1) }
  }

  static func meanError(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(a.count)
  }
}

extension FloodSetup {
  /// A frictionless setup in double precision, to compare with closed forms.
  static func smooth(_ terrain: RasterGrid, _ seconds: Double) -> FloodSetup {
    var setup = FloodSetup(terrain: terrain, durationSeconds: seconds)
    setup.roughness.everywhere = 0
    setup.numerics.precision = .double
    setup.numerics.threads = 1
    return setup
  }

  /// The run at its end.
  func finished() throws -> FloodEngine {
    let engine = try FloodEngine(self)
    try engine.run(until: durationSeconds)
    return engine
  }
}

extension RasterGrid {
  /// The values of a row as 64-bit numbers.
  func line(_ row: Int = 0) -> [Double] { (0..<columns).map { Double(self[$0, row]) } }
}
