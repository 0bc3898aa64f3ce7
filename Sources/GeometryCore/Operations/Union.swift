import CGEOS
public import SimpleFeatures

extension Geometry {
  /// The union of all `geometries`: what any of them covers, with shared borders dissolved.
  ///
  /// Two pieces of a building cut at a map sheet's edge become one polygon. z is interpolated by
  /// GEOS where borders cross; m is dropped. No geometries give an empty collection.
  ///
  /// - Throws: ``GeometryError`` for a malformed member, or `operation-failed` for an invalid one
  ///   that GEOS cannot overlay; ``repaired()`` first.
  /// - Complexity: O(n log n) in vertices for geometries that lie apart.
  public static func union(of geometries: [Geometry]) throws(GeometryError) -> Geometry {
    let all = Geometry(kind: .collection, members: geometries)
    return try GEOSPool.shared.withSession { (session) throws(GeometryError) in
      let owned = try session.make(all)
      let merged = unsafe GEOSUnaryUnion_r(session.context, owned.pointer)
      return try session.read(unsafe session.own(merged, from: "the union"))
    }
  }
}
