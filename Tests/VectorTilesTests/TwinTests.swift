import SimpleFeatures
import TestSupport
import Testing
import VectorTiles

@Suite("The fast tile cutter against a slow one")
struct TwinTests {
  let tile = TileMatrixSet.webMercatorQuad.tile(containing: (114.4, 30.5), zoom: 14)
  var maker: TileGeometries { TileGeometries(tile: tile) }

  @Test("Polygons with holes are cut alike", arguments: [0.0, 4, 30])
  func polygons(tolerance: Double) throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<1500 {
      let geometry = maker.starWithHole(using: &random)
      try compare(geometry, tolerance: tolerance, buffer: Int.random(in: 0...256, using: &random))
    }
  }

  @Test("Lines are cut alike", arguments: [0.0, 4, 30])
  func lines(tolerance: Double) throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<1500 {
      let step = Double.random(in: 1...800, using: &random)
      var (x, y) = (Double.random(in: 0...4096, using: &random), 2000.0)
      let line = (0..<Int.random(in: 2...80, using: &random)).map { _ in
        x += Double.random(in: -step...step, using: &random)
        y += Double.random(in: -step...step, using: &random)
        return (x, y)
      }
      try compare(
        maker.line(line), tolerance: tolerance, buffer: Int.random(in: 0...256, using: &random))
    }
  }

  @Test("Heights and measures of vertices change nothing", arguments: [3, 4])
  func furtherOrdinates(stride: Int) throws {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<100 {
      var geometry = maker.starWithHole(using: &random)
      let flat = geometry.ordinates
      geometry.layout = stride == 3 ? .xym : .xyzm
      geometry.ordinates = []
      for index in Swift.stride(from: 0, to: flat.count, by: 2) {
        geometry.ordinates += flat[index...(index + 1)]
        geometry.ordinates += repeatElement(.nan, count: stride - 2)
      }
      try compare(geometry, tolerance: 0, buffer: 64)
    }
  }

  private func compare(_ geometry: Geometry, tolerance: Double, buffer: Int) throws {
    var layer = VectorTileLayer(
      name: "layer", tile: tile, buffer: buffer, simplification: tolerance)
    layer.add(id: 1, geometry: geometry, tags: [])
    let feature = try DecodedTile(VectorTile.encode([layer])).layers.first?.features.first
    var paths = feature?.paths ?? []
    if feature?.type == 3 { paths = paths.map(ReferenceEncoder.canonical) }
    let twin = ReferenceEncoder(
      tile: tile, buffer: Double(buffer), tolerance: tolerance)
    #expect(paths == twin.paths(of: geometry))
  }
}
