import SimpleFeatures
import TestSupport
import Testing

@testable import VectorTiles

@Suite("Simplification")
struct SimplifyingTests {
  let tile = TileMatrixSet.webMercatorQuad.tile(containing: (114.4, 30.5), zoom: 12)
  var maker: TileGeometries { TileGeometries(tile: tile) }

  @Test("Whatever a line loses lies within the tolerance of what stays", arguments: [1.0, 5, 50])
  func lossIsBounded(tolerance: Double) {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<100 {
      var last = GridPoint(x: 0, y: 0)
      let line = (0..<Int.random(in: 3...1500, using: &random)).map { _ in
        last.x += Int32.random(in: -20...30, using: &random)
        last.y += Int32.random(in: -20...20, using: &random)
        return last
      }
      var grid = Scratch(storage: line, count: line.count)
      var simplifier = Simplifier()
      simplifier.simplify(line: &grid, tolerance: tolerance)
      let kept = Array(grid.storage.prefix(grid.count))
      #expect(kept.first == line.first)
      #expect(kept.last == line.last)
      // Every vertex is kept or near one of the segments, in the order of the line.
      var segment = 0
      for vertex in line {
        while segment + 1 < kept.count - 1,
          distance(vertex, kept[segment], kept[segment + 1]) > tolerance * 1.000001
        { segment += 1 }
        #expect(distance(vertex, kept[segment], kept[segment + 1]) <= tolerance * 1.000001)
      }
      if tolerance == 50, line.count > 1000 { #expect(kept.count < line.count / 4) }
    }
  }

  @Test("A rectangle keeps its corners and loses the vertices along its sides")
  func rectangle() throws {
    var sides: [(Double, Double)] = []
    for step in 0..<100 { sides.append((Double(step) * 10, step % 2 == 0 ? 0 : 1)) }
    for step in 0..<100 { sides.append((1000 - (step % 2 == 0 ? 0 : 1), Double(step) * 10)) }
    sides += [(1000, 1000), (0, 1000)]
    let feature = try #require(try cut(maker.polygon([sides]), simplification: 2))
    #expect(feature.paths[0].count == 4)
  }

  @Test(
    "A million vertices that defeat plain Douglas–Peucker are done in time",
    .timeLimit(.minutes(1)))
  func hardLine() {
    let line = (0..<1_000_000 as Range<Int32>).map { index in
      GridPoint(x: index, y: index.isMultiple(of: 2) ? index : -index)
    }
    var grid = Scratch(storage: line, count: line.count)
    var simplifier = Simplifier()
    simplifier.simplify(line: &grid, tolerance: 0.5)
    #expect(grid.count > 999_000)
  }

  @Test("Below the deepest level polygons of less than a pixel vanish, others stay whole")
  func smallPolygons() throws {
    let hut = maker.polygon([maker.rectangle(100...107, 100...107)])
    let house = maker.polygon([
      maker.rectangle(200...209, 200...209), maker.rectangle(202...205, 202...205),
    ])
    #expect(try cut(hut, minimumArea: 64) == nil)
    #expect(try cut(hut, minimumArea: 0)?.area == 49)
    #expect(try cut(house, minimumArea: 64)?.area == 81)
    #expect(try cut(house, minimumArea: 0)?.area == 72)
    // A large polygon that shows a small corner in the tile is not a small polygon.
    let field = maker.polygon([maker.rectangle(-3000...(-60), 10...3000)])
    #expect(try cut(field, minimumArea: 64 * 64)?.area == 4 * 2990)
  }

  @Test("Vertices in line, repeats and spikes of rings go; turning points of lines stay")
  func collinear() throws {
    let spiked = maker.polygon([
      [(0, 0), (50, 0), (50, 0.1), (100, 0), (300, 0), (100, 0), (100, 100), (0, 100), (0, 50)]
    ])
    let feature = try #require(try cut(spiked))
    #expect(feature.paths[0].map { [$0.x, $0.y] } == [[0, 0], [100, 0], [100, 100], [0, 100]])
    let flat = maker.polygon([[(0, 0), (50, 0), (100, 0.2), (70, 0)]])
    #expect(try cut(flat) == nil)
    let back = try #require(try cut(maker.line([(0, 0), (50, 0), (100, 0), (20, 0), (10, 0)])))
    #expect(back.paths[0].map(\.x) == [0, 100, 10])
    #expect(try cut(maker.line([(7.1, 7.1), (7.2, 7.2), (6.9, 6.9)])) == nil)
  }

  private func cut(
    _ geometry: Geometry, simplification: Double = 0, minimumArea: Double = 0
  ) throws -> DecodedTile.Feature? {
    var layer = VectorTileLayer(
      name: "layer", tile: tile, simplification: simplification, minimumArea: minimumArea)
    layer.add(id: nil, geometry: geometry, tags: [])
    return try DecodedTile(VectorTile.encode([layer])).layers.first?.features.first
  }

  private func distance(_ point: GridPoint, _ a: GridPoint, _ b: GridPoint) -> Double {
    let start = SIMD2(Double(a.x), Double(a.y))
    let step = SIMD2(Double(b.x), Double(b.y)) - start
    let way = SIMD2(Double(point.x), Double(point.y)) - start
    let length = (step * step).sum()
    let share = length > 0 ? min(max((way * step).sum() / length, 0), 1) : 0
    let gap = way - share * step
    return (gap * gap).sum().squareRoot()
  }
}
