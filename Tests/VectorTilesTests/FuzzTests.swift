import SimpleFeatures
import TestSupport
import Testing
import VectorTiles

@Suite("Garbage geometries")
struct FuzzTests {
  private static let oddNumbers: [Double] = [
    .nan, .infinity, -.infinity, 0, -0.0, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNonzeroMagnitude, 85.06, 90, -90, 180, -180, 181, 3601, 1e17, 30.5, 114.4, 114.41,
  ]
  private static let oddIndices = [.min, -1, 0, 1, 2, 3, 5, 8, 13, 1_000_000, Int.max]

  @Test("No geometry can stop the program or break the tile", arguments: 0..<8)
  func garbage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for zoom in [0, 1, 9, 14, 24] {
      let tile = TileMatrixSet.webMercatorQuad.tile(containing: (114.4, 30.5), zoom: zoom)
      for simplification in [0.0, 3] {
        var layer = VectorTileLayer(name: "x", tile: tile, simplification: simplification)
        let key = layer.key("k")
        for index in 0..<800 {
          layer.add(
            id: UInt64(index), geometry: geometry(depth: 0, &random),
            tags: [(key, .integer(Int64(index)))])
        }
        let decoded = try DecodedTile(VectorTile.encode([layer]))
        let features = decoded.layers.first?.features ?? []
        #expect(features.count <= layer.featureCount)
        for vertex in features.flatMap({ $0.paths.joined() }) {
          #expect((-64...4160).contains(vertex.x) && (-64...4160).contains(vertex.y))
        }
      }
    }
  }

  @Test("Layers take any extent, buffer and tolerance")
  func oddSettings() throws {
    let tile = TileMatrixSet.webMercatorQuad.tile(containing: (0, 0), zoom: 2)
    let world = Geometry.rectangle(Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90))
    for extent in [Int.min, 0, 1, 65_536, Int.max] {
      for buffer in [Int.min, 0, 4096, Int.max] {
        for number in [Double.nan, .infinity, -.infinity, -1, 1e300] {
          var layer = VectorTileLayer(
            name: "", tile: tile, extent: extent, buffer: buffer, simplification: number,
            minimumArea: number)
          layer.add(id: 0, geometry: world, tags: [])
          _ = try DecodedTile(VectorTile.encode([layer]))
        }
      }
    }
  }

  @Test("Poles project to the rim of the world and beyond it, not to infinity")
  func poles() throws {
    let tile = try #require(TileCoordinate(zoom: 0, column: 0, row: 0))
    var layer = VectorTileLayer(name: "world", tile: tile)
    layer.add(
      id: 1, geometry: .rectangle(Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90)), tags: [])
    layer.add(id: 2, geometry: .point(x: 0, y: 90), tags: [])
    layer.add(id: 3, geometry: .point(x: 0, y: 85.05), tags: [])
    let features = try #require(try DecodedTile(VectorTile.encode([layer])).layers.first).features
    #expect(features.map(\.id) == [1, 3])
    #expect(features[0].area == 4096 * (4096 + 128))
    #expect(features[1].paths == [[DecodedTile.Vertex(x: 2048, y: 0)]])
  }

  @Test("Deep collections are walked without recursion")
  func deepCollection() throws {
    var nested = Geometry.point(x: 1, y: 1)
    for _ in 0..<2000 { nested = Geometry(kind: .collection, members: [nested]) }
    let tile = try #require(TileCoordinate(zoom: 0, column: 0, row: 0))
    var layer = VectorTileLayer(name: "world", tile: tile)
    layer.add(id: 1, geometry: nested, tags: [])
    #expect(layer.featureCount == 1)
  }

  private func geometry(depth: Int, _ random: inout SeededGenerator) -> Geometry {
    let kinds = Geometry.Kind.allCases
    var geometry = Geometry(kind: kinds.randomElement(using: &random) ?? .point)
    geometry.layout = [.xy, .xyz, .xym, .xyzm].randomElement(using: &random) ?? .xy
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      geometry.ordinates.append(
        Bool.random(using: &random)
          ? Double.random(in: -100...120, using: &random)
          : Self.oddNumbers.randomElement(using: &random) ?? 0)
    }
    let isOrderly = Bool.random(using: &random)
    func ends() -> [Int] {
      let list = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        isOrderly
          ? Int.random(in: 0...20, using: &random)
          : Self.oddIndices.randomElement(using: &random) ?? 0
      }
      return isOrderly ? list.sorted() : list
    }
    geometry.pathEnds = ends()
    geometry.partEnds = ends()
    if depth < 3 {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        geometry.members.append(self.geometry(depth: depth + 1, &random))
      }
    }
    return geometry
  }
}
