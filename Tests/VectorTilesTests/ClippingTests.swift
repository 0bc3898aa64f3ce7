import SimpleFeatures
import TestSupport
import Testing

@testable import VectorTiles

@Suite("Clipping")
struct ClippingTests {
  let tile = TileMatrixSet.webMercatorQuad.tile(containing: (114.4, 30.5), zoom: 14)
  var maker: TileGeometries { TileGeometries(tile: tile) }

  @Test("The pieces of a polygon in the cells of a grid have its area together")
  func areaIsConserved() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<300 {
      let ring = maker.star(
        x: 0, y: 0, radii: 5...100, corners: Int.random(in: 3...50, using: &random),
        using: &random)
      let whole = area(ofRing: scratch(ring))
      let cell = Double.random(in: 7...60, using: &random)
      var sum = 0.0
      for column in -16...15 {
        for row in -16...15 {
          let (x, y) = (Double(column) * cell, Double(row) * cell)
          sum += area(
            ofRing: clipped(ring, Envelope(minX: x, minY: y, maxX: x + cell, maxY: y + cell)))
        }
      }
      #expect(abs(sum - whole) < 1e-9 * whole)
    }
  }

  @Test("A polygon's tiles have its area together, up to rounding")
  func areaOverTiles() throws {
    var random = SeededGenerator(seed: 22)
    for _ in 0..<40 {
      let geometry = maker.starWithHole(using: &random)
      let pyramid = TileMatrixSet.webMercatorQuad
      let cover = try #require(pyramid.tiles(covering: geometry.envelope, zoom: 15))
      var sum = 0.0
      for column in cover.columns {
        for row in cover.rows {
          let part = try #require(TileCoordinate(zoom: 15, column: column, row: row))
          sum += try tileArea(geometry, part, extent: 65_536)
        }
      }
      // One tile at level 9 holds it all; its grid unit is as long as 64 of the parts'.
      let frame = TileFrame(tile: part(of: 15), extent: 65_536, buffer: 0)
      var expected = 0.0
      for path in geometry.pathEnds.indices {
        var points = Scratch<TilePoint>()
        _ = frame.project(
          geometry.ordinates.span, step: 2, range: geometry.vertexRange(ofPath: path),
          into: &points)
        expected += (path == 0 ? 1 : -1) * abs(area(ofRing: points))
      }
      #expect(abs(sum - expected) < 1e-3 * expected)
    }
  }

  @Test("A place is in the clipped polygon when it is in the polygon and in the box")
  func pointsInside() {
    var random = SeededGenerator(seed: 23)
    let box = Envelope(minX: 0, minY: 0, maxX: 100, maxY: 60)
    var hits = 0
    for _ in 0..<300 {
      let ring = maker.star(
        x: Double.random(in: -50...150, using: &random), y: 30, radii: 5...120,
        corners: Int.random(in: 3...40, using: &random), using: &random)
      let piece = clipped(ring, box)
      let corners = piece.storage.prefix(piece.count).map { ($0.x, $0.y) }
      for _ in 0..<100 {
        let x = Double.random(in: -20...120, using: &random)
        let y = Double.random(in: -20...80, using: &random)
        let isInBox = (0...100).contains(x) && (0...60).contains(y)
        let expected = isInBox && isInside(x, y, ring)
        if expected { hits += 1 }
        #expect(isInside(x, y, corners) == expected)
      }
    }
    #expect(hits > 1000)
  }

  @Test("A ring around the tile becomes the tile, one beside it nothing")
  func ringsAroundAndBeside() throws {
    let around = maker.polygon([maker.rectangle(-5000...9000, -5000...9000)])
    #expect(try tileArea(around, tile, extent: 4096) == 4096 * 4096)
    let beside = maker.polygon([maker.rectangle(4200...9000, 0...4096)])
    #expect(try tileArea(beside, tile, extent: 4096) == 0)
    // Its box meets the tile's corner, the triangle itself does not.
    let corner = maker.polygon([[(-3000, 500), (500, -3000), (-3000, -3000)]])
    #expect(try tileArea(corner, tile, extent: 4096) == 0)
  }

  @Test("A hole that fills the tile leaves nothing, and no hole stays without its shell")
  func holes() throws {
    let frame = maker.polygon([
      maker.rectangle(-5000...9000, -5000...9000), maker.rectangle(-4000...8000, -4000...8000),
    ])
    #expect(try tileArea(frame, tile, extent: 4096) == 0)
    let lost = maker.polygon([
      maker.rectangle(10...10.1, 10...10.1), maker.rectangle(100...200, 100...200),
    ])
    #expect(try tileArea(lost, tile, extent: 4096) == 0)
    let court = maker.polygon([
      maker.rectangle(0...100, 0...100), maker.rectangle(10...20, 10...20),
      maker.rectangle(50...50.1, 50...50.1),
    ])
    #expect(try tileArea(court, tile, extent: 4096) == 100 * 100 - 10 * 10)
  }

  @Test("Points are kept on and inside the edge of the buffered tile")
  func points() throws {
    var kept = 0
    for (x, y) in [(-64.0, 10.0), (-64.1, 10), (4160, 4160), (4160.1, 0), (0, -65), (7, 7)] {
      var layer = VectorTileLayer(name: "layer", tile: tile)
      let nudged = maker.degrees(x + (x < 0 ? 1e-6 : -1e-6), y - 1e-6)
      layer.add(id: nil, geometry: .point(x: nudged[0], y: nudged[1]), tags: [])
      kept += layer.featureCount
    }
    #expect(kept == 3)
  }

  @Test("A road that leaves the tile and comes back is two lines")
  func lineInPieces() throws {
    let road = maker.line([(100, 100), (-500, 100), (-500, 300), (100, 300), (300, 5000)])
    var layer = VectorTileLayer(name: "layer", tile: tile, buffer: 0)
    layer.add(id: nil, geometry: road, tags: [])
    let feature = try #require(
      try DecodedTile(VectorTile.encode([layer])).layers.first?.features[0])
    let corners = feature.paths.map { $0.map { [$0.x, $0.y] } }
    #expect(corners == [[[100, 100], [0, 100]], [[0, 300], [100, 300], [262, 4096]]])
  }

  private func part(of zoom: Int) -> TileCoordinate {
    TileMatrixSet.webMercatorQuad.tile(containing: (114.4, 30.5), zoom: zoom)
  }

  private func scratch(_ ring: [(Double, Double)]) -> Scratch<TilePoint> {
    let points = ring.map { TilePoint(x: $0.0, y: $0.1) }
    return Scratch(storage: points, count: points.count)
  }

  private func clipped(_ ring: [(Double, Double)], _ box: Envelope) -> Scratch<TilePoint> {
    var points = scratch(ring)
    var spare = Scratch<TilePoint>()
    var bounds = Envelope.empty
    for (x, y) in ring { bounds.extend(x: x, y: y) }
    clip(&points, to: box, bounds: bounds, spare: &spare)
    return points
  }

  private func isInside(_ x: Double, _ y: Double, _ ring: [(Double, Double)]) -> Bool {
    var inside = false
    for (index, a) in ring.enumerated() {
      let b = ring[(index + 1) % ring.count]
      if (a.1 > y) != (b.1 > y), x < a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0) {
        inside.toggle()
      }
    }
    return inside
  }

  private func tileArea(
    _ geometry: Geometry, _ tile: TileCoordinate, extent: Int
  ) throws -> Double {
    var layer = VectorTileLayer(name: "layer", tile: tile, extent: extent, buffer: 0)
    layer.add(id: nil, geometry: geometry, tags: [])
    return try DecodedTile(VectorTile.encode([layer])).layers.first?.features.first?.area ?? 0
  }
}
