extension Geometry {
  /// The first fault that no reader may let through: a line of one point, a ring of fewer than four
  /// points, an open ring, an ordinate that is not finite; `nil` where there is none.
  ///
  /// Self-crossing and the like are for the geometry core to judge; this looks at each path alone.
  public var pathFault: FormatError? {
    for member in members {
      if let fault = member.pathFault { return fault }
    }
    if !ordinates.allSatisfy(\.isFinite) {
      return FormatError(
        .badCoordinate, "a coordinate is not a finite number",
        hint: "correct the record at its source")
    }
    guard !kind.isPuntal else { return nil }
    var start = 0
    for end in pathEnds {
      defer { start = end }
      let count = end - start
      if kind.isLinear {
        guard count < 2 else { continue }
        return FormatError(.tooFewPoints, "a line has fewer than two points")
      }
      if count < 4 {
        return FormatError(.tooFewPoints, "a ring has fewer than four points")
      }
      let (first, last) = (start * stride, (end - 1) * stride)
      if ordinates[first] != ordinates[last] || ordinates[first + 1] != ordinates[last + 1] {
        return FormatError(
          .unclosedRing, "a ring is not closed: its last point differs from its first",
          hint: "repeat the first point at the end of the ring")
      }
    }
    return nil
  }
}
