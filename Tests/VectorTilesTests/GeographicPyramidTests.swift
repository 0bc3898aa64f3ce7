import SimpleFeatures
import TestSupport
import Testing

@testable import VectorTiles

@Suite("Tiles by latitude and longitude of CGCS2000")
struct GeographicPyramidTests {
  let set = TileMatrixSet.cgcs2000Quad

  @Test("The levels are those that OGC prints for the same grid in CRS84, two tiles at level 0")
  func printedScales() {
    #expect(set.id == "CGCS2000Quad" && set.matrices.count == 25)
    #expect(set.crs == "http://www.opengis.net/def/crs/EPSG/0/4490")
    // OGC 17-083r4 annex D.2, table of WorldCRS84Quad.
    let printed: [(Int, scale: Double, cell: Double)] = [
      (0, 279_541_132.014358, 0.703125), (5, 8_735_660.37544871, 0.02197265625),
      (17, 2_132.72958385, 5.3644180297851562e-6),
    ]
    for (zoom, scale, cell) in printed {
      let matrix = set.matrices[zoom]
      #expect(abs(matrix.scaleDenominator / scale - 1) < 1e-11)
      #expect(matrix.cellSize == cell)
    }
    for (zoom, matrix) in set.matrices.enumerated() {
      #expect(matrix.matrixWidth == 1 << (zoom + 1) && matrix.matrixHeight == 1 << zoom)
      #expect(set.pointOfOrigin(of: matrix) == [90, -180])
      #expect(matrix.cellSize * 256 * Double(matrix.matrixHeight) == 180)
    }
    #expect(set.orderedAxes == ["Lat", "Lon"])
  }

  @Test("Wuhan lies in the tile that Tianditu numbers one level higher")
  func tianditu() {
    // Tianditu's grid c: level L has 2^L columns of 360°/2^L from 180° W and rows from 90° N.
    for level in 1...18 {
      let side = 360.0 / Double(1 << level)
      let (column, row) = (Int((114.4 + 180) / side), Int((90 - 30.5) / side))
      let tile = set.tile(containing: (114.4, 30.5), zoom: level - 1)
      #expect(tile.description == "\(level - 1)/\(column)/\(row)")
      #expect(tile.mercatorZoom == level)
    }
    #expect(set.tile(containing: (114.4, 30.5), zoom: 13).description == "13/13398/2707")
  }

