import Catalog
import FeatureStore
import Foundation
import OneMap
import Testing
import VectorTiles

@Suite("Small scales show less of each layer, and no tile is too large")
struct ThinningTests {
  private let city: TestCity

  init() throws { city = try TestCity() }

  private func tile(_ zoom: Int, _ longitude: Double = 114.3, _ latitude: Double = 30.5)
    -> TileCoordinate
  {
    TileMatrixSet.webMercatorQuad.tile(containing: (longitude, latitude), zoom: zoom)
  }

  private func encoded(_ tile: TileCoordinate) async throws -> [UInt8] {
    try await city.map.tile(tile, of: nil).tile?.gzippedBytes ?? []
  }

  /// Huts of 11 m in rows, so many in each direction.
  private func huts(_ side: Int, name: (Int) -> String = { "\($0)" }) -> [String] {
    (0..<side * side).map { number in
      TestCity.building(
        name(number), 114.3 + Double(number % side) * 0.0002,
        30.5 + Double(number / side) * 0.0002, size: 0.0001)
    }
  }

  @Test("Buildings smaller than a pixel keep, together, the area that they cover")
  func specks() async throws {
    try city.add(huts(60), to: "building")
    // A hut is 2.3 pixels of a quarter of 1/4096 tile wide at level 11.
    for zoom in [10, 11] {
      let tile = tile(zoom, 114.306, 30.506)
      let unit = 360 / Double(1 << zoom) / 4096
      let side = 0.0001 / unit
      let expected = 3600 * side * side / cos(30.506 * .pi / 180)
      let reading = try TileReading(gzipped: try await encoded(tile))
      let drawn = try #require(reading.layers["building"])
      #expect(drawn.count == 1, "marks of one kind are one feature")
      let squares = drawn.map(\.corners.count).reduce(0, +) / 4
      let area = Double(squares) * 64
      #expect(abs(area / expected - 1) < 0.25, "level \(zoom): \(area) of \(expected)")
    }
    let close = try TileReading(gzipped: try await encoded(tile(16, 114.3001, 30.5001)))
    #expect(close.layers["building"]?.allSatisfy { $0.id != nil } == true)
  }

  @Test("What a level shows is shown at all deeper ones")
  func nesting() async throws {
    let lines = (0..<4000).map { number in
      let place = (114.3 + Double(number % 63) * 0.001, 30.5 + Double(number / 63) * 0.001)
      return """
        {"type":"Feature","id":"t\(number)","properties":{},"geometry":{"type":"Point",\
        "coordinates":[\(place.0),\(place.1)]}}
        """
    }
    try city.add(lines, to: "camera")
    let layer = try await city.map.layer("camera")
    var before: Set<String> = []
    for zoom in layer.definition.tiles.minimumZoom...17 {
      var ids: Set<String> = []
      let set = TileMatrixSet.webMercatorQuad
      let extent = try #require(layer.extent)
      let (columns, rows) = try #require(set.tiles(covering: extent, zoom: zoom))
      for row in rows {
        for column in columns {
          let tile = try #require(TileCoordinate(zoom: zoom, column: column, row: row))
          let bytes = try await encoded(tile)
          let reading = try TileReading(gzipped: bytes)
          ids.formUnion(reading.layers["camera"]?.compactMap(\.id) ?? [])
        }
      }
      #expect(before.isSubset(of: ids))
      before = ids
    }
    #expect(before.count == 4000)
  }

  @Test("Where attributes would make a tile too large, the smallest features are left out")
  func manyAttributes() async throws {
    var random = SystemRandomNumberGenerator()
    try city.add(
      huts(120) { number in
        "\(number)-" + (0..<12).map { _ in String(random.next(), radix: 36) }.joined()
      }, to: "building")
    for zoom in 13...16 {
      let bytes = try await encoded(tile(zoom, 114.312, 30.512))
      #expect(bytes.count <= CityMap.largestTileBytes)
      if zoom == 13 { #expect(bytes.count > CityMap.largestTileBytes / 2) }
      #expect(!bytes.isEmpty)
    }
  }

  @Test("One feature too large for a tile is simplified until it fits")
  func oneGiant() async throws {
    // Rows of saw teeth, a grid unit wide at level 16 and of any height.
    var random = SystemRandomNumberGenerator()
    let unit = 360 / Double(1 << 16) / 4096
    let strips = (0..<60).map { row -> String in
      let south = 30.5 + Double(row) * 60 * unit
      let teeth = (0..<8000).map { tooth -> String in
        let height = Double.random(in: 1...50, using: &random)
        return "[\(114.3 + Double(tooth) * unit / 2),\(south + height * unit)]"
      }
      let base = [8000, 0].map { "[\(114.3 + Double($0) * unit / 2),\(south)]" }
      return "[[\((teeth + base + teeth.prefix(1)).joined(separator: ","))]]"
    }
    let giant = """
      {"type":"Feature","id":"giant","properties":{},"geometry":{"type":"MultiPolygon",\
      "coordinates":[\(strips.joined(separator: ","))]}}
      """
    try city.add([giant], to: "building")
    for zoom in [14, 16] {
      let bytes = try await encoded(tile(zoom, 114.302, 30.5005))
      #expect(bytes.count <= CityMap.largestTileBytes)
      #expect(try TileReading(gzipped: bytes).layers["building"]?.count == 1)
    }
  }
}
