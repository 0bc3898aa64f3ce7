public import SimpleFeatures

/// A linear map of the plane with a shift: x' = a·x + b·y + c, y' = d·x + e·y + f.
public struct AffineMap: Equatable, Sendable {
  /// The factor of x in x'.
  public var a: Double
  /// The factor of y in x'.
  public var b: Double
  /// What is added to x', in units of the coordinates.
  public var c: Double
  /// The factor of x in y'.
  public var d: Double
  /// The factor of y in y'.
  public var e: Double
  /// What is added to y', in units of the coordinates.
  public var f: Double

  /// A map by its six numbers.
  public init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// The map that moves by (`x`, `y`).
  public static func shift(x: Double, y: Double) -> AffineMap {
    AffineMap(a: 1, b: 0, c: x, d: 0, e: 1, f: y)
  }

  /// Where (`x`, `y`) comes to.
  public func applied(x: Double, y: Double) -> (x: Double, y: Double) {
    (a * x + b * y + c, d * x + e * y + f)
  }

  /// How many times an area grows; negative where left and right are exchanged.
  public var determinant: Double { a * e - b * d }

  /// The map that undoes this one.
  ///
  /// - Throws: ``GeometryError`` `bad-argument` for a map that flattens the plane.
  public func inverted() throws(GeometryError) -> AffineMap {
    let area = determinant
    guard area != 0, area.isFinite else {
      throw GeometryError(.badArgument, "an affine map of determinant \(area) has no inverse")
    }
    let (p, q, r, s) = (e / area, -b / area, -d / area, a / area)
    return AffineMap(a: p, b: q, c: -(p * c + q * f), d: r, e: s, f: -(r * c + s * f))
  }
}

extension Geometry {
  /// The geometry with each x and y mapped; z and m stay.
  ///
  /// - Throws: ``GeometryError`` for a malformed geometry, `not-finite` where the answer is no
  ///   number, `bad-argument` for a map that flattens the plane.
  /// - Complexity: O(vertices).
  public func mapped(by map: AffineMap) throws(GeometryError) -> Geometry {
    guard map.determinant != 0, map.determinant.isFinite, map.c.isFinite, map.f.isFinite else {
      throw GeometryError(
        .badArgument, "the affine map does not take the plane to the plane",
        hint: "its six numbers must be finite and a·e − b·d not 0")
    }
    try checkStructure()
    let moved = applying(map)
    try moved.checkStructure()
    return moved
  }

  private func applying(_ map: AffineMap) -> Geometry {
    var result = self
    var i = 0
    while i < ordinates.count {
      (result.ordinates[i], result.ordinates[i + 1]) = map.applied(
        x: ordinates[i], y: ordinates[i + 1])
      i += stride
    }
    result.members = members.map { $0.applying(map) }
    return result
  }
}
