import CGEOS
public import SimpleFeatures

/// Simpler geometries that stand for one.
extension Geometry {
  /// The geometry with fewer vertices, none further than `tolerance` from the old border.
  ///
  /// Rings stay valid and keep their holes (Douglas-Peucker with a topology check). The unit of
  /// `tolerance` is that of the coordinates; 0 drops only vertices on straight lines.
  ///
  /// - Throws: ``GeometryError`` `bad-argument` for a negative or infinite tolerance, and for
  ///   malformed geometries.
  public func simplified(tolerance: Double) throws(GeometryError) -> Geometry {
    guard tolerance >= 0, tolerance.isFinite else {
      throw GeometryError(
        .badArgument, "the tolerance \(tolerance) is not a length",
        hint: "give 0 or more, in the unit of the coordinates")
    }
    return try unsafe derived("the simplification") {
      unsafe GEOSTopologyPreserveSimplify_r($0, $1, tolerance)
    }
  }

  /// The smallest convex geometry around this one: polygon, line or point.
  public func convexHull() throws(GeometryError) -> Geometry {
    try unsafe derived("the convex hull") { unsafe GEOSConvexHull_r($0, $1) }
  }

  /// The centre of gravity of the parts of highest dimension; it may lie outside the geometry.
  ///
  /// - Throws: ``GeometryError`` `empty` for an empty geometry, and for malformed ones.
  public func centroid() throws(GeometryError) -> Geometry {
    guard !isEmpty else { throw .empty("centroid") }
    return try unsafe derived("the centroid") { unsafe GEOSGetCentroid_r($0, $1) }
  }

  /// A point that is certain to lie on the geometry: the place for a label.
  ///
  /// - Throws: ``GeometryError`` `empty` for an empty geometry, and for malformed ones.
  public func pointOnSurface() throws(GeometryError) -> Geometry {
    guard !isEmpty else { throw .empty("point") }
    return try unsafe derived("the point on the surface") { unsafe GEOSPointOnSurface_r($0, $1) }
  }

  /// What a GEOS function of one geometry makes of this one.
  func derived(
    _ name: String, _ make: (OpaquePointer, OpaquePointer) -> OpaquePointer?
  ) throws(GeometryError) -> Geometry {
    try GEOSPool.shared.withSession { (session) throws(GeometryError) in
      let mine = try session.make(self)
      let made = unsafe make(session.context, mine.pointer)
      return try session.read(unsafe session.own(made, from: name))
    }
  }
}
