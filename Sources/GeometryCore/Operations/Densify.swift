public import SimpleFeatures

extension Geometry {
  /// How many vertices ``densified(step:)`` may make.
  static var maximumDensifiedVertices: Int { 50_000_000 }

  /// The geometry with vertices added on its edges until none is longer than `step`.
  ///
  /// Needed before a transformation that bends straight lines. Each edge is cut into the fewest
  /// equal pieces; old vertices stay as they are, z and m are interpolated. The unit of `step` is
  /// that of the coordinates. Points come back unchanged.
  ///
  /// - Throws: ``GeometryError`` `bad-argument` for a step that is not above 0 or would make more
  ///   than 50 million vertices, and for malformed geometries.
  /// - Complexity: O(vertices of the answer).
  public func densified(step: Double) throws(GeometryError) -> Geometry {
    guard step > 0, step.isFinite else {
      throw GeometryError(
        .badArgument, "the step \(step) is not a length above 0",
        hint: "give the longest edge that may stay, in the unit of the coordinates")
    }
    try checkStructure()
    var budget = Self.maximumDensifiedVertices
    return try densified(step: step, budget: &budget)
  }

  private func densified(step: Double, budget: inout Int) throws(GeometryError) -> Geometry {
    guard kind != .point, kind != .multiPoint else { return self }
    var result = self
    if kind == .collection {
      for i in members.indices {
        result.members[i] = try members[i].densified(step: step, budget: &budget)
      }
      return result
    }
    result.ordinates.removeAll(keepingCapacity: true)
    for path in pathEnds.indices {
      let range = vertexRange(ofPath: path)
      for vertex in range {
        if vertex > range.lowerBound {
          try appendPieces(before: vertex, step: step, to: &result.ordinates, budget: &budget)
        }
        result.ordinates += ordinates[(vertex * stride)..<((vertex + 1) * stride)]
      }
      result.pathEnds[path] = result.ordinates.count / stride
    }
    return result
  }

  /// Appends the new vertices between `vertex` and the one before it.
  private func appendPieces(
    before vertex: Int, step: Double, to ordinates: inout [Double], budget: inout Int
  ) throws(GeometryError) {
    let (from, to) = ((vertex - 1) * stride, vertex * stride)
    let dx = self.ordinates[to] - self.ordinates[from]
    let dy = self.ordinates[to + 1] - self.ordinates[from + 1]
    let pieces = ((dx * dx + dy * dy).squareRoot() / step).rounded(.up)
    guard pieces <= Double(budget) else {
      throw GeometryError(
        .badArgument,
        "the step \(step) would make more than \(Self.maximumDensifiedVertices) "
          + "vertices",
        hint: "give a larger step; is it in the unit of the coordinates?")
    }
    guard pieces > 1 else { return }
    budget -= Int(pieces)
    for piece in 1..<Int(pieces) {
      let share = Double(piece) / pieces
      for i in 0..<stride {
        let (a, b) = (self.ordinates[from + i], self.ordinates[to + i])
        ordinates.append(a + share * (b - a))
      }
    }
  }
}
