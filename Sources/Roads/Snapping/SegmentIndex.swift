import GeometryCore
import SimpleFeatures

/// Which segments lie near a place: a grid of cells, each with the segments that pass it.
struct SegmentIndex: Sendable {
  private let map: RoadMap
  private let chains: RoadChains
  /// The grid's south-west corner and the size of its cells, 1e-7 degrees.
  private let west, south: Int
  private let width, height: Int
  private let columns, rows: Int
  /// Place in ``segments`` of each cell's first one, and one past the last.
  private let first: [UInt32]
  private let segments: [UInt32]

  /// The box around the grid, degrees.
  var box: Envelope {
    Envelope(
      minX: Double(west) * 1e-7, minY: Double(south) * 1e-7,
      maxX: Double(west + columns * width) * 1e-7, maxY: Double(south + rows * height) * 1e-7)
  }

  /// A place on a segment.
  struct Hit {
    var segment: Int
    /// 0 at the segment's beginning, 1 at its end.
    var fraction: Double
    var metres: Double
  }

  init(_ map: RoadMap, _ chains: RoadChains) {
    self.map = map
    self.chains = chains
    var (west, south, east, north) = (Int.max, Int.max, Int.min, Int.min)
    for node in chains.points {
      let (x, y) = (Int(map.longitudes[Int(node)]), Int(map.latitudes[Int(node)]))
      west = min(west, x)
      east = max(east, x)
      south = min(south, y)
      north = max(north, y)
    }
    if west > east { (west, south, east, north) = (0, 0, 0, 0) }
    let scale = MetresPerDegree(latitude: Double(south + north) * 0.5e-7)
    let area =
      Double(east - west) * 1e-7 * scale.east * Double(north - south) * 1e-7 * scale.north
    // About one cell for two segments, none smaller than 80 m.
    let metres = max(80, (area / Double(max(1, chains.points.count / 2))).squareRoot())
    self.west = west
    self.south = south
    width = max(1, Int(metres / max(scale.east, 1) * 1e7))
    height = max(1, Int(metres / scale.north * 1e7))
    columns = (east - west) / width + 1
    rows = (north - south) / height + 1
    (first, segments) = Self.fill(
      map, chains, west: west, south: south, width: width, height: height, columns: columns,
      rows: rows)
  }

  private static func fill(
    _ map: RoadMap, _ chains: RoadChains, west: Int, south: Int, width: Int, height: Int,
    columns: Int, rows: Int
  ) -> (first: [UInt32], segments: [UInt32]) {
    var cells: [UInt32] = []
    var entries: [UInt32] = []
    for chain in 0..<chains.count {
      for segment in chains.segmentRange(chain)
      where chains.segmentWays[segment] != RoadChains.noWay {
        let (a, b) = (Int(chains.points[segment]), Int(chains.points[segment + 1]))
        let start = (Int(map.longitudes[a]) - west, Int(map.latitudes[a]) - south)
        let end = (Int(map.longitudes[b]) - west, Int(map.latitudes[b]) - south)
        forEachCell(from: start, to: end, width: width, height: height) { column, row in
          cells.append(UInt32(row * columns + column))
          entries.append(UInt32(segment))
        }
      }
    }
    var first = [UInt32](repeating: 0, count: columns * rows + 1)
    for cell in cells { first[Int(cell) + 1] += 1 }
    for cell in 1..<first.count { first[cell] += first[cell - 1] }
    var place = first
    var segments = [UInt32](repeating: 0, count: entries.count)
    for (cell, segment) in zip(cells, entries) {
      segments[Int(place[Int(cell)])] = segment
      place[Int(cell)] += 1
    }
    return (first, segments)
  }

