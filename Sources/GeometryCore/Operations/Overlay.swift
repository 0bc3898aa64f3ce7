import CGEOS
public import SimpleFeatures

/// What two geometries make together.
///
/// z is interpolated by GEOS where borders cross; m is dropped. All throw ``GeometryError`` for a
/// malformed geometry, or `operation-failed` for an invalid one that GEOS cannot overlay:
/// ``Geometry/repaired()`` first. An empty answer is an empty geometry, never an error.
extension Geometry {
  /// What both cover; pieces of several dimensions come as a collection.
  public func intersection(_ other: Geometry) throws(GeometryError) -> Geometry {
    try unsafe overlaid(with: other, "the intersection") { unsafe GEOSIntersection_r($0, $1, $2) }
  }

  /// What either covers; for many geometries use ``union(of:)``.
  public func union(_ other: Geometry) throws(GeometryError) -> Geometry {
    try unsafe overlaid(with: other, "the union") { unsafe GEOSUnion_r($0, $1, $2) }
  }

  /// What this geometry covers and `other` does not.
  public func difference(_ other: Geometry) throws(GeometryError) -> Geometry {
    try unsafe overlaid(with: other, "the difference") { unsafe GEOSDifference_r($0, $1, $2) }
  }

  /// What exactly one of the two covers.
  public func symmetricDifference(_ other: Geometry) throws(GeometryError) -> Geometry {
    try unsafe overlaid(with: other, "the symmetric difference") {
      unsafe GEOSSymDifference_r($0, $1, $2)
    }
  }

  private func overlaid(
    with other: Geometry, _ name: String,
    _ overlay: (OpaquePointer, OpaquePointer, OpaquePointer) -> OpaquePointer?
  ) throws(GeometryError) -> Geometry {
    try GEOSPool.shared.withSession { (session) throws(GeometryError) in
      let mine = try session.make(self)
      let theirs = try session.make(other)
      let made = unsafe overlay(session.context, mine.pointer, theirs.pointer)
      return try session.read(unsafe session.own(made, from: name))
    }
  }
}
