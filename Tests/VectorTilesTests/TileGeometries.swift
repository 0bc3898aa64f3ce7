import Foundation
import SimpleFeatures
import TestSupport

@testable import VectorTiles

/// Geometries given in tile units and taken to the degrees that project onto them.
struct TileGeometries {
  let tile: TileCoordinate

  /// The degrees of a place given in 1/4096 tile from the tile's north-western corner.
  func degrees(_ x: Double, _ y: Double) -> [Double] {
    let count = Double(1 << tile.zoom)
    return [
      WebMercator.longitude(u: (Double(tile.column) + x / 4096) / count),
      WebMercator.latitude(v: (Double(tile.row) + y / 4096) / count),
    ]
  }

  func ordinates(_ vertices: [(Double, Double)]) -> [Double] {
    vertices.flatMap { degrees($0.0, $0.1) }
  }

  func ring(_ vertices: [(Double, Double)]) -> [Double] {
    ordinates(vertices + vertices.prefix(1))
  }

  func polygon(_ rings: [[(Double, Double)]]) -> Geometry { .polygon(rings.map(ring)) }

  func line(_ vertices: [(Double, Double)]) -> Geometry { .lineString(ordinates(vertices)) }

  func rectangle(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> [(Double, Double)] {
    [
      (x.lowerBound, y.lowerBound), (x.upperBound, y.lowerBound), (x.upperBound, y.upperBound),
      (x.lowerBound, y.upperBound),
    ]
  }

  /// A star-shaped ring around a centre: never crosses itself.
  func star(
    x: Double, y: Double, radii: ClosedRange<Double>, corners: Int,
    using random: inout SeededGenerator
  ) -> [(Double, Double)] {
    (0..<corners).map { corner in
      let angle = 2 * Double.pi * Double(corner) / Double(corners)
      let radius = Double.random(in: radii, using: &random)
      return (x + radius * cos(angle), y + radius * sin(angle))
    }
  }

  /// A star of random size and place, often with a star-shaped hole, in either orientation.
  func starWithHole(using random: inout SeededGenerator) -> Geometry {
    let x = Double.random(in: -2000...6000, using: &random)
    let y = Double.random(in: -2000...6000, using: &random)
    let radius = Double.random(in: 20...4000, using: &random)
    let corners = Int.random(in: 3...40, using: &random)
    var rings = [star(x: x, y: y, radii: radius...(2 * radius), corners: corners, using: &random)]
    if Bool.random(using: &random), corners > 5 {
      rings.append(
        star(x: x, y: y, radii: (radius / 4)...(radius / 2), corners: corners, using: &random))
    }
    for index in rings.indices where Bool.random(using: &random) { rings[index].reverse() }
    return polygon(rings)
  }
}
