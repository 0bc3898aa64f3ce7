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

  var commands = GeometryCommands()
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
  mutating func append(points geometries: some Collection<Geometry>) {
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

  /// Takes the rings of a polygon or multi-polygon to the grid, the first of each part as its
  /// shell.
  mutating func cut(polygons geometry: Geometry, into rings: inout GridRings) {
    nextVertex = 0
    var first = 0
    for partEnd in geometry.partEnds {
      let end = min(partEnd, geometry.pathEnds.count)
      guard first < end else { continue }
      if cutRing(geometry, path: first) {
        rings.append(grid, isHole: false)
        for path in (first + 1)..<max(end, first + 1) where cutRing(geometry, path: path) {
          rings.append(grid, isHole: true)
        }
      }
      nextVertex = max(nextVertex, min(geometry.pathEnds[end - 1], geometry.vertexCount))
      first = end
    }
  }

  /// Projects, clips and rounds a ring into ``grid``; false where nothing of it is to be drawn.
  private mutating func cutRing(_ geometry: Geometry, path: Int) -> Bool {
    let bounds = project(geometry, path: path)
    guard vertices.count > 2, bounds.intersects(frame.clipBox) else { return false }
    if minimumArea > 0, abs(area(ofRing: vertices)) < minimumArea { return false }
    if !frame.clipBox.contains(bounds) {
      clip(&vertices, to: frame.clipBox, bounds: bounds, spare: &spare)
    }
    quantise(vertices, 0..<vertices.count, into: &grid)
    return twiceArea(ofRing: grid) != 0
  }

  /// Appends the polygons whose rings `range` of `rings` are, simplified.
  ///
  /// A polygon vanishes with its shell, and where one hole is as large as the clipped shell.
  ///
  /// - Parameter nodes: Where borders of rings part; `nil` where no two rings share one.
  mutating func append(
    polygons rings: borrowing GridRings, _ range: Range<Int>, nodes: borrowing SharedNodes?
  ) {
    var mark = commands.mark
    var shellArea = 0
    for index in range {
      let ring = rings[index]
      if !ring.isHole {
        mark = commands.mark
        shellArea = append(ring: ring, of: rings, nodes: nodes)
      } else if shellArea > 0, append(ring: ring, of: rings, nodes: nodes) >= shellArea {
        commands.removeAll(after: mark)
        shellArea = 0
      }
    }
  }

  /// Appends a ring, clockwise on a screen for a shell and the other way round for a hole.
  ///
  /// - Returns: Twice the area of the ring on the grid; 0 where nothing is left of it.
  private mutating func append(
    ring: GridRings.Ring, of rings: borrowing GridRings, nodes: borrowing SharedNodes?
  ) -> Int {
    rings.copy(ring, into: &grid)
    let isSplit =
      tolerance > 0
      && simplifier.simplifyArcs(
        of: &grid, startingAt: ring.vertices.lowerBound, nodes, tolerance: tolerance)
    dropCollinear(ring: &grid)
    if tolerance > 0, !isSplit {
      let count = grid.count
      simplifier.simplify(ring: &grid, tolerance: tolerance)
      if grid.count < count { dropCollinear(ring: &grid) }
    }
    let twice = twiceArea(ofRing: grid)
    guard twice != 0 else { return 0 }
    commands.append(ring: grid, isReversed: (twice < 0) != ring.isHole)
    return abs(twice)
  }

  /// Appends the square of a pixel around the middle of a polygon that is smaller.
  mutating func append(speckOf box: Envelope, side: Double) {
    guard let middle = middle(of: box) else { return }
    let half = side / 2
    let (left, top) = (gridUnits(middle.x - half), gridUnits(middle.y - half))
    let (right, bottom) = (left + Int32(side), top + Int32(side))
    fill([(left, top), (right, top), (right, bottom), (left, bottom)])
    commands.append(ring: grid, isReversed: false)
  }

  /// Appends a line of the length of a pixel for one that is shorter, of the same direction.
  mutating func append(speckOf line: Geometry, length: Double) {
    guard line.vertexCount > 1, let middle = middle(of: line.envelope) else { return }
    let last = (line.vertexCount - 1) * line.stride
    let (start, end) = (
      project(line.ordinates[0], line.ordinates[1]),
      project(line.ordinates[last], line.ordinates[last + 1])
    )
    guard let start, let end else { return }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let distance: Double = (dx * dx + dy * dy).squareRoot()
    let half = length / 2
    let east = distance > 0 ? dx / distance * half : half
    let south = distance > 0 ? dy / distance * half : 0
    fill([
      (gridUnits(middle.x - east), gridUnits(middle.y - south)),
      (gridUnits(middle.x + east), gridUnits(middle.y + south)),
    ])
    commands.append(line: grid)
  }

  /// The middle of a box in degrees; `nil` outside the buffered tile.
  private mutating func middle(of box: Envelope) -> TilePoint? {
    let middle = project((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
    return middle.flatMap { frame.holds($0) ? $0 : nil }
  }

  /// Projects one position in degrees; `nil` where it is not finite.
  private mutating func project(_ longitude: Double, _ latitude: Double) -> TilePoint? {
    let position = [longitude, latitude]
    _ = frame.project(position.span, step: 2, range: 0..<1, into: &spare)
    return spare.count == 1 ? spare.storage[0] : nil
  }

  private mutating func fill(_ points: [(Int32, Int32)]) {
    grid.reserve(points.count, filler: GridPoint(x: 0, y: 0))
    for (index, point) in points.enumerated() {
      grid.storage[index] = GridPoint(x: point.0, y: point.1)
    }
    grid.count = points.count
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