  /// The cells that a line touches, row by row; a cell more at each end of a row, to be sure.
  private static func forEachCell(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int), width: Int, height: Int,
    _ body: (Int, Int) -> Void
  ) {
    let (low, high) = start.y <= end.y ? (start, end) : (end, start)
    let rows = low.y / height...high.y / height
    for row in rows {
      var (one, other) = (low.x, high.x)
      if rows.count > 1 {
        let slope = Double(high.x - low.x) / Double(high.y - low.y)
        let bottom = max(low.y, row * height)
        let top = min(high.y, (row + 1) * height)
        one = low.x + Int(slope * Double(bottom - low.y))
        other = low.x + Int(slope * Double(top - low.y))
      }
      let most = max(low.x, high.x) / width
      let least = min(low.x, high.x) / width
      let from = max(least, (min(one, other) - 1) / width)
      for column in from...max(from, min(most, (max(one, other) + 1) / width)) {
        body(column, row)
      }
    }
  }

  /// The nearest wanted segment to a place in degrees, not farther than `limit` metres.
  func nearest(
    longitude: Double, latitude: Double, within limit: Double, _ isWanted: (Int) -> Bool
  ) -> Hit? {
    let scale = MetresPerDegree(latitude: latitude)
    let (x, y) = (longitude * 1e7 - Double(west), latitude * 1e7 - Double(south))
    guard x.magnitude < 1e10, y.magnitude < 1e10 else { return nil }
    let column = Int((x / Double(width)).rounded(.down))
    let row = Int((y / Double(height)).rounded(.down))
    let reach = min(
      Double(width) * 1e-7 * max(scale.east, 1), Double(height) * 1e-7 * scale.north)
    // Rings that lie before the grid hold nothing.
    var ring = max(
      0, max(-column, column - columns + 1), max(-row, row - rows + 1))
    var best: Hit?
    while Double(ring - 1) * reach <= min(limit, best?.metres ?? limit) {
      let top = row + ring
      let bottom = row - ring
      for y in max(0, bottom)...max(0, bottom, min(rows - 1, top)) where y <= min(rows - 1, top) {
        let isEdge = y == bottom || y == top
        let step = isEdge || ring == 0 ? 1 : 2 * ring
        var x = column - ring
        if step == 1 { x = max(0, x) }
        while x <= min(column + ring, columns - 1) {
          if x >= 0 {
            look(x, y, longitude, latitude, scale, limit, isWanted, &best)
          }
          x += step
        }
      }
      ring += 1
      if ring > columns + rows + max(abs(column), abs(row)) { break }
    }
    return best
  }

  private func look(
    _ column: Int, _ row: Int, _ longitude: Double, _ latitude: Double, _ scale: MetresPerDegree,
    _ limit: Double, _ isWanted: (Int) -> Bool, _ best: inout Hit?
  ) {
    let cell = row * columns + column
    for place in Int(first[cell])..<Int(first[cell + 1]) {
      let segment = Int(segments[place])
      let hit = hit(segment, longitude, latitude, scale)
      guard hit.metres <= limit, hit.metres < best?.metres ?? .infinity, isWanted(segment) else {
        continue
      }
      best = hit
    }
  }

  private func hit(
    _ segment: Int, _ longitude: Double, _ latitude: Double, _ scale: MetresPerDegree
  ) -> Hit {
    let (a, b) = (Int(chains.points[segment]), Int(chains.points[segment + 1]))
    let ax = (Double(map.longitudes[a]) * 1e-7 - longitude) * scale.east
    let ay = (Double(map.latitudes[a]) * 1e-7 - latitude) * scale.north
    let dx = Double(Int(map.longitudes[b]) - Int(map.longitudes[a])) * 1e-7 * scale.east
    let dy = Double(Int(map.latitudes[b]) - Int(map.latitudes[a])) * 1e-7 * scale.north
    let square = dx * dx + dy * dy
    let fraction = square > 0 ? min(1, max(0, -(ax * dx + ay * dy) / square)) : 0
    let (x, y) = (ax + fraction * dx, ay + fraction * dy)
    return Hit(segment: segment, fraction: fraction, metres: (x * x + y * y).squareRoot())
  }

  /// The segments in cells that a box in degrees touches, each once, in order.
  func segments(in box: Envelope) -> [Int] {
    guard !box.isEmpty else { return [] }
    func units(_ degrees: Double) -> Int { Int(max(-4e9, min(4e9, degrees * 1e7))) }
    let (inWest, south) = (units(box.minX) - 1, units(box.minY) - 1)
    let (east, north) = (units(box.maxX) + 1, units(box.maxY) + 1)
    let fromColumn = max(0, (inWest - self.west) / width - 1)
    let toColumn = min(columns - 1, (east - self.west) / width + 1)
    let fromRow = max(0, (south - self.south) / height - 1)
    let toRow = min(rows - 1, (north - self.south) / height + 1)
    guard fromColumn <= toColumn, fromRow <= toRow else { return [] }
    var found: [UInt32] = []
    for row in fromRow...toRow {
      let cells = row * columns + fromColumn...row * columns + toColumn
      found += segments[Int(first[cells.lowerBound])..<Int(first[cells.upperBound + 1])]
    }
    found.sort()
    var unique: [Int] = []
    for segment in found where unique.last != Int(segment) { unique.append(Int(segment)) }
    return unique
  }
}
