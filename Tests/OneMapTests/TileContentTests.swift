import FeatureStore
import Foundation
import OneMap
import Testing
import VectorTiles

@Suite("A tile shows what the layers hold")
struct TileContentTests {
  private let city: TestCity

  init() throws { city = try TestCity() }

  /// The tile at a level that holds a longitude and latitude, by the textbook formula.
  private func coordinate(_ longitude: Double, _ latitude: Double, zoom: Int) throws
    -> TileCoordinate
  {
    let (x, y) = place(longitude, latitude, zoom: zoom)
    return try #require(TileCoordinate(zoom: zoom, column: Int(x), row: Int(y)))
  }

  /// Position in tiles from the upper left corner of the world.
  private func place(_ longitude: Double, _ latitude: Double, zoom: Int) -> (x: Double, y: Double) {
    let tiles = Double(1 << zoom)
    let y = asinh(tan(latitude * .pi / 180))
    return ((longitude / 360 + 0.5) * tiles, (0.5 - y / (2 * .pi)) * tiles)
  }

  private func read(_ tile: TileCoordinate, _ layers: [StoredLayer]) async throws -> TileReading {
    try TileReading(
      gzipped: try await city.map.tile(tile, of: layers.map(\.id)).tile?.gzippedBytes ?? [])
  }

