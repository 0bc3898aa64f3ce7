import Testing
import TileArchives
import VectorTiles

@Suite("Numbers of tiles in PMTiles")
struct PMTilesIDTests {
  @Test("The first levels have the numbers that the specification prints")
  func printed() throws {
    let printed: [(Int, Int, Int, UInt64)] = [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
      (12, 3423, 1763, 19_078_479),
      // Of places drawn by chance, as PyPI's pmtiles 3.8.1 numbers them.
      (3, 2, 1, 28), (7, 65, 30, 20_140), (11, 2029, 1841, 4_214_599),
      (16, 61_898, 49_756, 4_368_185_457), (19, 220_153, 98_418, 121_043_064_354),
      (22, 4_092_438, 237_795, 23_428_090_057_352),
      (24, 13_079_813, 14_521_253, 274_035_414_538_615),
    ]
    for (zoom, column, row, id) in printed {
      let tile = try #require(TileCoordinate(zoom: zoom, column: column, row: row))
      #expect(PMTilesID.id(of: tile) == id)
    }
  }

  @Test("A level's numbers are each given once, follow the coarser level's, and go tile to tile")
  func curve() throws {
    var first: UInt64 = 0
    for zoom in 0...7 {
      let side = 1 << zoom
      var places: [UInt64: (column: Int, row: Int)] = [:]
      for column in 0..<side {
        for row in 0..<side {
          let tile = try #require(TileCoordinate(zoom: zoom, column: column, row: row))
          places[PMTilesID.id(of: tile)] = (column, row)
        }
      }
      let last = first + UInt64(side * side) - 1
      #expect(places.count == side * side)
      #expect(places.keys.min() == first && places.keys.max() == last)
      #expect(try #require(places[first]) == (0, 0) && #require(places[last]) == (side - 1, 0))
      for id in first..<last {
        let (a, b) = (try #require(places[id]), try #require(places[id + 1]))
        #expect(abs(a.column - b.column) + abs(a.row - b.row) == 1)
      }
      first = last + 1
    }
  }

  @Test("The deepest level's corners have the numbers of closed forms")
  func deepest() throws {
    for zoom in 1...24 {
      let side = 1 << zoom
      let first = ((UInt64(1) << UInt64(2 * zoom)) - 1) / 3
      let start = try #require(TileCoordinate(zoom: zoom, column: 0, row: 0))
      let end = try #require(TileCoordinate(zoom: zoom, column: side - 1, row: 0))
      #expect(PMTilesID.id(of: start) == first)
      #expect(PMTilesID.id(of: end) == 4 * first)
    }
  }

  @Test("The four parts of a tile lie next to each other on the curve")
  func parts() throws {
    var random = SystemRandomNumberGenerator()
    for zoom in 0..<24 {
      let column = Int.random(in: 0..<(1 << zoom), using: &random)
      let row = Int.random(in: 0..<(1 << zoom), using: &random)
      let tile = try #require(TileCoordinate(zoom: zoom, column: column, row: row))
      let place = PMTilesID.id(of: tile) - (UInt64(1) << UInt64(2 * zoom)) / 3
      let start = 4 * place + (UInt64(1) << UInt64(2 * zoom + 2)) / 3
      #expect(
        Set(tile.children.map(PMTilesID.id)) == Set(start..<start + 4),
        "\(tile)")
    }
  }
}
