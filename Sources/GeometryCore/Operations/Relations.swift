import CGEOS
public import SimpleFeatures

/// How two geometries lie to each other, by OGC 06-103r4 section 6.1.15.
///
/// Each method builds both geometries for GEOS. For many questions about one geometry keep a
/// ``PreparedSet``; for a rectangle ask ``Geometry/intersects(_:)-(Envelope)``. All throw
/// ``GeometryError`` for a malformed geometry, or `operation-failed` for an invalid one that
/// defeats GEOS. Empty geometries are disjoint from everything.
extension Geometry {
  /// Whether the two geometries share at least one point.
  public func intersects(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe relation(to: other, "the intersection test") {
      unsafe GEOSIntersects_r($0, $1, $2)
    }
  }

  /// Whether the two geometries share no point.
  public func isDisjoint(from other: Geometry) throws(GeometryError) -> Bool {
    try unsafe relation(to: other, "the disjoint test") { unsafe GEOSDisjoint_r($0, $1, $2) }
  }

  /// Whether `other` lies in this geometry and their interiors meet; a point on the border does
  /// not.
  public func contains(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe relation(to: other, "the contains test") { unsafe GEOSContains_r($0, $1, $2) }
  }

  /// Whether no point of `other` lies outside this geometry, border included.
  public func covers(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe relation(to: other, "the covers test") { unsafe GEOSCovers_r($0, $1, $2) }
  }

  /// Whether this geometry lies in `other` and their interiors meet.
  public func isWithin(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe relation(to: other, "the within test") { unsafe GEOSWithin_r($0, $1, $2) }
  }

  /// Whether no point of this geometry lies outside `other`.
  public func isCovered(by other: Geometry) throws(GeometryError) -> Bool {
    try unsafe relation(to: other, "the covered-by test") { unsafe GEOSCoveredBy_r($0, $1, $2) }
  }

  /// Whether the borders meet and the interiors do not: two plots side by side.
  public func touches(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe relation(to: other, "the touches test") { unsafe GEOSTouches_r($0, $1, $2) }
  }

  /// Whether the interiors meet in something of lower dimension: a road that crosses a river.
  public func crosses(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe relation(to: other, "the crosses test") { unsafe GEOSCrosses_r($0, $1, $2) }
  }

  /// Whether two geometries of one dimension share a part of it, and neither holds the other.
  public func overlaps(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe relation(to: other, "the overlaps test") { unsafe GEOSOverlaps_r($0, $1, $2) }
  }

  /// Whether the two geometries are the same set of points, whatever their vertices and order.
  public func isTopologicallyEqual(to other: Geometry) throws(GeometryError) -> Bool {
    try unsafe relation(to: other, "the equality test") { unsafe GEOSEquals_r($0, $1, $2) }
  }

  /// The DE-9IM matrix as nine characters of `F012`, row by row: interior, border, exterior.
  public func relation(to other: Geometry) throws(GeometryError) -> String {
    try GEOSPool.shared.withSession { (session) throws(GeometryError) in
      let mine = try session.make(self)
      let theirs = try session.make(other)
      guard let text = unsafe GEOSRelate_r(session.context, mine.pointer, theirs.pointer) else {
        throw session.failure("the relation")
      }
      defer { unsafe GEOSFree_r(session.context, text) }
      return unsafe String(cString: text)
    }
  }

  /// Whether the DE-9IM matrix fits `pattern`, nine characters of `TF*012`: `T*F**F***` is
  /// "within".
  ///
  /// - Throws: also `bad-argument` for what is no pattern.
  public func relates(
    to other: Geometry, pattern: String
  ) throws(GeometryError) -> Bool {
    guard pattern.utf8.count == 9, pattern.allSatisfy("TF*012".contains) else {
      throw GeometryError(
        .badArgument, "\"\(pattern.prefix(20))\" is no DE-9IM pattern",
        hint: "write nine characters of T, F, *, 0, 1 and 2, for example T*F**F***")
    }
    return try unsafe relation(to: other, "the relation") {
      unsafe GEOSRelatePattern_r($0, $1, $2, pattern)
    }
  }

  /// The shortest distance to `other`, in units of the coordinates: meaningful in metres only.
  ///
  /// - Throws: also `empty` when one of the geometries is.
  public func planarDistance(to other: Geometry) throws(GeometryError) -> Double {
    guard !isEmpty, !other.isEmpty else { throw .empty("distance") }
    return try GEOSPool.shared.withSession { (session) throws(GeometryError) in
      let mine = try session.make(self)
      let theirs = try session.make(other)
      var distance = 0.0
      let done = unsafe GEOSDistance_r(
        session.context, mine.pointer, theirs.pointer, &distance)
      guard done == 1 else { throw session.failure("the distance") }
      return distance
    }
  }

  private func relation(
    to other: Geometry, _ name: String,
    _ test: (OpaquePointer, OpaquePointer, OpaquePointer) -> CChar
  ) throws(GeometryError) -> Bool {
    try GEOSPool.shared.withSession { (session) throws(GeometryError) in
      let mine = try session.make(self)
      let theirs = try session.make(other)
      return try session.truth(
        unsafe test(session.context, mine.pointer, theirs.pointer), of: name)
    }
  }
}

extension GeometryError {
  /// An error about an answer that an empty geometry does not have.
  static func empty(_ what: String) -> GeometryError {
    GeometryError(.empty, "an empty geometry has no \(what)", hint: "leave the record out")
  }
}
