public import SimpleFeatures

/// A place on a line, as a distance along it.
public struct LinePosition: Equatable, Sendable {
  /// The distance from the line's first vertex along the line, in units of the coordinates.
  public var along: Double
  /// The distance of the asked point from the line, in units of the coordinates.
  public var offset: Double
  /// The place on the line.
  public var x: Double
  /// The place on the line.
  public var y: Double

  /// A place by its distance along the line, its distance from it, and itself.
  public init(along: Double, offset: Double, x: Double, y: Double) {
    (self.along, self.offset, self.x, self.y) = (along, offset, x, y)
  }
}

/// Distances along one line string: a station on a river, a manhole on a pipe.
///
/// Distances are planar and in the unit of the coordinates, so give metres (a Gauss-Krüger
/// system), not degrees. All throw ``GeometryError`` `wrong-kind` for anything but a line string of
/// positive length, `not-finite` or `bad-argument` for numbers that mean nothing.
extension Geometry {
  /// The length of all lines and rings, in units of the coordinates; 0 for points.
  public var planarLength: Double {
    if kind == .collection { return members.reduce(0) { $0 + $1.planarLength } }
    guard kind != .point, kind != .multiPoint, (try? checkStructure()) != nil else { return 0 }
    return pathEnds.indices.reduce(0) { total, path in
      vertexRange(ofPath: path).dropFirst().reduce(total) { $0 + edge(endingAt: $1).length }
    }
  }

  /// The place on this line that is nearest to (`x`, `y`); of several the first.
  ///
  /// - Complexity: O(vertices).
  public func position(nearestTo x: Double, _ y: Double) throws(GeometryError) -> LinePosition {
    try checkLine()
    guard x.isFinite, y.isFinite else {
      throw GeometryError(.notFinite, "(\(x), \(y)) is no point", hint: "give finite numbers")
    }
    var best = LinePosition(along: 0, offset: .infinity, x: 0, y: 0)
    var done = 0.0
    for vertex in 1..<vertexCount {
      let edge = edge(endingAt: vertex)
      let square = edge.dx * edge.dx + edge.dy * edge.dy
      let dot = (x - edge.x) * edge.dx + (y - edge.y) * edge.dy
      let share = square > 0 ? min(1, max(0, dot / square)) : 0
      let (px, py) = (edge.x + share * edge.dx, edge.y + share * edge.dy)
      let offset = Self.length(x - px, y - py)
      if offset < best.offset {
        best = LinePosition(along: done + share * edge.length, offset: offset, x: px, y: py)
      }
      done += edge.length
    }
    return best
  }

  /// The point at `distance` from the line's beginning; z and m are interpolated.
  ///
  /// A negative distance counts from the line's end. Beyond either end it is an error, save for
  /// the rounding of a whole length (1e-9 of it).
  public func point(atDistance distance: Double) throws(GeometryError) -> Geometry {
    let place = try stationed(at: try along(distance))
    return Geometry(kind: .point, layout: layout, ordinates: place.vertex, pathEnds: [1])
  }

  /// The piece of the line between two distances from its beginning, in the line's direction.
  ///
  /// `to` smaller than `from` gives the piece turned round; equal distances are refused, since a
  /// line of one point is none.
  public func substring(from: Double, to: Double) throws(GeometryError) -> Geometry {
    let (from, to) = (try along(from), try along(to))
    guard from != to else {
      throw GeometryError(
        .badArgument, "a piece of line from \(from) to \(to) has no length",
        hint: "for one place ask for the point at that distance")
    }
    let (start, end) = (try stationed(at: min(from, to)), try stationed(at: max(from, to)))
    var vertices = [start.vertex]
    for vertex in start.next..<max(start.next, end.next) {
      vertices.append(Array(ordinates[(vertex * stride)..<((vertex + 1) * stride)]))
    }
    if vertices.last != end.vertex || vertices.count == 1 { vertices.append(end.vertex) }
    if vertices.count > 2, vertices[0] == vertices[1] { vertices.removeFirst() }
    if from > to { vertices.reverse() }
    return Geometry(
      kind: .lineString, layout: layout, ordinates: vertices.flatMap { $0 },
      pathEnds: [vertices.count])
  }

  // MARK: Parts

  /// Checks a distance and counts a negative one from the end.
  private func along(_ distance: Double) throws(GeometryError) -> Double {
    try checkLine()
    let length = planarLength
    let along = distance < 0 ? length + distance : distance
    let slack = 1e-9 * length
    guard along.isFinite, along >= -slack, along <= length + slack else {
      throw GeometryError(
        .badArgument, "the distance \(distance) does not lie on a line of length \(length)",
        hint: "give 0 to \(length), or a negative distance from the line's end")
    }
    return min(length, max(0, along))
  }

  private func checkLine() throws(GeometryError) {
    guard kind == .lineString else {
      throw GeometryError(
        .wrongKind, "distances run along a line string, not along a \(kind)",
        hint: "take one line of it, or the outline of the polygon as a line")
    }
    try checkStructure()
    guard planarLength > 0 else {
      throw GeometryError(
        .wrongKind, "the line has no length", hint: "it needs two different vertices")
    }
  }

  /// The vertex at `distance`, and the first of the line's own vertices that comes after it.
  private func stationed(
    at distance: Double
  ) throws(GeometryError) -> (vertex: [Double], next: Int) {
    var done = 0.0
    for next in 1..<vertexCount {
      let length = edge(endingAt: next).length
      if distance <= done + length, length > 0 {
        let share = (distance - done) / length
        let (a, b) = ((next - 1) * stride, next * stride)
        // Both ends exactly: a + 1·(b − a) may differ from b in the last place.
        if share >= 1 { return (Array(ordinates[b..<(b + stride)]), next) }
        return (
          (0..<stride).map { ordinates[a + $0] + share * (ordinates[b + $0] - ordinates[a + $0]) },
          next
        )
      }
      done += length
    }
    return (Array(ordinates.suffix(stride)), vertexCount - 1)
  }

  private func edge(
    endingAt vertex: Int
  ) -> (x: Double, y: Double, dx: Double, dy: Double, length: Double) {
    let (a, b) = ((vertex - 1) * stride, vertex * stride)
    let (dx, dy) = (ordinates[b] - ordinates[a], ordinates[b + 1] - ordinates[a + 1])
    return (ordinates[a], ordinates[a + 1], dx, dy, Self.length(dx, dy))
  }

  private static func length(_ dx: Double, _ dy: Double) -> Double {
    (dx * dx + dy * dy).squareRoot()
  }
}
