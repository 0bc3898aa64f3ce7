import SimpleFeatures

/// The three geometry types of an MVT feature; raw values are those of the specification.
enum TileGeometryType: UInt8, CaseIterable {
  case point = 1
  case line = 2
  case polygon = 3

  /// The type that geometries of `kind` become; `nil` for a collection.
  init?(_ kind: Geometry.Kind) {
    switch kind {
    case .point, .multiPoint: self = .point
    case .lineString, .multiLineString: self = .line
    case .polygon, .multiPolygon: self = .polygon
    case .collection: return nil
    }
  }
}

/// Takes geometries in degrees to the command stream of one feature after another.
///
/// Each path is projected, clipped to the buffered tile, rounded to the grid, simplified and freed
/// of vertices in line with their neighbours. A path inside the buffered tile is not clipped. Path
/// and part ends that do not rise or that lie beyond the ordinates are cut to what there is.
struct GeometryEncoder {
  let frame: TileFrame
  /// The tolerance of the simplification in grid units.
  let tolerance: Double
  /// Rings of a smaller area, before clipping, vanish; in square grid units.
  let minimumArea: Double

  private(set) var commands = GeometryCommands()
  private var vertices = Scratch<TilePoint>()
  private var spare = Scratch<TilePoint>()
  private var grid = Scratch<GridPoint>()
  private var pieceEnds: [Int] = []
  private var simplifier = Simplifier()
  /// The first vertex of the current geometry that no path has reached.
  private var nextVertex = 0

  init(frame: TileFrame, tolerance: Double, minimumArea: Double) {
    self.frame = frame
    self.tolerance = tolerance
    self.minimumArea = minimumArea
  }

  /// Starts a new feature.
  mutating func removeAll() { commands.removeAll() }

  /// Appends the points that lie in the closed buffered tile.
  ///
  /// A feature's points are one command, so all its geometries are given at once.
  mutating func append(points geometries: [Geometry]) {
    spare.count = 0
    for geometry in geometries {
      nextVertex = 0
      for path in geometry.pathEnds.indices {
        _ = project(geometry, path: path)
        spare.reserve(spare.count + vertices.count, filler: TilePoint(x: 0, y: 0))
        for point in vertices.storage.prefix(vertices.count) where frame.holds(point) {
          spare.storage[spare.count] = point
          spare.count += 1
        }
      }
    }
    quantise(spare, 0..<spare.count, into: &grid)
    commands.append(points: grid)
  }

  /// Appends the lines of a line string or multi-line string.
  mutating func append(lines geometry: Geometry) {
    nextVertex = 0
    for path in geometry.pathEnds.indices {
      let bounds = project(geometry, path: path)
      guard vertices.count > 1, bounds.intersects(frame.clipBox) else { continue }
      if frame.clipBox.contains(bounds) {
        append(piece: 0..<vertices.count)
        continue
      }
      clip(line: vertices, to: frame.clipBox, pieces: &spare, ends: &pieceEnds)
      swap(&vertices, &spare)
      var start = 0
      for end in pieceEnds {
        append(piece: start..<end)
        start = end
      }
    }
  }

  private mutating func append(piece: Range<Int>) {
    quantise(vertices, piece, into: &grid)
    if tolerance > 0 { simplifier.simplify(line: &grid, tolerance: tolerance) }
    dropCollinear(line: &grid)
    commands.append(line: grid)
  }

  /// Appends the polygons of a polygon or multi-polygon, the first ring of each part as its shell.
  ///
  /// A polygon vanishes with its shell, and where one hole is as large as the clipped shell.
  mutating func append(polygons geometry: Geometry) {
    nextVertex = 0
    var first = 0
    for partEnd in geometry.partEnds {
      let end = min(partEnd, geometry.pathEnds.count)
      guard first < end else { continue }
      let mark = commands.mark
      let shellArea = appendRing(geometry, path: first, isHole: false)
      var path = first + 1
      while shellArea > 0, path < end {
        if appendRing(geometry, path: path, isHole: true) >= shellArea {
          commands.removeAll(after: mark)
          break
        }
        path += 1
      }
      nextVertex = max(nextVertex, min(geometry.pathEnds[end - 1], geometry.vertexCount))
      first = end
    }
  }

  /// Appends a ring, clockwise on a screen for a shell and the other way round for a hole.
  ///
  /// - Returns: Twice the area of the ring on the grid; 0 where nothing is left of it.
  private mutating func appendRing(_ geometry: Geometry, path: Int, isHole: Bool) -> Int {
    let bounds = project(geometry, path: path)
    guard vertices.count > 2, bounds.intersects(frame.clipBox) else { return 0 }
    if minimumArea > 0, abs(area(ofRing: vertices)) < minimumArea { return 0 }
    if !frame.clipBox.contains(bounds) {
      clip(&vertices, to: frame.clipBox, bounds: bounds, spare: &spare)
    }
    quantise(vertices, 0..<vertices.count, into: &grid)
    dropCollinear(ring: &grid)
    if tolerance > 0 {
      simplifier.simplify(ring: &grid, tolerance: tolerance)
      dropCollinear(ring: &grid)
    }
    let twice = twiceArea(ofRing: grid)
    guard twice != 0 else { return 0 }
    commands.append(ring: grid, isReversed: (twice < 0) != isHole)
    return abs(twice)
  }

  /// Projects a path into ``vertices``; each vertex belongs to the first path that reaches it.
  private mutating func project(_ geometry: Geometry, path: Int) -> Envelope {
    let start = nextVertex
    let end = min(max(geometry.pathEnds[path], start), geometry.vertexCount)
    nextVertex = end
    return frame.project(
      geometry.ordinates.span, step: geometry.stride, range: start..<end, into: &vertices)
  }
}

/// The signed area of a ring in square units, positive when clockwise on a screen.
func area(ofRing ring: borrowing Scratch<TilePoint>) -> Double {
  guard ring.count > 2 else { return 0 }
  precondition(ring.count <= ring.storage.count)
  let points = ring.storage.span
  let origin = unsafe points[unchecked: 0]
  var sum = 0.0
  for i in 2..<ring.count {
    let a = unsafe points[unchecked: i &- 1]
    let b = unsafe points[unchecked: i]
    sum += (a.x - origin.x) * (b.y - origin.y) - (b.x - origin.x) * (a.y - origin.y)
  }
  return sum / 2
}
