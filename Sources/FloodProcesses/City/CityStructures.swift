import Coverages
import Flood
import Foundation
import SimpleFeatures

/// Finds the water on both sides of what stands in an embankment.
struct CityStructures {
  /// The middle of the cells on one side, and how far around it they lie.
  struct End {
    let x, y: Double
    let radiusMetres: Double
    let bedMetres: Double
  }

  private let bed: RasterGrid
  private let embankments: [Geometry]
  /// Whether water of a river or lake stands in a cell at the beginning.
  private let isWater: (Int) -> Bool

  /// How far water is looked for from a structure: so many metres or cells.
  private static let reach = (metres: 80.0, cells: 3.0)
  /// How far an embankment may be from what stands in it, metres.
  private static let embankmentReach = 60.0
  /// Metres around the lowest cell whose cells share what passes.
  private static let radius = 12.0

  init(bed: RasterGrid, embankments: [Geometry], isWater: @escaping (Int) -> Bool) {
    self.bed = bed
    self.embankments = embankments
    self.isWater = isWater
  }

  /// The land side and the river side of a place in an embankment; `nil` where none is near
  /// or a side has no ground.
  ///
  /// The river side is the one with water at the beginning, of two such or none the lower one.
  func ends(x: Double, y: Double) -> (inner: End, outer: End)? {
    guard let line = nearestSegment(x, y), let sides = lowest(x, y, line) else { return nil }
    let (left, right) = sides
    let isLeftOuter =
      isWater(left) == isWater(right)
      ? bed.values[left] < bed.values[right] : isWater(left)
    let (inner, outer) = isLeftOuter ? (right, left) : (left, right)
    return (end(inner, line), end(outer, line))
  }

  private struct Segment {
    let x, y, dx, dy, distance: Double

    /// Above zero on the left side, in metres.
    func offset(_ px: Double, _ py: Double) -> Double {
      (dx * (py - y) - dy * (px - x)) / (dx * dx + dy * dy).squareRoot()
    }
  }

  private func nearestSegment(_ x: Double, _ y: Double) -> Segment? {
    let place = Place(x: x, y: y)
    var best: Segment?
    for line in embankments {
      for path in line.linePaths {
        for (a, b) in zip(path, path.dropFirst()) where a != b {
          let distance = place.distance(to: place.nearest(from: a, to: b))
          if distance <= Self.embankmentReach, distance < best?.distance ?? .infinity {
            best = Segment(x: a.x, y: a.y, dx: b.x - a.x, dy: b.y - a.y, distance: distance)
          }
        }
      }
    }
    return best
  }

  /// The lowest cell on each side of a line around a place.
  private func lowest(_ x: Double, _ y: Double, _ line: Segment) -> (left: Int, right: Int)? {
    let lattice = bed.lattice
    let reach = max(Self.reach.metres, Self.reach.cells * lattice.cellWidth)
    var (left, right): (Int?, Int?) = (nil, nil)
    lattice.forEachCell(within: reach, of: Place(x: x, y: y)) { cell, centre in
      let offset = line.offset(centre.x, centre.y)
      guard !bed.values[cell].isNaN, abs(offset) > lattice.cellWidth else { return }
      if offset > 0 {
        if bed.values[cell] < left.map({ bed.values[$0] }) ?? .infinity { left = cell }
      } else if bed.values[cell] < right.map({ bed.values[$0] }) ?? .infinity {
        right = cell
      }
    }
    guard let left, let right else { return nil }
    return (left, right)
  }

  private func end(_ cell: Int, _ line: Segment) -> End {
    let lattice = bed.lattice
    let x = lattice.x(ofColumn: cell % lattice.columns)
    let y = lattice.y(ofRow: cell / lattice.columns)
    // Not over the embankment.
    let room = abs(line.offset(x, y)) - lattice.cellWidth
    return End(
      x: x, y: y, radiusMetres: max(0, min(Self.radius, room)), bedMetres: Double(bed.values[cell]))
  }
}
