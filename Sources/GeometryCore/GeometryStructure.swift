public import SimpleFeatures

extension Geometry {
  /// How deep collections may nest.
  static var maximumNesting: Int { 32 }

  /// Checks that the buffers describe what ``Geometry/kind`` says, so that they can be walked.
  ///
  /// Ends must rise to the number of vertices and paths; x and y must be finite; a line has no
  /// vertex or at least two; a ring has at least four and is closed; a point, line string or
  /// polygon has at most one part. Empty geometries pass. Whether rings cross is
  /// ``validity()``'s question.
  ///
  /// - Throws: ``GeometryError`` `malformed`, `not-finite`, `too-few-points` or `unclosed-ring`.
  /// - Complexity: O(vertices).
  public func checkStructure() throws(GeometryError) {
    try checkStructure(depth: 0)
  }

  private func checkStructure(depth: Int) throws(GeometryError) {
    guard depth <= Self.maximumNesting else {
      throw .malformed("collections nest deeper than \(Self.maximumNesting) levels")
    }
    guard ordinates.count.isMultiple(of: stride) else {
      throw .malformed("\(ordinates.count) ordinates do not make vertices of \(stride)")
    }
    try checkEnds(pathEnds, total: vertexCount, of: "vertices", in: "paths")
    if kind == .collection {
      guard ordinates.isEmpty, partEnds.isEmpty else {
        throw .malformed("a collection has vertices of its own beside its members")
      }
      for member in members { try member.checkStructure(depth: depth + 1) }
      return
    }
    guard members.isEmpty else { throw .malformed("a \(kind) has members like a collection") }
    switch kind {
    case .polygon, .multiPolygon:
      try checkEnds(partEnds, total: pathEnds.count, of: "rings", in: "polygons")
    default:
      guard partEnds.isEmpty else { throw .malformed("a \(kind) has parts like a polygon") }
    }
    try checkCounts()
    try checkFinite()
    if !partEnds.isEmpty { try checkRings() }
  }

  private func checkEnds(
    _ ends: [Int], total: Int, of items: String, in groups: String
  ) throws(GeometryError) {
    var last = 0
    for end in ends {
      guard end >= last, end <= total else {
        throw .malformed("the ends of the \(groups) do not rise to the \(total) \(items)")
      }
      last = end
    }
    guard last == total else {
      throw .malformed("the \(groups) end at \(last) but there are \(total) \(items)")
    }
  }

  private func checkCounts() throws(GeometryError) {
    switch kind {
    case .point where vertexCount > 1:
      throw .malformed("a point has \(vertexCount) vertices")
    case .point, .multiPoint:
      guard pathEnds.count <= 1 else { throw .malformed("points lie in more than one path") }
    case .lineString where pathEnds.count > 1:
      throw .malformed("a line string has \(pathEnds.count) paths")
    case .lineString, .multiLineString:
      for path in pathEnds.indices where vertexRange(ofPath: path).count == 1 {
        throw GeometryError(
          .tooFewPoints, "a line has one vertex", hint: "a line needs at least two")
      }
    case .polygon where partEnds.count > 1:
      throw .malformed("a polygon has \(partEnds.count) parts")
    default: break
    }
  }

  private func checkFinite() throws(GeometryError) {
    let step = stride
    var i = 0
    while i < ordinates.count {
      guard ordinates[i].isFinite, ordinates[i + 1].isFinite else {
        throw GeometryError(
          .notFinite, "vertex \(i / step) is (\(ordinates[i]), \(ordinates[i + 1]))",
          hint: "x and y must be finite numbers")
      }
      i += step
    }
  }

  private func checkRings() throws(GeometryError) {
    let step = stride
    for path in pathEnds.indices {
      let range = vertexRange(ofPath: path)
      guard range.count >= 4 else {
        throw GeometryError(
          .tooFewPoints, "ring \(path) has \(range.count) vertices",
          hint: "a ring needs at least four, the last equal to the first")
      }
      let (first, last) = (range.lowerBound * step, (range.upperBound - 1) * step)
      guard ordinates[first] == ordinates[last], ordinates[first + 1] == ordinates[last + 1] else {
        throw GeometryError(
          .unclosedRing, "ring \(path) is not closed",
          hint: "repeat the first vertex (\(ordinates[first]), \(ordinates[first + 1])) at the end")
      }
    }
  }
}

extension GeometryError {
  /// An error about buffers that contradict each other.
  static func malformed(_ message: String) -> GeometryError {
    GeometryError(.malformed, message, hint: "the program that built the geometry is at fault")
  }
}
