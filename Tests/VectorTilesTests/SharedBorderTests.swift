import TestSupport
import Testing

@testable import VectorTiles

@Suite("Borders that polygons share stay shared when they are simplified")
struct SharedBorderTests {
  let tile = TileMatrixSet.webMercatorQuad.tile(containing: (114.4, 30.5), zoom: 12)
  var maker: TileGeometries { TileGeometries(tile: tile) }

  /// A border between two corners: wiggly, and the same from both sides.
  private func border(
    _ a: (Int, Int), _ b: (Int, Int), isOuter: Bool
  ) -> [(Double, Double)] {
    let isForward = a < b
    let (start, end) = isForward ? (a, b) : (b, a)
    var random = SeededGenerator(
      seed: UInt64(start.0 * 7919 + start.1 * 104_729 + end.0 * 31 + end.1))
    var points: [(Double, Double)] = []
    for step in 0..<40 {
      let share = Double(step) / 40
      // Less near the corners, where borders meet.
      let reach = Double(min(step, 40 - step)) / 2
      let jitter = step == 0 || isOuter ? 0 : Double.random(in: -reach...reach, using: &random)
      let isLevel = start.1 == end.1
      points.append(
        (
          Double(start.0) + share * Double(end.0 - start.0) + (isLevel ? 0 : jitter),
          Double(start.1) + share * Double(end.1 - start.1) + (isLevel ? jitter : 0)
        ))
    }
    // Without the far end, which the next border begins with.
    return isForward
      ? points : [(Double(end.0), Double(end.1))] + points.dropFirst().reversed()
  }

  @Test("A coverage has neither gaps nor overlaps at any tolerance", arguments: [2.0, 6, 15, 40])
  func coverage(tolerance: Double) throws {
    var layer = VectorTileLayer(name: "area", tile: tile, simplification: tolerance)
    let (size, side) = (150, 20)
    for row in 0..<side {
      for column in 0..<side {
        let (west, north) = (200 + column * size, 200 + row * size)
        let corners = [
          (west, north), (west + size, north), (west + size, north + size), (west, north + size),
        ]
        var ring: [(Double, Double)] = []
        for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
          let isOuter =
            (a.0 == b.0 && (a.0 == 200 || a.0 == 200 + side * size))
            || (a.1 == b.1 && (a.1 == 200 || a.1 == 200 + side * size))
          ring += border(a, b, isOuter: isOuter)
        }
        // Rings begin anywhere and run either way.
        let start = (row * 13 + column * 7) % ring.count
        ring = Array(ring[start...] + ring[..<start])
        if (row + column) % 2 == 0 { ring.reverse() }
        layer.add(id: UInt64(row * side + column), geometry: maker.polygon([ring]), tags: [])
      }
    }
    let drawn = try #require(try DecodedTile(VectorTile.encode([layer])).layers.first)
    #expect(drawn.features.count == side * side)
    #expect(drawn.features.map { abs($0.area) }.reduce(0, +) == Double(side * side * size * size))
    // With neither gaps nor overlaps a place lies in one polygon, not in none or two.
    var random = SeededGenerator(seed: 3)
    let rings = drawn.features.map { feature in
      let ring = feature.paths[0]
      let (xs, ys) = (ring.map { Double($0.x) }, ring.map { Double($0.y) })
      return (ring: ring, width: xs.min()!...xs.max()!, height: ys.min()!...ys.max()!)
    }
    for _ in 0..<3000 {
      let x = Double.random(in: 201...3199, using: &random)
      let y = Double.random(in: 201...3199, using: &random)
      let holders = rings.count {
        $0.width.contains(x) && $0.height.contains(y) && holds($0.ring, x, y)
      }
      #expect(holders == 1, "\(x) \(y)")
    }
    let vertices = drawn.features.flatMap(\.paths).map(\.count).reduce(0, +)
    if tolerance >= 15 { #expect(vertices < side * side * 160 / 6) }
  }

  /// Whether a ring holds a place that is on none of its edges.
  private func holds(_ ring: [DecodedTile.Vertex], _ x: Double, _ y: Double) -> Bool {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1))
    where (Double(a.y) > y) != (Double(b.y) > y) {
      let share = (y - Double(a.y)) / Double(b.y - a.y)
      if x < Double(a.x) + share * Double(b.x - a.x) { isInside.toggle() }
    }
    return isInside
  }

  @Test("An island fills the hole that it lies in")
  func island() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      let shore = maker.star(x: 2000, y: 2000, radii: 300...330, corners: 200, using: &random)
      var layer = VectorTileLayer(name: "area", tile: tile, simplification: 12)
      let frame = maker.rectangle(1000...3000, 1000...3000)
      layer.add(id: 1, geometry: maker.polygon([frame, shore]), tags: [])
      layer.add(id: 2, geometry: maker.polygon([shore.reversed()]), tags: [])
      let drawn = try #require(try DecodedTile(VectorTile.encode([layer])).layers.first)
      #expect(drawn.features.map(\.area).reduce(0, +) == 2000 * 2000)
    }
  }
}