  @Test("A tile is a square of 180°/2^level, and its buffer is a share of it")
  func bounds() throws {
    var random = SeededGenerator(seed: 51)
    for zoom in 0...24 {
      let side = 180 / Double(1 << zoom)
      for _ in 0..<40 {
        let column = Int.random(in: 0..<(2 << zoom), using: &random)
        let row = Int.random(in: 0..<(1 << zoom), using: &random)
        let tile = try #require(
          TileCoordinate(zoom: zoom, column: column, row: row, in: .geographic))
        let box = tile.envelope()
        #expect(box.minX == -180 + Double(column) * side && box.maxX - box.minX == side)
        #expect(box.maxY == 90 - Double(row) * side && box.maxY - box.minY == side)
        let wide = tile.envelope(buffer: 64)
        #expect(wide.minX == box.minX - side / 64 && wide.maxY == box.maxY + side / 64)
        let cover = try #require(set.tiles(covering: box, zoom: zoom))
        #expect(cover.columns == column...column && cover.rows == row...row)
        let middle = (box.minX + side / 2, box.minY + side / 2)
        #expect(set.tile(containing: middle, zoom: zoom) == tile)
      }
    }
  }

  @Test("A tile and its four parts cover the same ground, in both pyramids")
  func family() throws {
    for pyramid in TilePyramid.allCases {
      let tile = pyramid.matrixSet.tile(containing: (114.4, 30.5), zoom: 9)
      #expect(tile.children.count == 4)
      var union = Envelope.empty
      for child in tile.children {
        #expect(child.parent == tile && child.pyramid == pyramid)
        union.formUnion(child.envelope())
      }
      let box = tile.envelope()
      #expect(abs(union.minX - box.minX) + abs(union.maxX - box.maxX) < 1e-12)
      #expect(abs(union.minY - box.minY) + abs(union.maxY - box.maxY) < 1e-12)
    }
    let deepest = TileMatrixSet.cgcs2000Quad.tile(containing: (0, 0), zoom: 24)
    #expect(deepest.children.isEmpty)
  }

  @Test("A tile outside its matrix does not exist, and the pyramids' tiles are not each other's")
  func outside() throws {
    #expect(TileCoordinate(zoom: 0, column: 1, row: 0, in: .geographic) != nil)
    #expect(TileCoordinate(zoom: 0, column: 2, row: 0, in: .geographic) == nil)
    #expect(TileCoordinate(zoom: 3, column: 15, row: 8, in: .geographic) == nil)
    #expect(TileCoordinate(zoom: 0, column: 1, row: 0) == nil)
    let ours = try #require(TileCoordinate(zoom: 4, column: 3, row: 3, in: .geographic))
    #expect(ours != TileCoordinate(zoom: 4, column: 3, row: 3))
    #expect(ours.parent?.pyramid == .geographic)
    #expect(set.tile(containing: (500, 100), zoom: 2).description == "2/7/0")
    #expect(
      set.tiles(covering: Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1), zoom: 0)?.columns == 1...1)
  }

  @Test("Levels of layer files become the levels that are as fine")
  func levels() {
    #expect(TilePyramid.webMercator.levels(asFineAs: 10...16) == 10...16)
    #expect(TilePyramid.geographic.levels(asFineAs: 10...16) == 9...15)
    #expect(TilePyramid.geographic.levels(asFineAs: 0...0) == 0...0)
  }

  @Test("Every vertex of a tile decodes to its place within half a unit of the grid")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 52)
    for zoom in [0, 4, 9, 13, 17, 22] {
      let tile = set.tile(containing: (114.4, 30.5), zoom: zoom)
      let box = tile.envelope()
      let unit = 180 / Double(1 << zoom) / 4096
      let places = (0..<200).map { _ in
        [
          Double.random(in: box.minX...box.maxX, using: &random),
          Double.random(in: box.minY...box.maxY, using: &random),
        ]
      }
      var layer = VectorTileLayer(name: "places", tile: tile)
      for (index, place) in places.enumerated() {
        layer.add(
          id: UInt64(index), geometry: Geometry(kind: .point, ordinates: place, pathEnds: [1]),
          tags: [])
      }
      let features = try #require(
        DecodedTile(VectorTile.encode([layer])).layers.first?.features)
      #expect(features.count == places.count)
      for (feature, place) in zip(features, places) {
        let vertex = feature.paths[0][0]
        let longitude = box.minX + Double(vertex.x) * unit
        let latitude = box.maxY - Double(vertex.y) * unit
        #expect(abs(longitude - place[0]) <= unit * 0.500001 + 1e-12)
        #expect(abs(latitude - place[1]) <= unit * 0.500001 + 1e-12)
      }
    }
  }

  @Test("A rectangle keeps its four corners, is cut at the buffer, and poles stop nothing")
  func polygons() throws {
    let tile = try #require(TileCoordinate(zoom: 0, column: 1, row: 0, in: .geographic))
    func cut(_ ring: [Double]) throws -> [[DecodedTile.Vertex]] {
      var layer = VectorTileLayer(name: "land", tile: tile, buffer: 64)
      layer.add(
        id: 1,
        geometry: Geometry(
          kind: .polygon, ordinates: ring, pathEnds: [ring.count / 2], partEnds: [1]),
        tags: [])
      return try DecodedTile(VectorTile.encode([layer])).layers.first?.features.first?.paths ?? []
    }
    func corners(_ paths: [[DecodedTile.Vertex]]) -> Set<[Int]> {
      Set(paths.joined().map { [$0.x, $0.y] })
    }
    // 45° are 1024 units.
    let inner = try cut([45, 0, 90, 0, 90, 45, 45, 45, 45, 0])
    #expect(corners(inner) == [[1024, 2048], [2048, 2048], [2048, 1024], [1024, 1024]])
    let world = try cut([-180, -90, 180, -90, 180, 90, -180, 90, -180, -90])
    #expect(corners(world) == [[-64, 4096], [4096, 4096], [4096, 0], [-64, 0]])
    let wild = try cut([0, 0, 1e300, -1e300, 1e300, 1e300, 0, 0])
    #expect(
      corners(wild).allSatisfy { (-64...4160).contains($0[0]) && (-64...4160).contains($0[1]) })
  }
}
