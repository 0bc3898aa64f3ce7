import CGEOS
public import SimpleFeatures

extension Geometry {
  /// Whether the two geometries share at least one point.
  ///
  /// For many questions about one geometry use ``PreparedSet``; for a rectangle,
  /// ``intersects(_:)-(Envelope)``.
  /// - Throws: ``GeometryError`` for a malformed geometry, or an invalid one that defeats GEOS.
  public func intersects(_ other: Geometry) throws(GeometryError) -> Bool {
    try GEOSPool.shared.withSession { (session) throws(GeometryError) in
      let mine = try session.make(self)
      let theirs = try session.make(other)
      return try session.truth(
        unsafe GEOSIntersects_r(session.context, mine.pointer, theirs.pointer),
        of: "the intersection test")
    }
  }
}
