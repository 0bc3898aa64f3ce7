import Coverages
import Foundation
import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Contour lines and bands")
struct ContourTests {
  @Test("Contours of a plane are straight, where the plane says")
  func plane() throws {
    let l = lattice(30, 20)
    let surface = grid(l) { x, _ in (x - 529_300) / 10 }
    let lines = try surface.contourLines([2.5, 7.1])
    #expect(lines.map(\.level) == [2.5, 7.1])
    for line in lines {
      #expect(line.geometry.pathEnds.count == 1)
      for i in 0..<line.geometry.vertexCount {
        #expect(abs(line.geometry.ordinates[2 * i] - (529_300 + 10 * line.level)) < 2e-4)
      }
      #expect(abs(line.geometry.envelope.height - 95) < 1e-9)
    }
    let bands = try surface.contourBands([2.5, 7.1])
    // Centres span 145 m by 95 m from 529,302.5 on.
    let widths = [22.5, 46, 145 - 68.5]
    for (band, width) in zip(bands, widths) {
      #expect(abs(band.geometry.planarArea - width * 95) < 0.05)
      #expect(band.geometry.validity().isValid)
    }
    #expect(bands.map(\.lower) == [-.infinity, 2.5, 7.1])
    #expect(bands.map(\.upper) == [2.5, 7.1, .infinity])
  }

  @Test("Contours of a cone are circles: rings between them have the circles' areas")
  func cone() throws {
    let l = lattice(201, 201, cell: 1)
    let (x0, y0) = (529_400.5, 3_385_799.5)
    let surface = grid(l) { x, y in hypot(x - x0, y - y0) }
    let bands = try surface.contourBands([20, 50, 80])
    let areas = [400, 2500 - 400, 6400 - 2500].map { Double($0) * .pi }
    for (band, area) in zip(bands, areas) {
      #expect(abs(band.geometry.planarArea / area - 1) < 2e-3)
      #expect(band.geometry.validity().isValid)
    }
    #expect(bands[1].geometry.pathEnds.count == 2 && bands[1].geometry.partEnds.count == 1)
    for line in try surface.contourLines([20, 50, 80]) {
      #expect(line.geometry.pathEnds.count == 1)
      for i in 0..<line.geometry.vertexCount {
        let (x, y) = (line.geometry.ordinates[2 * i], line.geometry.ordinates[2 * i + 1])
        #expect(abs(hypot(x - x0, y - y0) - line.level) < 0.02)
      }
    }
  }

  @Test(
    "Bands are valid polygons that tile the domain, whatever the surface, its gaps and its ties",
    arguments: 0..<24 as Range<UInt64>)
  func tiling(_ seed: UInt64) throws {
    // Few whole numbers, so that many centres lie exactly on a level and many squares are saddles.
    let surface = noise(
      lattice(26, 22), limit: [2, 3, 5, 200][Int(seed % 4)], gaps: Double(seed % 3) * 0.1,
      seed: seed)
    let levels: [Double] = [[1], [1, 2], [1.5, 2, 3.25], [10, 50, 50.5, 120]][Int(seed % 4)]
    let bands = try surface.contourBands(levels)
    var total = 0.0
    for band in bands {
      let validity = band.geometry.validity()
      #expect(validity.isValid, "seed \(seed), from \(band.lower): \(validity)")
      total += band.geometry.planarArea
    }
    var squares = 0
    for row in 0..<21 {
      for column in 0..<25 {
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map { surface[column + $0.0, row + $0.1] }
        if corners.allSatisfy({ !$0.isNaN }) { squares += 1 }
      }
    }
    #expect(abs(total - Double(squares) * 25) < 1e-6 * total)
    try checkPlaces(surface, bands, seed)
  }

