import SimpleFeatures
import Testing

@testable import VectorTiles

@Suite("Vector tile encoding")
struct EncodingTests {
  let tile = TileMatrixSet.webMercatorQuad.tile(containing: (114.4, 30.5), zoom: 14)
  var maker: TileGeometries { TileGeometries(tile: tile) }

  @Test("The examples of the specification give the command numbers that it prints")
  func specificationExamples() throws {
    // MVT 2.1 §4.3.5: coordinates and command integers of each example.
    let point = Geometry.point(x: maker.degrees(25, 17)[0], y: maker.degrees(25, 17)[1])
    #expect(try commands(of: point) == [9, 50, 34])
    let points = Geometry(
      kind: .multiPoint, ordinates: maker.ordinates([(5, 7), (3, 2)]), pathEnds: [2])
    #expect(try commands(of: points) == [17, 10, 14, 3, 9])
    let line = maker.line([(2, 2), (2, 10), (10, 10)])
    #expect(try commands(of: line) == [9, 4, 4, 18, 0, 16, 16, 0])
    let lines = Geometry(
      kind: .multiLineString,
      ordinates: maker.ordinates([(2, 2), (2, 10), (10, 10), (1, 1), (3, 5)]), pathEnds: [3, 5])
    #expect(try commands(of: lines) == [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8])
    let polygon = maker.polygon([[(3, 6), (8, 12), (20, 34)]])
    #expect(try commands(of: polygon) == [9, 6, 12, 18, 10, 12, 24, 44, 15])
  }

  @Test("The multipolygon of the specification gives the command numbers that it prints")
  func specificationMultiPolygon() throws {
    let outer = maker.polygon([
      maker.rectangle(11...20, 11...20), maker.rectangle(13...17, 13...17),
    ])
    let small = maker.polygon([maker.rectangle(0...10, 0...10)])
    let both = Geometry(
      kind: .multiPolygon, ordinates: small.ordinates + outer.ordinates, pathEnds: [5, 10, 15],
      partEnds: [1, 3])
    // §4.3.5.6; the hole is given clockwise and must be turned round.
    #expect(
      try commands(of: both) == [
        9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15,
        9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15,
        9, 4, 13, 26, 0, 8, 8, 0, 0, 7, 15,
      ])
  }

  @Test("Every type of value comes back as it was, and each once")
  func valuesRoundTrip() throws {
    var layer = VectorTileLayer(name: "楼", tile: tile)
    let key = layer.key("value")
    #expect(layer.key("value") == key)
    let long = String(repeating: "长江", count: 100)
    let cases: [(PropertyValue, DecodedTile.Value?)] = [
      (.text(""), .string("")), (.text("楼123"), .string("楼123")), (.text(long), .string(long)),
      (.text("1"), .string("1")), (.integer(1), .unsigned(1)), (.real(1), .double(1)),
      (.boolean(true), .boolean(true)), (.boolean(false), .boolean(false)),
      (.integer(0), .unsigned(0)), (.integer(.max), .unsigned(UInt64(Int64.max))),
      (.integer(-1), .signed(-1)), (.integer(.min), .signed(.min)),
      (.real(-0.1), .double(-0.1)),
      (.real(.greatestFiniteMagnitude), .double(1.7976931348623157e308)),
      (.json("[1]"), .string("[1]")), (.null, nil), (.real(.nan), nil), (.real(.infinity), nil),
    ]
    for (index, pair) in (cases + cases).enumerated() {
      layer.add(id: UInt64(index), geometry: inside, tags: [(key, pair.0)])
    }
    let decoded = try #require(try DecodedTile(VectorTile.encode([layer])).layers.first)
    #expect(decoded.name == "楼")
    #expect(decoded.features.map { $0.tags["value"] } == (cases + cases).map(\.1))
    #expect(decoded.values.count == cases.count - 3)
  }

  @Test("Thousands of values keep their places in the dictionary")
  func manyValues() throws {
    var layer = VectorTileLayer(name: "layer", tile: tile)
    let keys = [layer.key("a"), layer.key("b")]
    for index in 0..<20_000 {
      layer.add(
        id: nil, geometry: inside,
        tags: [(keys[0], .text("v\(index)")), (keys[1], .integer(Int64(index % 100)))])
    }
    let decoded = try #require(try DecodedTile(VectorTile.encode([layer])).layers.first)
    #expect(decoded.values.count == 20_100)
    for (index, feature) in decoded.features.enumerated() {
      #expect(feature.id == nil)
      #expect(
        feature.tags == ["a": .string("v\(index)"), "b": .unsigned(UInt64(index % 100))])
    }
  }

  @Test("Keys without a value, foreign keys and second values do not reach the tile")
  func strayTags() throws {
    var layer = VectorTileLayer(name: "layer", tile: tile)
    let unused = layer.key("unused")
    let name = layer.key("name")
    layer.add(
      id: .max, geometry: inside,
      tags: [
        (unused, .null), (name, .text("first")), (name, .text("second")), (-1, .integer(1)),
        (99, .integer(1)),
      ])
    let decoded = try #require(try DecodedTile(VectorTile.encode([layer])).layers.first)
    #expect(decoded.keys == ["name"])
    #expect(decoded.features[0].tags == ["name": .string("first")])
    #expect(decoded.features[0].id == .max)
  }

  @Test("Layers without features are left out, and a tile without layers is empty")
  func emptyLayers() throws {
    var filled = VectorTileLayer(name: "b", tile: tile, extent: 512)
    filled.add(id: 1, geometry: inside, tags: [])
    let empty = VectorTileLayer(name: "a", tile: tile)
    #expect(empty.isEmpty)
    #expect(VectorTile.encode([empty]) == [])
    let decoded = try DecodedTile(VectorTile.encode([empty, filled, empty]))
    #expect(decoded.layers.map(\.name) == ["b"])
    #expect(decoded.layers[0].extent == 512)
  }

  @Test("A collection becomes one feature for its points, one for its lines, one for its polygons")
  func collections() throws {
    let place = maker.degrees(7, 7)
    let point = Geometry.point(x: place[0], y: place[1])
    let inner = Geometry(
      kind: .collection, members: [maker.line([(0, 0), (9, 9)]), point, point])
    let outer = Geometry(
      kind: .collection,
      members: [
        maker.polygon([maker.rectangle(0...9, 0...9)]), inner, maker.line([(5, 0), (5, 9)]),
      ])
    var layer = VectorTileLayer(name: "layer", tile: tile)
    layer.add(id: 4, geometry: outer, tags: [(layer.key("k"), .integer(2))])
    let features = try #require(try DecodedTile(VectorTile.encode([layer])).layers.first).features
    #expect(features.map(\.type) == [1, 2, 3])
    #expect(features.map(\.paths.count) == [1, 2, 1])
    #expect(features.allSatisfy { $0.id == 4 && $0.tags == ["k": .unsigned(2)] })
    #expect(layer.featureCount == 3)
  }

  private var inside: Geometry { maker.line([(100, 100), (200, 300)]) }

  private func commands(of geometry: Geometry) throws -> [UInt32] {
    var layer = VectorTileLayer(name: "layer", tile: tile)
    layer.add(id: 1, geometry: geometry, tags: [])
    let decoded = try DecodedTile(VectorTile.encode([layer]))
    return try #require(decoded.layers.first?.features.first).commands
  }
}
