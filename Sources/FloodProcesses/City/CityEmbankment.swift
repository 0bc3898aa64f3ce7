import Foundation
import SimpleFeatures

/// An embankment's line on the cells of a run.
enum CityEmbankment {
  /// How far from a side of the area a line may end to be taken to it, metres.
  static func reach(on lattice: RasterLattice) -> Double { max(2 * lattice.cellWidth, 150) }

  /// The line with ends that lie close to a side of the area continued to it.
  ///
  /// Dykes are drawn to about where a terrain ends, and cells that are larger than the terrain's do
  /// not hold the rest of them: water would pass there.
  static func reachingSides(_ line: Geometry, of lattice: RasterLattice) -> Geometry {
    guard line.kind == .lineString, line.pathEnds.count == 1 else { return line }
    let places = line.places(ofPath: 0)
    guard let first = places.first, let last = places.last,
      let head = exit(from: first, places.dropFirst(), lattice),
      let tail = exit(from: last, places.reversed().dropFirst(), lattice)
    else { return line }
    let all = head + places + tail
    return .lineString(all.flatMap { [$0.x, $0.y] })
  }

  /// Where the line leaves the area beyond an end; none for one that lies far inside, or outside.
  ///
  /// It is `nil` for a line without a direction.
  private static func exit(
    from end: Place, _ others: some Sequence<Place>, _ lattice: RasterLattice
  ) -> [Place]? {
    let (box, cell) = (lattice.envelope, lattice.cellWidth)
    let reach = reach(on: lattice)
    let before = others.first { end.distance(to: $0) > 1e-6 }
    guard let before else { return nil }
    let sides = [end.x - box.minX, box.maxX - end.x, end.y - box.minY, box.maxY - end.y]
    guard let nearest = sides.min(), nearest >= 0, nearest <= reach else { return [] }
    let length = end.distance(to: before)
    let (dx, dy) = ((end.x - before.x) / length, (end.y - before.y) / length)
    let ways = [
      dx < 0 ? sides[0] / -dx : .infinity, dx > 0 ? sides[1] / dx : .infinity,
      dy < 0 ? sides[2] / -dy : .infinity, dy > 0 ? sides[3] / dy : .infinity,
    ]
    // A line that runs along a side does not end at it.
    guard let way = ways.min(), way <= 2 * reach else { return [] }
    return [Place(x: end.x + (way + cell) * dx, y: end.y + (way + cell) * dy)]
  }
}
