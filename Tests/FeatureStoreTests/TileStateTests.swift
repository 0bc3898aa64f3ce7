import Catalog
import FeatureStore
import SimpleFeatures
import Testing
import VectorTiles

@Suite("A commit renews the tiles that it concerns, and no others")
struct TileStateTests {
  private let city: TestCity
  private let layer: LayerDefinition

  init() throws {
    city = try TestCity()
    layer = try TestLayer.make("plot", "polygon", fields: ["use: text"])
    try city.write(
      [rectangle("a", 114.3, 30.5), rectangle("b", 114.31, 30.5), rectangle("c", 114.6, 30.8)],
      to: layer)
  }

  /// What each of the tiles around two places and above them is called.
  private func states(_ mapVersion: MapVersion = .latest) throws -> [TileCoordinate: String] {
    let set = TileMatrixSet.webMercatorQuad
    let places: [(longitude: Double, latitude: Double)] = [
      (114.3005, 30.5005), (114.3105, 30.5005), (114.6005, 30.8005), (114.45, 30.65), (0, 0),
    ]
    let tiles = places.flatMap { place in
      (0...18).map { set.tile(containing: place, zoom: $0) }
    }
    return try city.store.readNow(mapVersion) { snapshot in
      let layer = try snapshot.layer("plot")
      return try Dictionary(
        tiles.map { ($0, try snapshot.states(of: [layer], in: $0)[0]) },
        uniquingKeysWith: { a, _ in a })
    }
  }

  @Test("A change is seen in the tiles over its place at every level, elsewhere nothing happens")
  func changeInPlace() throws {
    let before = try states()
    try city.write([rectangle("a", 114.3, 30.5, 0.001, 0.001, [.text("park")])], to: layer)
    let after = try states()
    let renewed = Set(after.keys.filter { after[$0] != before[$0] })
    let set = TileMatrixSet.webMercatorQuad
    for zoom in 0...18 {
      #expect(renewed.contains(set.tile(containing: (114.3005, 30.5005), zoom: zoom)))
    }
    #expect(!renewed.contains(set.tile(containing: (114.6005, 30.8005), zoom: 14)))
    #expect(!renewed.contains(set.tile(containing: (0, 0), zoom: 3)))
    #expect(!renewed.contains(set.tile(containing: (114.45, 30.65), zoom: 12)))
  }

  @Test("A feature that moves renews the tiles where it was and where it is")
  func move() throws {
    let before = try states()
    try city.write([rectangle("c", 114.45, 30.65)], to: layer)
    let after = try states()
    let set = TileMatrixSet.webMercatorQuad
    for place in [(114.6005, 30.8005), (114.45, 30.65)] {
      let tile = set.tile(containing: (longitude: place.0, latitude: place.1), zoom: 15)
      #expect(before[tile] != after[tile])
    }
    let elsewhere = set.tile(containing: (114.3005, 30.5005), zoom: 15)
    #expect(before[elsewhere] == after[elsewhere])
  }

  @Test("Tiles by degrees are renewed by whatever reaches into their buffer, just outside too")
  func geographicBuffers() throws {
    let set = TileMatrixSet.cgcs2000Quad
    // Rows of tiles whose edges lie just inside a Mercator cell's are among these.
    for row in stride(from: 1000, to: 1300, by: 1) {
      let tile = try #require(
        TileCoordinate(zoom: 12, column: 6700, row: row, in: set.pyramid))
      let (plain, reached) = (tile.envelope(), tile.envelope(buffer: 64))
      let margin = 0.02 * (plain.minY - reached.minY)
      for y in [reached.minY + margin, reached.maxY - margin] {
        let box = Envelope(
          minX: plain.minX, minY: y, maxX: plain.minX + 1e-4, maxY: y + margin / 100)
        var entered: Set<Int64> = []
        #expect(TileCells.insert(box, buffer: 64, into: &entered))
        #expect(!entered.isDisjoint(with: TileCells.numbers(concerning: tile, buffer: 64)))
      }
    }
  }

  @Test("Another definition of the layer renews all of its tiles")
  func definition() throws {
    let before = try states()
    var wider = try TestLayer.make("plot", "polygon", fields: ["use: text", "owner: text"])
    wider.id = "plot"
    try city.write([rectangle("a", 114.3, 30.5)], to: wider)
    let after = try states()
    #expect(before.allSatisfy { after[$0.key] != $0.value })
  }

  @Test("A tile as of a commit keeps its name, whatever comes later")
  func past() throws {
    let first = try states(MapVersion(.commit(1)))
    try city.write([rectangle("a", 114.3, 30.5, 0.002)], to: layer)
    try city.write([rectangle("d", 114.3, 30.51)], to: layer)
    let again = try states(MapVersion(.commit(1)))
    let second = try states(MapVersion(.commit(2)))
    #expect(Set(again.values).count == 1)
    #expect(Set(again.values).isDisjoint(with: second.values))
    // While it was the present, it was known by the same commit.
    #expect(first.allSatisfy { again[$0.key] == $0.value })
  }

  @Test("What the index of weights gives is what the weights say, after changes and removals too")
  func weights() throws {
    try city.write(
      [rectangle("a", 114.3, 30.5, 0.01, 0.01), rectangle("e", 114.32, 30.5, 1e-5, 1e-5)], to: layer
    )
    let box = Envelope(minX: 114, minY: 30, maxX: 115, maxY: 31)
    for least in [0, 1e-9, 1e-7, 1e-5, 1e-3] {
      try city.store.readNow(.latest) { snapshot in
        let layer = try snapshot.layer("plot")
        var expected: Set<String> = []
        try snapshot.forEachFeature(of: layer) { row in
          if FeatureRank(of: try row.geometry(), id: row.id).weight >= least {
            expected.insert(row.id)
          }
        }
        var found: Set<String> = []
        try snapshot.forEachFeature(of: layer, meeting: box, weighing: least) { row in
          if FeatureRank(of: try row.geometry(), id: row.id).weight >= least {
            found.insert(row.id)
          }
        }
        #expect(found == expected)
      }
    }
    #expect(try city.indexIsSound("plot"))
  }
}
