import SimpleFeatures
import TestSupport
import Testing
import VectorTiles

@Suite("The tile pyramid")
struct TileMatrixSetTests {
  let pyramid = TileMatrixSet.webMercatorQuad

  @Test("The levels have the scales and sizes that the OGC standard prints")
  func printedScales() throws {
    #expect(pyramid.id == "WebMercatorQuad")
    #expect(pyramid.matrices.count == 25)
    // OGC 17-083r4 annex D.1, table of WebMercatorQuad.
    let printed: [(Int, scale: Double, cell: Double)] = [
      (0, 559_082_264.028717, 156_543.033928041), (10, 545_978.773465544, 152.874056570353),
      (24, 33.3238997477003, 0.00933069192934280),
    ]
    for (zoom, scale, cell) in printed {
      let matrix = pyramid.matrices[zoom]
      #expect(matrix.id == String(zoom))
      #expect(abs(matrix.scaleDenominator / scale - 1) < 1e-11)
      #expect(abs(matrix.cellSize / cell - 1) < 1e-11)
      #expect(matrix.matrixWidth == 1 << zoom)
      #expect(matrix.matrixHeight == 1 << zoom)
      #expect(abs(matrix.originX + 20_037_508.3427892) < 1e-6)
      #expect(abs(matrix.originY - 20_037_508.3427892) < 1e-6)
    }
  }

  @Test("Known tiles have the corners that closed forms give")
  func knownEnvelopes() throws {
    let world = try tile(0, 0, 0).envelope()
    #expect(world.minX == -180)
    #expect(world.maxX == 180)
    #expect(abs(world.maxY - 85.0511287798066) < 1e-11)
    #expect(abs(world.minY + 85.0511287798066) < 1e-11)
    let northEast = try tile(1, 1, 0).envelope()
    #expect(northEast.minX == 0)
    #expect(abs(northEast.minY) < 1e-13)
    // The edge between rows 0 and 1 of level 2: the Gudermannian of π/2.
    let second = try tile(2, 0, 1).envelope()
    #expect(abs(second.maxY - 66.51326044311186) < 1e-11)
    #expect(second.maxX == -90)
  }

  @Test("A buffer of 4096 widens a tile by one tile on each side")
  func bufferInTileWidths() throws {
    let wide = try tile(5, 10, 11).envelope(buffer: 4096)
    let first = try tile(5, 9, 10).envelope()
    let last = try tile(5, 11, 12).envelope()
    #expect(wide.minX == first.minX)
    #expect(wide.maxY == first.maxY)
    #expect(wide.maxX == last.maxX)
    #expect(wide.minY == last.minY)
  }

  @Test("A place lies in the tile that holds it, at every level")
  func containingTile() throws {
    var random = SeededGenerator(seed: 1)
    for zoom in 0...24 {
      for _ in 0..<50 {
        let longitude = Double.random(in: -180..<180, using: &random)
        let latitude = Double.random(in: -85...85, using: &random)
        let found = pyramid.tile(containing: (longitude, latitude), zoom: zoom)
        let box = found.envelope()
        #expect(box.expanded(by: 1e-9).minX <= longitude)
        #expect(longitude <= box.expanded(by: 1e-9).maxX)
        #expect(box.minY - 1e-9 <= latitude)
        #expect(latitude <= box.maxY + 1e-9)
      }
    }
    // Wuhan's Guanggu square at level 14.
    let wuhan = pyramid.tile(containing: (114.4, 30.5), zoom: 14)
    #expect(wuhan.description == "14/13398/6733")
  }

  @Test("Places and levels outside the pyramid give the nearest tile")
  func clamping() {
    #expect(pyramid.tile(containing: (500, 89.999), zoom: 3).description == "3/7/0")
    #expect(pyramid.tile(containing: (-.infinity, -.infinity), zoom: 2).description == "2/0/3")
    #expect(pyramid.tile(containing: (.nan, .nan), zoom: 1).description == "1/1/1")
    #expect(pyramid.tile(containing: (0, 0), zoom: 99).zoom == 24)
    #expect(pyramid.tile(containing: (0, 0), zoom: -1).zoom == 0)
  }

  @Test("The box of a tile is covered by that tile alone, at every level")
  func coveringIsInverse() throws {
    var random = SeededGenerator(seed: 2)
    for zoom in 0...24 {
      for _ in 0..<50 {
        let expected = try tile(
          zoom, Int.random(in: 0..<(1 << zoom), using: &random),
          Int.random(in: 0..<(1 << zoom), using: &random))
        let cover = try #require(
          pyramid.tiles(covering: expected.envelope(), zoom: zoom))
        #expect(cover.columns == expected.column...expected.column)
        #expect(cover.rows == expected.row...expected.row)
      }
    }
  }

  @Test("A point is covered by one tile, an empty box and one off the world by none")
  func coveringEdges() throws {
    let origin = Envelope(minX: 0, minY: 0, maxX: 0, maxY: 0)
    let cover = try #require(pyramid.tiles(covering: origin, zoom: 1))
    #expect(cover.columns == 1...1)
    #expect(cover.rows.count == 1)
    #expect(pyramid.tiles(covering: .empty, zoom: 4) == nil)
    #expect(
      pyramid.tiles(covering: Envelope(minX: 190, minY: 0, maxX: 200, maxY: 1), zoom: 4) == nil)
    let nan = Envelope(minX: .nan, minY: 0, maxX: 1, maxY: 1)
    #expect(pyramid.tiles(covering: nan, zoom: 4) == nil)
    let all = Envelope(
      minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)
    let whole = try #require(pyramid.tiles(covering: all, zoom: 3))
    #expect(whole.columns == 0...7)
    #expect(whole.rows == 0...7)
  }

  @Test("A tile outside its matrix does not exist")
  func outsideMatrix() {
    #expect(TileCoordinate(zoom: 25, column: 0, row: 0) == nil)
    #expect(TileCoordinate(zoom: -1, column: 0, row: 0) == nil)
    #expect(TileCoordinate(zoom: 3, column: 8, row: 0) == nil)
    #expect(TileCoordinate(zoom: 3, column: 0, row: -1) == nil)
    #expect(TileCoordinate(zoom: Int.max, column: Int.min, row: 0) == nil)
    #expect(TileCoordinate(zoom: 3, column: 7, row: 7)?.parent?.description == "2/3/3")
    #expect(TileCoordinate(zoom: 0, column: 0, row: 0)?.parent == nil)
  }

  private func tile(_ zoom: Int, _ column: Int, _ row: Int) throws -> TileCoordinate {
    try #require(TileCoordinate(zoom: zoom, column: column, row: row))
  }
}
