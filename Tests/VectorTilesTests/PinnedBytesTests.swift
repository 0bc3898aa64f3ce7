import SimpleFeatures
import TestSupport
import Testing
import VectorTiles

/// The bytes of tiles, which clients and caches compare.
///
/// Where these change on purpose, `encoding` in `CityMap+Tiles.swift` must too.
@Suite("The bytes of tiles")
struct PinnedBytesTests {
  let tile = TileMatrixSet.webMercatorQuad.tile(containing: (114.4, 30.5), zoom: 14)
  var maker: TileGeometries { TileGeometries(tile: tile) }

  @Test("Tiles of points, lines, polygons and collections are byte for byte what they were")
  func whole() {
    var layers = [0.0, 4, 30].flatMap { tolerance in
      [points(tolerance), lines(tolerance), polygons(tolerance)]
    }
    layers.append(collections())
    #expect(Fingerprint.text(of: VectorTile.encode(layers)) == "966ad265e5e579c5")
  }

  private func points(_ tolerance: Double) -> VectorTileLayer {
    filled("points", tolerance) { random in
      let places = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (
          Double.random(in: -100...4200, using: &random),
          Double.random(in: -100...4200, using: &random)
        )
      }
      return Geometry(
        kind: places.count == 1 ? .point : .multiPoint, ordinates: maker.ordinates(places),
        pathEnds: [places.count])
    }
  }

  private func lines(_ tolerance: Double) -> VectorTileLayer {
    filled("lines", tolerance) { random in
      var (x, y) = (Double.random(in: -100...4200, using: &random), 2000.0)
      return maker.line(
        (0..<Int.random(in: 2...40, using: &random)).map { _ in
          x += Double.random(in: -300...300, using: &random)
          y += Double.random(in: -300...300, using: &random)
          return (x, y)
        })
    }
  }

  /// Stars with and without holes, and squares side by side that share their borders.
  private func polygons(_ tolerance: Double) -> VectorTileLayer {
    var column = 0.0
    return filled("polygons", tolerance) { random in
      guard Bool.random(using: &random) else { return maker.starWithHole(using: &random) }
      column += 50
      return maker.polygon([maker.rectangle(column...(column + 50), 100...150)])
    }
  }

  private func collections() -> VectorTileLayer {
    filled("collections", 0) { random in
      let x = Double.random(in: 0...4000, using: &random)
      return Geometry(
        kind: .collection,
        members: [
          maker.polygon([maker.rectangle(x...(x + 9), 0...9)]),
          Geometry(kind: .point, ordinates: maker.ordinates([(x, 40)]), pathEnds: [1]),
          Geometry(kind: .collection, members: [maker.line([(x, 0), (x + 9, 9)])]),
        ])
    }
  }

  /// 100 features of one kind, of values of every type, and 30 marks of small ones.
  private func filled(
    _ name: String, _ tolerance: Double, _ shape: (inout SeededGenerator) -> Geometry
  ) -> VectorTileLayer {
    var random = SeededGenerator(seed: UInt64(name.utf8.count) + UInt64(tolerance))
    var layer = VectorTileLayer(
      name: "\(name)-\(tolerance)", tile: tile, buffer: 16, simplification: tolerance,
      minimumArea: tolerance)
    let (id, value) = (layer.key("id"), layer.key("value"))
    for number in 0..<100 {
      layer.add(
        id: UInt64(number), geometry: shape(&random),
        tags: [(id, .text("楼\(number)")), (value, values[number % values.count])])
    }
    for number in 0..<30 {
      layer.add(speckOf: shape(&random)) { $0.append([(value, values[number % values.count])]) }
    }
    return layer
  }

  private let values: [PropertyValue] = [
    .null, .text(""), .text("住宅"), .text(String(repeating: "长", count: 100)), .integer(7),
    .integer(-7), .integer(.max), .real(9.5), .real(.nan), .boolean(true), .boolean(false),
    .json("[1]"),
  ]
}
