import Foundation
import TestSupport
import Testing

@testable import VectorTiles

@Suite("Projection")
struct MercatorSeriesTests {
  @Test("The series keeps to its error within its reach, and its reach spans a city tile")
  func seriesError() {
    for zoom in [0, 5, 10, 14, 18, 24] {
      let unitsPerLogarithm = Double(4096 << zoom) / (4 * .pi)
      for latitude in [-85.0, -60, -30.5, 0, 1e-9, 22.5, 30.6, 53, 85] {
        let series = MercatorSeries(latitude: latitude, error: 1e-7 / unitsPerLogarithm)
        var worst = 0.0
        for step in -200...200 {
          let place = latitude + series.reachDegrees * Double(step) / 200
          let angle = place * .pi / 180
          let exact = 2 * log(tan(.pi / 4 + angle / 2))
          worst = max(worst, abs(series.twiceArtanhSine(latitude: place) - exact))
        }
        // The second term is what the formula itself loses to rounding.
        #expect(worst < 1e-7 / unitsPerLogarithm + 3e-15 * (1 + abs(tan(latitude * .pi / 180))))
        if abs(latitude) < 54, zoom >= 10 {
          #expect(series.reachDegrees > 0.55 * 360 / Double(1 << zoom) * cos(latitude * .pi / 180))
        }
      }
    }
  }

  @Test("Any place projects to where the closed form puts it, near the tile and far from it")
  func frame() {
    var random = SeededGenerator(seed: 41)
    for zoom in [0, 3, 9, 14, 19] {
      let tile = TileMatrixSet.webMercatorQuad.tile(containing: (114.4, 30.5), zoom: zoom)
      let frame = TileFrame(tile: tile, extent: 4096, buffer: 64)
      for span in [1e-4, 0.1, 5, 80] {
        for _ in 0..<100 {
          let longitude = 114.4 + Double.random(in: -span...span, using: &random)
          let latitude = min(30.5 + Double.random(in: -span...span, using: &random), 85)
          let count = Double(4096 << zoom)
          let x = (longitude + 180) / 360 * count - Double(4096 * tile.column)
          let north = log(tan(.pi / 4 + latitude * .pi / 360))
          let y = (1 - north / .pi) / 2 * count - Double(4096 * tile.row)
          let point = frame.place(longitude: longitude, latitude: latitude)
          #expect(abs(point.x - x) < 1e-5)
          #expect(abs(point.y - y) < 1e-5)
        }
      }
    }
  }
}

extension TileFrame {
  /// Projects one position in degrees.
  func place(longitude: Double, latitude: Double) -> TilePoint {
    var points = Scratch<TilePoint>()
    _ = project([longitude, latitude].span, step: 2, range: 0..<1, into: &points)
    return points.storage[0]
  }
}
