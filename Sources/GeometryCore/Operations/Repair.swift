import CGEOS
public import SimpleFeatures

/// What ``Geometry/repaired()`` made of a geometry.
public struct Repair: Equatable, Sendable {
  /// The valid geometry, of the same dimension as the input; possibly with more parts.
  public var geometry: Geometry
  /// The rule that the input broke; `nil` when the input was valid and is returned as it was.
  public var fault: Validity.Diagnostic?
  /// The input's vertices that the repaired geometry no longer touches.
  ///
  /// x, y, x, y and so on: the tips of spikes and the rings that enclose nothing.
  public var droppedVertices: [Double]

  /// Whether the geometry differs from the input.
  public var isChanged: Bool { fault != nil }
}

extension Geometry {
  /// Makes the geometry valid while keeping what it covers.
  ///
  /// A polygon keeps every place that its rings wind around: both lobes of a bow tie, the core of
  /// a star, the whole of overlapping parts. Holes are taken off afterwards; a hole that lies
  /// outside becomes a part of its own. Points and lines that are left over from polygons are
  /// dropped and reported, so a polygon gives polygons only. A repair drops m and lets GEOS
  /// interpolate z. Method: GEOS MakeValid, "structure".
  ///
  /// - Throws: ``GeometryError`` for a geometry that cannot be walked (malformed, NaN, unclosed
  ///   ring, too few points), and `collapsed` when nothing of its dimension is left.
  /// - Complexity: that of ``validity()`` for a valid geometry.
  public func repaired() throws(GeometryError) -> Repair {
    try checkStructure()
    guard let fault = validity().fault else {
      return Repair(geometry: self, fault: nil, droppedVertices: [])
    }
    return try GEOSPool.shared.withSession { (session) throws(GeometryError) in
      let made = try session.makeValid(session.make(self))
      guard let kept = made.keeping(dimensionOf: kind) else {
        throw GeometryError(
          .collapsed, "\(fault.message): nothing of the \(kind) is left after repair",
          hint: "the shape has no \(isAreal ? "area" : "length"); remove it or digitise it again")
      }
      let dropped = try session.vertices(of: self, apartFrom: session.make(kept))
      return Repair(geometry: kept, fault: fault, droppedVertices: dropped)
    }
  }

  /// Whether the geometry is made of polygons.
  var isAreal: Bool { kind == .polygon || kind == .multiPolygon }

  /// The parts that have the dimension of `kind`; `nil` where there are none.
  ///
  /// One part comes as a single geometry, several as a multi-geometry; a collection stays whole.
  private func keeping(dimensionOf kind: Kind) -> Geometry? {
    if kind == .collection { return isEmpty ? nil : self }
    let family = kind.family
    var parts = leaves.filter { $0.kind.family == family && !$0.isEmpty }
    if parts.contains(where: { $0.layout != parts[0].layout }) { parts = parts.map(\.flattened) }
    guard let layout = parts.first?.layout else { return nil }
    var kept = Geometry(kind: family.multi, layout: layout)
    for part in parts {
      let (vertices, paths) = (kept.vertexCount, kept.pathEnds.count)
      kept.ordinates += part.ordinates
      kept.pathEnds += part.pathEnds.map { $0 + vertices }
      kept.partEnds += part.partEnds.map { $0 + paths }
    }
    if family == .point { kept.pathEnds = [kept.vertexCount] }
    return kept.demotedFromMulti
  }

  /// The geometries that are no collections, in order.
  fileprivate var leaves: [Geometry] {
    kind == .collection ? members.flatMap(\.leaves) : [self]
  }
}

extension Geometry.Kind {
  /// The single kind of the same dimension.
  fileprivate var family: Self {
    switch self {
    case .point, .multiPoint: .point
    case .lineString, .multiLineString: .lineString
    case .polygon, .multiPolygon: .polygon
    case .collection: .collection
    }
  }

  /// The multi kind of a single kind.
  fileprivate var multi: Self {
    switch self {
    case .point: .multiPoint
    case .lineString: .multiLineString
    case .polygon: .multiPolygon
    default: self
    }
  }
}

extension GEOSSession {
  /// GEOS MakeValid by the structure method, with what collapsed kept as lines and points.
  fileprivate borrowing func makeValid(
    _ owned: borrowing GEOSOwned
  ) throws(GeometryError) -> Geometry {
    let parameters = unsafe GEOSMakeValidParams_create_r(context)
    defer { unsafe GEOSMakeValidParams_destroy_r(context, parameters) }
    unsafe GEOSMakeValidParams_setMethod_r(context, parameters, GEOS_MAKE_VALID_STRUCTURE)
    unsafe GEOSMakeValidParams_setKeepCollapsed_r(context, parameters, 1)
    let made = unsafe GEOSMakeValidWithParams_r(context, owned.pointer, parameters)
    return try read(unsafe own(made, from: "the repair"))
  }

  /// The vertices of `geometry` that do not touch `other`, as x, y, x, y and so on.
  fileprivate borrowing func vertices(
    of geometry: Geometry, apartFrom other: borrowing GEOSOwned
  ) throws(GeometryError) -> [Double] {
    let prepared = unsafe GEOSPrepare_r(context, other.pointer)
    defer { unsafe GEOSPreparedGeom_destroy_r(context, prepared) }
    var apart: [Double] = []
    for leaf in geometry.leaves {
      for i in Swift.stride(from: 0, to: leaf.ordinates.count, by: leaf.stride) {
        let (x, y) = (leaf.ordinates[i], leaf.ordinates[i + 1])
        let point = try make(.point(x: x, y: y))
        let answer = unsafe GEOSPreparedIntersects_r(context, prepared, point.pointer)
        if try !truth(answer, of: "the comparison") { apart += [x, y] }
      }
    }
    return apart
  }
}
