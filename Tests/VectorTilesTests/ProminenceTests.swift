import SimpleFeatures
import Testing

@testable import VectorTiles

@Suite("How much of the map a feature fills")
struct ProminenceTests {
  let tile = TileMatrixSet.webMercatorQuad.tile(containing: (114.4, 30.5), zoom: 12)
  var maker: TileGeometries { TileGeometries(tile: tile) }

  @Test("A square of eight units is whole at its level and not at the one above")
  func whole() {
    let square = maker.polygon([maker.rectangle(100...108.1, 100...108.1)])
    #expect(FeatureRank(of: square, id: "a").isWhole(atZoom: 12))
    #expect(!FeatureRank(of: square, id: "a").isWhole(atZoom: 11))
    let line = maker.line([(100, 100), (106, 106)])
    #expect(FeatureRank(of: line, id: "a").isWhole(atZoom: 12))
    #expect(!FeatureRank(of: line, id: "a").isWhole(atZoom: 11))
    let ring = maker.polygon([
      maker.rectangle(100...120, 100...120), maker.rectangle(101...119, 101...119),
    ])
    #expect(FeatureRank(of: ring, id: "a").isWhole(atZoom: 12))
    #expect(abs(FeatureRank(of: ring, id: "a").size * 0x1p24 - 76.0 / 64) < 0.01)
  }

  @Test("Of many equal features, each level shows the share that keeps their area or length")
  func shares() {
    let shapes = [
      maker.polygon([maker.rectangle(0...8, 0...8)]), maker.line([(0, 0), (8, 0)]),
      .point(x: 114, y: 30),
    ]
    for (shape, step) in zip(shapes, [4.0, 2, 4]) {
      for zoom in [11, 10, 9] {
        let shown = (0..<40_000).count { number in
          let prominence = FeatureRank(of: shape, id: "feature-\(number)")
          let base = shape.kind == .point ? 12 : 0
          return prominence.weight >= FeatureRank.threshold(zoom: zoom, base: base)
        }
        var share = 1.0
        for _ in zoom..<12 { share /= step }
        let expected = 40_000 * share
        #expect(abs(Double(shown) - expected) < 5 * expected.squareRoot() + 0.02 * expected)
      }
    }
  }

  @Test("Points are all shown from the level on at which they are a thousand a tile")
  func bases() {
    let box = tile.envelope()
    #expect(FeatureRank.base(forPoints: 1000, over: box) == 0)
    #expect(FeatureRank.base(forPoints: 1025 * 1024, over: box) >= 16)
    #expect(FeatureRank.base(forPoints: 10, over: box) == 0)
  }
}
