import Coverages
import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@testable import SampleCity

@Suite struct FrameTests {
  @Test(
    "The plan's place of a position is the place that it was made of",
    arguments: [
      (1, 1), (3, 5), (12, 9), (50, 2),
    ] as [(scale: Int, seed: UInt64)])
  func inverse(made: (scale: Int, seed: UInt64)) throws {
    let parts = try SampleCityParts(scale: made.scale, seed: made.seed)
    let (frame, bounds) = (parts.frame, parts.plan.bounds)
    var dice = SeededGenerator(seed: made.seed)
    for _ in 0..<2000 {
      let u = Double.random(in: Double(bounds.west)...Double(bounds.east), using: &dice)
      let v = Double.random(in: Double(bounds.south)...Double(bounds.north), using: &dice)
      let place = frame.place(u, v)
      let near = dice.next() % 2 == 0 ? nil : (u: u + 5, v: v)
      let found = frame.plan(place, near: near)
      #expect(abs(found.u - u) + abs(found.v - v) < 0.001, "\(u) \(v)")
      // The rasters' box holds all of the plan.
      #expect(place.x >= frame.west && place.x <= frame.east)
      #expect(place.y >= frame.south && place.y <= frame.north)
    }
  }

  @Test("A raster in bands is the raster in one piece", arguments: SampleRaster.allCases)
  func bands(raster: SampleRaster) throws {
    let parts = try SampleCityParts(scale: 2, seed: 9)
    let lattice = parts.rasterLattice
    let whole = parts.values(of: raster, lattice, rows: 0..<lattice.rows)
    #expect(whole.count == lattice.cellCount)
    var start = 0
    var heights = [1, 37, 256][...]
    while start < lattice.rows {
      let height = heights.popFirst() ?? 61
      let rows = start..<min(start + height, lattice.rows)
      let band = parts.values(of: raster, lattice, rows: rows)
      let same = whole[rows.lowerBound * lattice.columns..<rows.upperBound * lattice.columns]
      #expect(band[...].elementsEqual(same) { $0 == $1 || $0.isNaN && $1.isNaN }, "\(rows)")
      start = rows.upperBound
    }
  }

  @Test("Roofs of the land cover are where buildings stand, and nowhere else", arguments: [1, 4])
  func roofs(seed: UInt64) throws {
    let parts = try SampleCityParts(scale: 1, seed: seed)
    let lattice = parts.rasterLattice
    let values = parts.values(of: .landCover, lattice, rows: 0..<lattice.rows)
    let neighbourhood = Neighbourhood(parts.plan.squares[0], number: 0, in: parts)
    // The layer's own outlines, from degrees.
    let toZone = try CoordinateTransform(
      from: .cgcs2000, to: CoordinateReferenceSystem(CityFrame.zone))
    let outlines = try neighbourhood.buildingFeatures().map {
      try toZone.transform(try #require($0.geometry))
    }
    let set = try PreparedSet(outlines)
    var (wrong, roofs) = (0, 0)
    for row in 0..<lattice.rows {
      for column in 0..<lattice.columns {
        let isRoof = values[row * lattice.columns + column] == 2
        roofs += isRoof ? 1 : 0
        guard isRoof || (row + column).isMultiple(of: 5) else { continue }
        let hit = set.containing(x: lattice.x(ofColumn: column), y: lattice.y(ofRow: row))
        wrong += isRoof == !hit.isEmpty ? 0 : 1
      }
    }
    #expect(wrong <= 2, "\(wrong)")
    let area = outlines.reduce(0) { $0 + $1.planarArea }
    #expect(abs(Double(roofs) * 25 / area - 1) < 0.01, "\(roofs) cells, \(area) m²")
  }
}
