import CGEOS
import SimpleFeatures

extension GEOSSession {
  /// Reads a GEOS geometry back as a value; z is kept, a linear ring becomes a line.
  borrowing func read(_ owned: borrowing GEOSOwned) throws(GeometryError) -> Geometry {
    try unsafe read(owned.pointer)
  }

  private borrowing func read(_ pointer: OpaquePointer) throws(GeometryError) -> Geometry {
    let type = GEOSGeomTypes(UInt32(bitPattern: unsafe GEOSGeomTypeId_r(context, pointer)))
    let layout: Geometry.Layout = unsafe GEOSHasZ_r(context, pointer) == 1 ? .xyz : .xy
    switch type {
    case GEOS_POINT: return try unsafe readParts(pointer, as: .point, layout)
    case GEOS_LINESTRING, GEOS_LINEARRING:
      return try unsafe readParts(pointer, as: .lineString, layout)
    case GEOS_POLYGON: return try unsafe readParts(pointer, as: .polygon, layout)
    case GEOS_MULTIPOINT: return try unsafe readParts(pointer, as: .multiPoint, layout)
    case GEOS_MULTILINESTRING: return try unsafe readParts(pointer, as: .multiLineString, layout)
    case GEOS_MULTIPOLYGON: return try unsafe readParts(pointer, as: .multiPolygon, layout)
    case GEOS_GEOMETRYCOLLECTION:
      var collection = Geometry(kind: .collection)
      for i in 0..<(unsafe GEOSGetNumGeometries_r(context, pointer)) {
        guard let member = unsafe GEOSGetGeometryN_r(context, pointer, i) else {
          throw failure("reading a collection")
        }
        collection.members.append(try unsafe read(member))
      }
      return collection
    default:
      throw GeometryError(.operationFailed, "GEOS returned geometry type \(type.rawValue)")
    }
  }

  /// Reads the parts of a geometry that is no mixed collection; a single one is its own part.
  private borrowing func readParts(
    _ pointer: OpaquePointer, as kind: Geometry.Kind, _ layout: Geometry.Layout
  ) throws(GeometryError) -> Geometry {
    var geometry = Geometry(kind: kind, layout: layout)
    for i in 0..<(unsafe GEOSGetNumGeometries_r(context, pointer)) {
      guard let part = unsafe GEOSGetGeometryN_r(context, pointer, i) else {
        throw failure("reading part \(i)")
      }
      if unsafe GEOSisEmpty_r(context, part) == 1 { continue }
      switch kind {
      case .polygon, .multiPolygon:
        try unsafe append(ring: GEOSGetExteriorRing_r(context, part), to: &geometry)
        for hole in 0..<(unsafe GEOSGetNumInteriorRings_r(context, part)) {
          try unsafe append(ring: GEOSGetInteriorRingN_r(context, part, hole), to: &geometry)
        }
        geometry.partEnds.append(geometry.pathEnds.count)
      case .point, .multiPoint:
        try unsafe append(ring: part, to: &geometry)
        geometry.pathEnds = [geometry.vertexCount]
      default:
        try unsafe append(ring: part, to: &geometry)
      }
    }
    return geometry
  }

  /// Appends the vertices of a ring, line or point as a path.
  private borrowing func append(
    ring: OpaquePointer?, to geometry: inout Geometry
  ) throws(GeometryError) {
    var count: UInt32 = 0
    guard let ring = unsafe ring, let sequence = unsafe GEOSGeom_getCoordSeq_r(context, ring),
      unsafe GEOSCoordSeq_getSize_r(context, sequence, &count) == 1
    else { throw failure("reading vertices") }
    let start = geometry.ordinates.count
    geometry.ordinates.append(contentsOf: repeatElement(0, count: Int(count) * geometry.stride))
    let hasZ: Int32 = geometry.hasZ ? 1 : 0
    let copied = unsafe geometry.ordinates.withUnsafeMutableBufferPointer { ordinates in
      unsafe GEOSCoordSeq_copyToBuffer_r(
        context, sequence, ordinates.baseAddress.map { unsafe $0 + start }, hasZ, 0)
    }
    guard copied == 1 else { throw failure("copying vertices") }
    geometry.pathEnds.append(geometry.vertexCount)
  }
}