  /// Random places lie in the band that the surface's value there says.
  private func checkPlaces(
    _ surface: RasterGrid, _ bands: [ContourBand], _ seed: UInt64
  ) throws {
    let prepared = try bands.map { try PreparedSet([$0.geometry]) }
    var generator = SeededGenerator(seed: seed &+ 900)
    let l = surface.lattice
    for _ in 0..<300 {
      let u = Double.random(in: 0.01..<24.99, using: &generator)
      let v = Double.random(in: 0.01..<20.99, using: &generator)
      let (x, y) = (l.originX + (u + 0.5) * 5, l.originY - (v + 0.5) * 5)
      let holders = zip(bands, prepared).filter { !$0.1.containing(x: x, y: y).isEmpty }
      guard let value = Self.height(surface, u, v) else {
        #expect(holders.isEmpty)
        continue
      }
      let isNearLevel = bands.contains { abs($0.lower - value) < 1e-6 }
      if isNearLevel { continue }
      #expect(holders.count == 1)
      if let band = holders.first?.0 { #expect(band.lower <= value && value < band.upper) }
    }
  }

  /// The surface of four triangles a square, worked out anew.
  private static func height(_ surface: RasterGrid, _ u: Double, _ v: Double) -> Double? {
    let (c, r) = (Int(u), Int(v))
    let corner = [(0, 0), (1, 0), (1, 1), (0, 1)].map { Double(surface[c + $0.0, r + $0.1]) }
    guard corner.allSatisfy({ !$0.isNaN }) else { return nil }
    let middle = corner.reduce(0, +) / 4
    // From the middle, x east and y south, in half squares.
    let (x, y) = (2 * (u - Double(c)) - 1, 2 * (v - Double(r)) - 1)
    let far = max(abs(x), abs(y))
    guard far > 0 else { return middle }
    let (a, b, share): (Double, Double, Double) =
      if abs(y) >= abs(x) {
        y < 0
          ? (corner[0], corner[1], (x / far + 1) / 2) : (corner[3], corner[2], (x / far + 1) / 2)
      } else {
        x < 0
          ? (corner[0], corner[3], (y / far + 1) / 2) : (corner[1], corner[2], (y / far + 1) / 2)
      }
    return middle + far * (a + share * (b - a) - middle)
  }

  @Test("gdal_contour's lines cross the lattice at the same places")
  func peer() throws {
    let folder = try TemporaryFolder()
    let l = lattice(40, 40)
    let surface = grid(l) { x, y in 20 + 6 * sin(x / 40) + 5 * cos(y / 31) }
    let path = try GDAL.write(surface, to: "surface", in: folder)
    try GDALProgram.run(
      "gdal_contour",
      ["-q", "-f", "GeoJSON", "-a", "v", "-fl", "17.3", "22.1", path, folder.file("c.geojson")])
    let data = try folder.bytes(of: "c.geojson")
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var theirs: [Double: Set<SIMD2<Int>>] = [:]
    for feature in try #require(object["features"] as? [[String: Any]]) {
      let level = try #require((feature["properties"] as? [String: Any])?["v"] as? Double)
      let shape = try #require(feature["geometry"] as? [String: Any])
      for point in try #require(shape["coordinates"] as? [[Double]]) {
        theirs[level, default: []].formUnion(Self.key(point[0], point[1], l))
      }
    }
    for line in try surface.contourLines([17.3, 22.1]) {
      var ours: Set<SIMD2<Int>> = []
      for i in 0..<line.geometry.vertexCount {
        ours.formUnion(
          Self.key(line.geometry.ordinates[2 * i], line.geometry.ordinates[2 * i + 1], l))
      }
      let peer = try #require(theirs[line.level])
      #expect(ours.count > 50)
      #expect(ours == peer)
    }
  }

  /// A place on a side between two centres, to a centimetre, inside the centres' box; none for
  /// other places.
  private static func key(_ x: Double, _ y: Double, _ l: RasterLattice) -> [SIMD2<Int>] {
    let (u, v) = (l.columnPosition(x) - 0.5, l.rowPosition(y) - 0.5)
    let isOnSide = abs(u - u.rounded()) < 1e-6 || abs(v - v.rounded()) < 1e-6
    guard isOnSide, u > 1e-6, v > 1e-6, u < 38.999, v < 38.999 else { return [] }
    return [SIMD2(Int((x * 100).rounded()), Int((y * 100).rounded()))]
  }

  @Test("Levels that do not rise are refused")
  func badLevels() {
    for levels in [[], [1, 1], [2, 1], [.nan], [0, .infinity]] as [[Double]] {
      #expect(throws: CoverageError.self) {
        try noise(lattice(3, 3), limit: 2, gaps: 0, seed: 1)
          .contourBands(levels)
      }
    }
  }

  @Test("A raster too small for a square has no contours")
  func tiny() throws {
    for size in [(0, 0), (1, 5), (5, 1)] {
      let surface = RasterGrid(lattice(size.0, size.1), filledWith: 3)
      #expect(try surface.contourBands([2]).isEmpty)
      #expect(try surface.contourLines([3]).isEmpty)
    }
  }
}
