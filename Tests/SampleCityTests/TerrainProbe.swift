import GeometryCore
import SimpleFeatures
import Testing

@testable import SampleCity

/// The terrain raster of a made-up city, asked at longitudes and latitudes.
struct TerrainProbe {
  private let grid: RasterGrid
  private let toZone: CoordinateTransform

  init(_ made: (scale: Int, seed: UInt64)) throws {
    let parts = try SampleCityParts(scale: made.scale, seed: made.seed)
    let lattice = parts.rasterLattice
    grid = RasterGrid(
      lattice, values: parts.values(of: .terrain, lattice, rows: 0..<lattice.rows))
    toZone = try CoordinateTransform(
      from: .cgcs2000, to: CoordinateReferenceSystem(CityFrame.zone))
  }

  /// The height of the cell that holds a position.
  func height(at position: [Double]) throws -> Double {
    let place = try toZone.transform(x: position[0], y: position[1])
    return Double(try #require(grid.value(x: place.x, y: place.y)))
  }
}
