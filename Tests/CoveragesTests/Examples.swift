import Foundation
import SimpleFeatures
import TestSupport
import Testing

/// A lattice near Wuhan's corner of the 3-degree zone, so that coordinates are as large as real
/// ones.
func lattice(
  _ columns: Int, _ rows: Int, cell: Double = 5, x: Double = 529_300, y: Double = 3_385_900
) -> RasterLattice {
  RasterLattice(
    columns: columns, rows: rows, originX: x, originY: y, cellWidth: cell, cellHeight: cell,
    crs: "EPSG:4547")
}

/// A raster whose values follow from the places of the centres.
func grid(_ lattice: RasterLattice, _ value: (Double, Double) -> Double) -> RasterGrid {
  var grid = RasterGrid(lattice)
  for row in 0..<lattice.rows {
    for column in 0..<lattice.columns {
      grid[column, row] = Float(value(lattice.x(ofColumn: column), lattice.y(ofRow: row)))
    }
  }
  return grid
}

/// Whole numbers 0 to `limit - 1`, with a share of cells that have no value.
func noise(
  _ lattice: RasterLattice, limit: Int, gaps: Double, seed: UInt64
) -> RasterGrid {
  var generator = SeededGenerator(seed: seed)
  var grid = RasterGrid(lattice)
  for i in grid.values.indices {
    let value = Float(Int.random(in: 0..<limit, using: &generator))
    grid.values[i] = Double.random(in: 0..<1, using: &generator) < gaps ? .nan : value
  }
  return grid
}

/// A polygon with a hole around the middle of a lattice, its outline seen from there at random
/// distances.
func star(in lattice: RasterLattice, seed: UInt64) -> Geometry {
  var generator = SeededGenerator(seed: seed)
  let box = lattice.envelope
  let (x, y) = ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
  func ring(_ radii: ClosedRange<Double>, _ turn: Double) -> [Double] {
    var ring: [Double] = []
    for i in 0..<24 {
      let angle = turn * 2 * .pi * (Double(i) + 0.3) / 24
      let radius = Double.random(in: radii, using: &generator)
      ring += [x + radius * cos(angle) * box.width, y + radius * sin(angle) * box.height]
    }
    return ring + ring[0...1]
  }
  return .polygon([ring(0.3...0.6, 1), ring(0.05...0.2, -1)])
}

/// A program of GDAL as judge.
enum GDAL {
  /// Writes a raster as the flat file that GDAL's ENVI driver reads; no value is −9999.
  static func write(_ grid: RasterGrid, to name: String, in folder: TemporaryFolder) throws
    -> String
  {
    let values = grid.values.map { $0.isNaN ? -9999 : $0 }
    let path = try values.withUnsafeBytes { try folder.write($0, to: name) }
    let l = grid.lattice
    let header = """
      ENVI
      samples = \(l.columns)
      lines = \(l.rows)
      bands = 1
      header offset = 0
      data type = 4
      interleave = bsq
      byte order = 0
      data ignore value = -9999
      map info = {Arbitrary, 1, 1, \(l.originX), \(l.originY), \(l.cellWidth), \(l.cellHeight)}

      """
    _ = try folder.write(header.utf8, to: name + ".hdr")
    return path
  }

  /// Reads the one band of any raster file as 32-bit numbers.
  static func read(_ path: String, like lattice: RasterLattice, in folder: TemporaryFolder) throws
    -> RasterGrid
  {
    try GDALProgram.run(
      "gdal_translate", ["-q", "-of", "ENVI", "-ot", "Float32", path, path + ".bin"])
    let data = try Data(contentsOf: URL(filePath: path + ".bin"))
    let values = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return RasterGrid(lattice, values: values.map { $0 == -9999 ? .nan : $0 })
  }
}
