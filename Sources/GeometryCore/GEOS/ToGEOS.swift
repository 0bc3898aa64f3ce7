import CGEOS
import SimpleFeatures

extension GEOSSession {
  /// Builds the GEOS geometry of `geometry`, each ring and line copied in one go.
  ///
  /// Measures (m) are left behind: no GEOS operation uses them.
  /// - Throws: what ``Geometry/checkStructure()`` throws.
  borrowing func make(_ geometry: Geometry) throws(GeometryError) -> GEOSOwned {
    try geometry.checkStructure()
    return try makeChecked(geometry)
  }

  private borrowing func makeChecked(_ geometry: Geometry) throws(GeometryError) -> GEOSOwned {
    switch geometry.kind {
    case .point:
      guard geometry.vertexCount == 1 else {
        return try unsafe own(GEOSGeom_createEmptyPoint_r(context), from: "making a point")
      }
      return try makePoint(geometry, vertex: 0)
    case .lineString:
      return try makeLine(geometry, vertices: 0..<geometry.vertexCount)
    case .polygon:
      return try makePolygon(geometry, paths: 0..<geometry.pathEnds.count)
    case .multiPoint:
      return try makeMany(GEOS_MULTIPOINT, count: geometry.vertexCount) {
        (session, i) throws(GeometryError) in try session.makePoint(geometry, vertex: i)
      }
    case .multiLineString:
      return try makeMany(GEOS_MULTILINESTRING, count: geometry.pathEnds.count) {
        (session, i) throws(GeometryError) in
        try session.makeLine(geometry, vertices: geometry.vertexRange(ofPath: i))
      }
    case .multiPolygon:
      return try makeMany(GEOS_MULTIPOLYGON, count: geometry.partEnds.count) {
        (session, i) throws(GeometryError) in
        try session.makePolygon(geometry, paths: geometry.pathRange(ofPart: i))
      }
    case .collection:
      return try makeMany(GEOS_GEOMETRYCOLLECTION, count: geometry.members.count) {
        (session, i) throws(GeometryError) in try session.makeChecked(geometry.members[i])
      }
    }
  }

  /// A collection of `count` geometries built one after another.
  private borrowing func makeMany(
    _ type: GEOSGeomTypes, count: Int,
    _ member: (borrowing GEOSSession, Int) throws(GeometryError) -> GEOSOwned
  ) throws(GeometryError) -> GEOSOwned {
    var pointers: [OpaquePointer?] = unsafe []
    unsafe pointers.reserveCapacity(count)
    do throws(GeometryError) {
      for i in 0..<count { unsafe pointers.append(try member(self, i).release()) }
    } catch {
      for i in unsafe pointers.indices { unsafe GEOSGeom_destroy_r(context, pointers[i]) }
      throw error
    }
    let made = unsafe pointers.withUnsafeMutableBufferPointer {
      unsafe GEOSGeom_createCollection_r(
        context, Int32(type.rawValue), $0.baseAddress, UInt32(count))
    }
    return try unsafe own(made, from: "making a collection")
  }

  private borrowing func makePolygon(
    _ geometry: Geometry, paths: Range<Int>
  ) throws(GeometryError) -> GEOSOwned {
    guard let shell = paths.first else {
      return try unsafe own(GEOSGeom_createEmptyPolygon_r(context), from: "making a polygon")
    }
    var rings: [OpaquePointer?] = unsafe []
    do throws(GeometryError) {
      for path in paths {
        let ring = unsafe GEOSGeom_createLinearRing_r(
          context, try sequence(geometry, vertices: geometry.vertexRange(ofPath: path)))
        unsafe rings.append(try unsafe own(ring, from: "making ring \(path - shell)").release())
      }
    } catch {
      for i in unsafe rings.indices { unsafe GEOSGeom_destroy_r(context, rings[i]) }
      throw error
    }
    let outer = unsafe rings.removeFirst()
    let made = unsafe rings.withUnsafeMutableBufferPointer {
      unsafe GEOSGeom_createPolygon_r(context, outer, $0.baseAddress, UInt32($0.count))
    }
    return try unsafe own(made, from: "making a polygon")
  }

  private borrowing func makeLine(
    _ geometry: Geometry, vertices: Range<Int>
  ) throws(GeometryError) -> GEOSOwned {
    let line = unsafe GEOSGeom_createLineString_r(
      context, try sequence(geometry, vertices: vertices))
    return try unsafe own(line, from: "making a line")
  }

  private borrowing func makePoint(
    _ geometry: Geometry, vertex: Int
  ) throws(GeometryError) -> GEOSOwned {
    let point = unsafe GEOSGeom_createPoint_r(
      context, try sequence(geometry, vertices: vertex..<(vertex + 1)))
    return try unsafe own(point, from: "making a point")
  }

  /// The vertices of `geometry` in `vertices` as a coordinate sequence that the caller owns.
  private borrowing func sequence(
    _ geometry: Geometry, vertices: Range<Int>
  ) throws(GeometryError) -> OpaquePointer {
    let (hasZ, hasM) = (geometry.hasZ, geometry.layout == .xym || geometry.layout == .xyzm)
    let made = unsafe geometry.ordinates.withUnsafeBufferPointer { ordinates in
      unsafe GEOSCoordSeq_copyFromBuffer_r(
        context, ordinates.baseAddress.map { unsafe $0 + vertices.lowerBound * geometry.stride },
        UInt32(vertices.count), hasZ ? 1 : 0, hasM ? 1 : 0)
    }
    guard let made = unsafe made else { throw failure("copying vertices") }
    return unsafe made
  }
}

extension Geometry {
  /// Whether each vertex has a height.
  var hasZ: Bool { layout == .xyz || layout == .xyzm }
}
