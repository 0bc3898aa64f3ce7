import Foundation
import SimpleFeatures

/// A place in a plane, metres.
struct Place: Hashable {
  var x, y: Double

  func distance(to other: Place) -> Double { hypot(x - other.x, y - other.y) }

  /// The place of a segment that lies nearest.
  func nearest(from a: Place, to b: Place) -> Place {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let share = square > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / square : 0
    let at = min(max(share, 0), 1)
    return Place(x: a.x + at * dx, y: a.y + at * dy)
  }
}

extension Geometry {
  /// The vertices of a path.
  func places(ofPath path: Int) -> [Place] {
    vertexRange(ofPath: path).map {
      Place(x: ordinates[$0 * stride], y: ordinates[$0 * stride + 1])
    }
  }

  /// The paths of lines, each with two vertices or more.
  var linePaths: [[Place]] {
    guard kind == .lineString || kind == .multiLineString else { return [] }
    return pathEnds.indices.map { places(ofPath: $0) }.filter { $0.count > 1 }
  }
}

extension RasterLattice {
  /// Calls `body` for each cell whose centre lies within a distance of a place, row by row.
  func forEachCell(
    within metres: Double, of place: Place, _ body: (_ cell: Int, _ centre: Place) -> Void
  ) {
    let near = cells(
      covering: Envelope(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
        .expanded(by: metres))
    for row in near.rows.clamped(to: 0..<rows) {
      for column in near.columns.clamped(to: 0..<columns) {
        let centre = Place(x: x(ofColumn: column), y: y(ofRow: row))
        if centre.distance(to: place) <= metres { body(row * columns + column, centre) }
      }
    }
  }
}
