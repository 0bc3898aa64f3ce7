import Coverages
import FeatureStore
import Foundation
import GeometryCore
import OneMap
import SimpleFeatures
import Testing
import VectorTiles

@Suite("Rasters on the one map")
struct RasterMapTests {
  /// A plane over 3 km by 2 km near Wuhan: what any cell in between must show.
  private static func height(_ x: Double, _ y: Double) -> Double {
    25 + (x - 529_000) / 50 - (y - 3_385_000) / 80
  }

  private static let own = RasterLattice(
    columns: 600, rows: 400, originX: 529_000, originY: 3_386_000, cellWidth: 5, cellHeight: 5,
    crs: "EPSG:4547")

  private func city() async throws -> (city: TestCity, raster: StoredRaster) {
    let city = try TestCity()
    var rows: [String] = []
    for row in 0..<Self.own.rows {
      let words = (0..<Self.own.columns).map { column in
        "\(Float(Self.height(Self.own.x(ofColumn: column), Self.own.y(ofRow: row))))"
      }
      rows.append(words.joined(separator: " "))
    }
    let box = Self.own.envelope
    let head =
      "ncols 600\nnrows 400\nxllcorner \(box.minX)\nyllcorner \(box.minY)\ncellsize 5\n"
    try city.addRaster(head + rows.joined(separator: "\n") + "\n", to: "terrain")
    return (city, try #require(try await city.map.raster("terrain")))
  }

  /// How far the heights of a grid are from the plane at the centres of its cells, each brought to
  /// the plane's CRS by itself; and how many cells have a height.
  private func worst(_ grid: RasterGrid) throws -> (error: Double, count: Int) {
    let way = try CoordinateTransform(
      from: CoordinateReferenceSystem(grid.lattice.crs), to: CoordinateReferenceSystem("EPSG:4547"))
    var (error, count) = (0.0, 0)
    let inner = Self.own.envelope.expanded(by: -5)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let place = try way.transform(
          x: grid.lattice.x(ofColumn: column), y: grid.lattice.y(ofRow: row))
        let value = grid[column, row]
        let isInside = inner.contains(
          Envelope(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y))
        if value.isNaN {
          #expect(!isInside)
          continue
        }
        count += 1
        if isInside { error = max(error, abs(Double(value) - Self.height(place.x, place.y))) }
      }
    }
    return (error, count)
  }

  @Test("On any cells of another system a plane is still the plane")
  func otherSystems() async throws {
    let (city, raster) = try await city()
    let cases = [
      RasterLattice(
        columns: 90, rows: 70, originX: 114.305, originY: 30.59, cellWidth: 0.0002,
        cellHeight: 0.0002, crs: "EPSG:4490"),
      RasterLattice(
        columns: 150, rows: 100, originX: 12_724_500, originY: 3_580_300, cellWidth: 20,
        cellHeight: 20, crs: "EPSG:3857"),
      RasterLattice(
        columns: 100, rows: 80, originX: 38_529_100, originY: 3_385_900, cellWidth: 10,
        cellHeight: 10, crs: "EPSG:4526"),
    ]
    for lattice in cases {
      let grid = try await city.map.grid(of: raster, on: lattice)
      let (error, count) = try worst(grid)
      // A cell of the plane rises by 0.16 m.
      #expect(error < 0.02, "\(lattice.crs): \(error)")
      #expect(count > 1000, "\(lattice.crs): \(count)")
    }
  }

  @Test("The same cells are answered as they are stored")
  func ownCells() async throws {
    let (city, raster) = try await city()
    let part = Self.own.part(columns: 100..<180, rows: 30..<95)
    let grid = try await city.map.grid(of: raster, on: part, by: .nearest)
    for row in 0..<65 {
      for column in 0..<80 {
        let expected = Float(Self.height(part.x(ofColumn: column), part.y(ofRow: row)))
        #expect(grid[column, row] == expected)
      }
    }
  }

  @Test("Tiles carry the heights of their pixels, at every level", arguments: TilePyramid.allCases)
  func tiles(pyramid: TilePyramid) async throws {
    let (city, raster) = try await city()
    let middle = (
      longitude: (raster.extent.minX + raster.extent.maxX) / 2,
      latitude: (raster.extent.minY + raster.extent.maxY) / 2
    )
    for fineness in [10, 12, 14, 16] {
      let zoom = fineness - pyramid.levelOffset
      let tile = pyramid.matrixSet.tile(containing: middle, zoom: zoom)
      let png = try #require(try await city.map.tile(tile, of: raster))
      let pixels = try city.decoded(png)
      let isMercator = pyramid == .webMercator
      let (east, north) = isMercator ? (Double.pi * 6_378_137, Double.pi * 6_378_137) : (180, 90)
      let cell = 2 * north / Double(256 << zoom)
      let lattice = RasterLattice(
        columns: 256, rows: 256, originX: Double(tile.column) * 256 * cell - east,
        originY: north - Double(tile.row) * 256 * cell, cellWidth: cell, cellHeight: cell,
        crs: isMercator ? "EPSG:3857" : "EPSG:4490")
      var grid = RasterGrid(lattice)
      for i in 0..<65_536 where pixels[3 * 65_536 + i] > 0 {
        let code =
          Int(pixels[i]) << 16 | Int(pixels[65_536 + i]) << 8 | Int(pixels[131_072 + i])
        grid.values[i] = Float(ValueCoding.terrainRGB.value(ofCode: code))
      }
      let (error, count) = try worst(grid)
      // Half a step of the coding, and near the border half a cell of the level that is read.
      let cellMetres = cell * (isMercator ? 1 : 111_320)
      #expect(error < 0.05 + 0.02 * cellMetres, "level \(zoom): \(error)")
      #expect(count > (fineness == 10 ? 150 : 500), "level \(zoom): \(count)")
    }
    let far = TileMatrixSet.webMercatorQuad.tile(containing: (116.4, 39.9), zoom: 12)
    #expect(try await city.map.tile(far, of: raster) == nil)
  }

  @Test("Tiles for shading have no cliff at the raster's edge and no terraces inside")
  func relief() async throws {
    let (city, raster) = try await city()
    let corner = (longitude: raster.extent.minX, latitude: raster.extent.minY)
    for zoom in [10, 13, 16] {
      let tile = TileMatrixSet.webMercatorQuad.tile(containing: corner, zoom: zoom)
      let pixels = try city.decoded(try #require(try await city.map.reliefTile(tile, of: raster)))
      #expect(pixels[(3 * 65_536)...].allSatisfy { $0 == 255 })
      let heights = (0..<65_536).map { i in
        raster.reliefCoding.value(
          ofCode: Int(pixels[i]) << 16 | Int(pixels[65_536 + i]) << 8 | Int(pixels[131_072 + i]))
      }
      // The plane falls by 0.024 m a metre at most; beyond its corner it may turn faster, on the
      // way to its mean.
      let metres = 2 * Double.pi * 6_378_137 / Double(256 << zoom)
      for i in 0..<65_535 where i % 256 != 255 {
        let fall = abs(heights[i] - heights[i + 1])
        #expect(fall <= 0.2 * metres + 0.002, "level \(zoom), pixel \(i): \(fall)")
      }
    }
    let middle = (
      longitude: (raster.extent.minX + raster.extent.maxX) / 2,
      latitude: (raster.extent.minY + raster.extent.maxY) / 2
    )
    let tile = TileMatrixSet.webMercatorQuad.tile(containing: middle, zoom: 16)
    let pixels = try city.decoded(try #require(try await city.map.reliefTile(tile, of: raster)))
    let row = (0..<256).map { Int(pixels[131_072 + 128 * 256 + $0]) }
    // From pixel to pixel the plane rises by 4 cm: no two are equal, as they are on terraces.
    #expect(zip(row, row.dropFirst()).allSatisfy { $0 != $1 })
    let far = TileMatrixSet.webMercatorQuad.tile(containing: (116.4, 39.9), zoom: 12)
    #expect(try await city.map.reliefTile(far, of: raster) == nil)
  }

  @Test("At a place the value is the plane's; beside the raster there is none")
  func places() async throws {
    let (city, raster) = try await city()
    let way = try CoordinateTransform(
      from: CoordinateReferenceSystem("EPSG:4547"), to: .cgcs2000)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let x = Double.random(in: 529_010..<531_990, using: &generator)
      let y = Double.random(in: 3_384_010..<3_385_990, using: &generator)
      let place = try way.transform(x: x, y: y)
      let value = try #require(
        try await city.map.value(of: raster, longitude: place.x, latitude: place.y))
      #expect(abs(Double(value) - Self.height(x, y)) < 1e-4)
    }
    for (longitude, latitude) in [(114.2, 30.59), (0, 0), (-170, -80), (114.3199, 30.70)] {
      #expect(
        try await city.map.value(of: raster, longitude: longitude, latitude: latitude) == nil)
    }
  }

  @Test("A new commit renews the tiles, and the past still shows what it showed")
  func past() async throws {
    let (city, first) = try await city()
    try city.addRaster(
      "ncols 1\nnrows 1\nxllcorner 530000\nyllcorner 3385000\ncellsize 5\n500\n", to: "terrain")
    let now = try #require(try await city.map.raster("terrain"))
    #expect(city.map.tileVersion(now) != city.map.tileVersion(first))
    let way = try CoordinateTransform(
      from: CoordinateReferenceSystem("EPSG:4547"), to: .cgcs2000)
    let place = try way.transform(x: 530_002.5, y: 3_385_002.5)
    #expect(
      try await city.map.value(of: now, longitude: place.x, latitude: place.y) == 500)
    let past = city.map.view(at: MapVersion(.commit(first.lastCommit)))
    let old = try #require(try await past.raster("terrain"))
    let value = try #require(
      try await past.value(of: old, longitude: place.x, latitude: place.y))
    #expect(abs(Double(value) - Self.height(530_002.5, 3_385_002.5)) < 1e-4)
    #expect(try await past.rasters().map(\.id) == ["terrain"])
  }
}