  @Test("Each building is in the tile around it, corner by corner, with the attributes it has")
  func features() async throws {
    let places: [(west: Double, south: Double)] = (0..<40).map { number in
      let (column, row) = (Double(number % 8), Double(number / 8))
      return (114.30 + column * 0.0013, 30.50 + row * 0.0011)
    }
    let lines = places.enumerated().map { number, place in
      TestCity.building("\(number)", place.west, place.south, floors: number)
    }
    try city.add(lines, to: "building")
    let layers = try await city.map.layers()
    for (number, (west, south)) in places.enumerated() {
      let (east, north) = (west + 0.0005, south + 0.0005)
      let tile = try coordinate(west + 0.00025, south + 0.00025, zoom: 16)
      let drawn = try await read(tile, layers).layers["building"] ?? []
      let feature = try #require(drawn.first { $0.id == "\(number)" })
      #expect(
        feature.values
          == ["id": "\(number)", "name": "楼\(number)", "floors": "\(number)", "height": "9.5"])

      let wanted = [(west, south), (east, south), (east, north), (west, north)].map {
        units($0.0, $0.1, in: tile)
      }
      // Cut off where it reaches out of the tile's margin of 16 units, as the layer file says.
      guard wanted.joined().allSatisfy({ -16...4112 ~= $0 }) else { continue }
      #expect(feature.corners.count == 4)
      for corner in wanted {
        // Rounded to the grid.
        #expect(feature.corners.contains { distance($0, corner) <= 0.51 }, "\(corner)")
      }
    }
  }

  /// Position in units of a tile's grid of 4096.
  private func units(_ longitude: Double, _ latitude: Double, in tile: TileCoordinate) -> [Double] {
    let (x, y) = place(longitude, latitude, zoom: tile.zoom)
    return [(x - Double(tile.column)) * 4096, (y - Double(tile.row)) * 4096]
  }

  private func distance(_ corner: [Int], _ other: [Double]) -> Double {
    max(abs(Double(corner[0]) - other[0]), abs(Double(corner[1]) - other[1]))
  }

  @Test("A building is in every tile that it reaches into, and in no tile beyond the margin")
  func neighbours() async throws {
    // About three tiles wide at level 16.
    let (west, south, size) = (114.301, 30.501, 0.013)
    try city.add([TestCity.building("large", west, south, size: size)], to: "building")
    let layers = try await city.map.layers()
    let first = place(west, south + size, zoom: 16)
    let last = place(west + size, south, zoom: 16)
    for row in Int(first.y) - 2...Int(last.y) + 2 {
      for column in Int(first.x) - 2...Int(last.x) + 2 {
        let tile = try #require(TileCoordinate(zoom: 16, column: column, row: row))
        let isShown = try await read(tile, layers).layers["building"]?.count == 1
        /// Whether it reaches into the tile grown by so many tiles on each side.
        func touches(_ grown: Double) -> Bool {
          let (left, top) = (Double(column) - grown, Double(row) - grown)
          let side = 1 + 2 * grown
          return left < last.x && left + side > first.x && top < last.y && top + side > first.y
        }
        if touches(0) { #expect(isShown, "\(row)/\(column)") }
        if !touches(65.0 / 4096) { #expect(!isShown, "\(row)/\(column)") }
      }
    }
  }

  @Test("A polygon is labelled in one tile of each level, and there it is drawn where the label is")
  func labels() async throws {
    // A square with a corner cut out, so that the middle of its box is outside.
    let (west, south, size) = (114.3013, 30.5017, 0.0131)
    let (east, north) = (west + size, south + size)
    let ring = [
      (west, south), (east, south), (east, south + size / 4), (west + size / 4, south + size / 4),
      (west + size / 4, north), (west, north), (west, south),
    ].map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
    let line = """
      {"type":"Feature","id":"hook","properties":{"name":"钩"},"geometry":\
      {"type":"Polygon","coordinates":[[\(ring)]]}}
      """
    try city.add([line, TestCity.building("small", 114.4, 30.6)], to: "building")
    let layers = try await city.map.layers()
    for zoom in 15...18 {
      let (first, last) = (place(west, north, zoom: zoom), place(east, south, zoom: zoom))
      var labelled = 0
      for row in Int(first.y)...Int(last.y) {
        for column in Int(first.x)...Int(last.x) {
          let tile = try #require(TileCoordinate(zoom: zoom, column: column, row: row))
          let parts = try await read(tile, layers).layers["building"] ?? []
          labelled += parts.count { $0.values["label_elsewhere"] == nil }
        }
      }
      #expect(labelled == 1, "level \(zoom)")
    }
    let alone = try await read(try coordinate(114.40025, 30.60025, zoom: 16), layers)
    #expect(alone.layers["building"]?.first?.values["label_elsewhere"] == nil)
  }

  @Test("A layer is shown from its lowest level on, in the tile of all layers as in its own")
  func levels() async throws {
    try city.add([TestCity.building("b", 114.3, 30.5, size: 0.01)], to: "building")
    try city.add([TestCity.road("r", from: (114.29, 30.505), to: (114.32, 30.505))], to: "road")
    let layers = try await city.map.layers()
    let shown = [
      9: [], 10: ["building", "road"], 13: ["building", "road"], 16: ["building", "road"],
    ]
    for (zoom, names) in shown {
      let tile = try coordinate(114.305, 30.505, zoom: zoom)
      let whole = try await read(tile, layers).layers
      #expect(whole.keys.sorted() == names, "level \(zoom)")
      for layer in layers {
        let own = try await read(tile, [layer]).layers
        #expect(own[layer.id] == whole[layer.id])
        #expect(own.count == (names.contains(layer.id) ? 1 : 0))
      }
    }
    let road = try await read(try coordinate(114.305, 30.505, zoom: 12), layers).layers["road"]
    #expect(road?.first?.values == ["id": "r", "class": "primary", "bridge": "true"])
  }

  @Test("A tile of nothing is empty, also in a city without layers")
  func emptiness() async throws {
    let tile = try coordinate(114.3, 30.5, zoom: 14)
    let none = try await city.map.layers()
    #expect(none.isEmpty && none.extent == nil)
    #expect(try await city.map.tile(tile, of: nil).tile?.isEmpty == true)
    try city.add([TestCity.building("b", 114.3, 30.5)], to: "building")
    #expect(try await city.map.tile(tile, of: nil).tile?.isEmpty == false)
    let faraway = try coordinate(-114.3, -30.5, zoom: 14)
    #expect(try await city.map.tile(faraway, of: nil).tile?.isEmpty == true)
  }

  @Test("Tiles of two cities never share a version, though both hold one commit")
  func otherCity() async throws {
    let other = try TestCity()
    for each in [city, other] {
      try each.add([TestCity.building("b", 114.3, 30.5)], to: "building")
    }
    let tile = try coordinate(114.3, 30.5, zoom: 14)
    let versions = [
      try await city.map.tileState(tile, of: nil).version,
      try await other.map.tileState(tile, of: nil).version,
    ]
    #expect(versions[0] != versions[1])
  }

  @Test("The version of a tile changes with commits to its layers, and only with those")
  func versions() async throws {
    let tile = try coordinate(114.3, 30.5, zoom: 14)
    func version(_ names: String...) async throws -> String {
      try await city.map.tileState(tile, of: names).version
    }
    let building = TestCity.building("b", 114.3, 30.5)
    try city.add([building], to: "building")
    let first = try await version("building")
    try city.add([building], to: "building")
    #expect(try await version("building") == first, "the same features again are no commit")

    try city.add([TestCity.road("r", from: (114.2, 30.5), to: (114.4, 30.5))], to: "road")
    #expect(try await version("building") == first)
    let both = try await version("building", "road")
    #expect(both != first)

    try city.add([TestCity.building("b", 114.3, 30.5, floors: 9)], to: "building")
    let second = try await version("building")
    #expect(second != first)
    #expect(try await version("building", "road") != both)
    #expect(throws: (any Error).self) { try city.add(["{\"type\":\"Feature\"}"], to: "building") }
    #expect(try await version("building") == second, "a failed import is no commit")
  }

  @Test("The same city gives the same bytes for the same tile")
  func reproducibility() async throws {
    let lines = (0..<30).map { TestCity.building("\($0)", 114.30 + Double($0) * 0.0007, 30.501) }
    let other = try TestCity()
    try city.add(lines, to: "building")
    try other.add(lines, to: "building")
    let tile = try coordinate(114.305, 30.501, zoom: 14)
    let bytes = try #require(try await city.map.tile(tile, of: nil).tile?.gzippedBytes)
    #expect(!bytes.isEmpty)
    let again = try await other.map.tile(tile, of: nil).tile?.gzippedBytes
    #expect(again == bytes)
  }
}
