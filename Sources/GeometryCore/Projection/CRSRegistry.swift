import CPROJ
import SimpleFeatures

extension PROJSession {
  /// What the registry of PROJ knows about a code.
  ///
  /// - Throws: ``GeometryError`` `unknown-crs` or `unsupported-crs`.
  borrowing func lookUp(
    authority: String, code: String
  ) throws(GeometryError) -> CoordinateReferenceSystem {
    let identifier = "\(authority):\(code)"
    guard let crs = unsafe proj_create(context, identifier) else { throw .unknownCRS(identifier) }
    defer { unsafe proj_destroy(crs) }
    let type = unsafe proj_get_type(crs)
    let isGeographic = type == PJ_TYPE_GEOGRAPHIC_2D_CRS
    let axis = unsafe firstAxis(of: crs)
    guard isGeographic || type == PJ_TYPE_PROJECTED_CRS, let axis,
      !isGeographic || abs(axis.unit - .pi / 180) < 1e-12, let base = unsafe base(of: crs)
    else {
      throw GeometryError(
        .unsupportedCRS, "\(identifier) is not a system of degrees or of a flat map",
        hint: "use a geographic 2D or projected system, for example EPSG:4490 or EPSG:4547")
    }
    return CoordinateReferenceSystem(
      authority: authority, code: code,
      name: unsafe proj_get_name(crs).map { unsafe String(cString: $0) } ?? identifier,
      isGeographic: isGeographic, hasNorthFirst: axis.isNorth,
      areaOfUse: unsafe area(of: crs) ?? Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90),
      base: base.identifier, baseArea: base.area,
      zone: axis.unit == 1 ? unsafe zone(of: crs) : nil)
  }

  /// The direction and the unit (metres or radians) of the first axis.
  private borrowing func firstAxis(of crs: OpaquePointer) -> (isNorth: Bool, unit: Double)? {
    let system = unsafe proj_crs_get_coordinate_system(context, crs)
    defer { unsafe proj_destroy(system) }
    var direction: UnsafePointer<CChar>? = nil
    var unit = 0.0
    guard let system = unsafe system,
      unsafe proj_cs_get_axis_info(context, system, 0, nil, nil, &direction, &unit, nil, nil, nil)
        == 1, let word = unsafe direction
    else { return nil }
    return (unsafe String(cString: word) == "north", unit)
  }

  /// The identifier and area of the geographic system that `crs` is or is built on.
  private borrowing func base(
    of crs: OpaquePointer
  ) -> (identifier: String, area: Envelope?)? {
    guard let base = unsafe proj_crs_get_geodetic_crs(context, crs) else { return nil }
    defer { unsafe proj_destroy(base) }
    guard let authority = unsafe proj_get_id_auth_name(base, 0),
      let code = unsafe proj_get_id_code(base, 0)
    else { return nil }
    let identifier = unsafe "\(String(cString: authority)):\(String(cString: code))"
    // The base that comes out of a projected system has lost its area.
    let registered = unsafe proj_create(context, identifier)
    defer { unsafe proj_destroy(registered) }
    return (identifier, unsafe registered.flatMap { unsafe area(of: $0) })
  }

  /// The area of use of a system or operation; one that crosses the antimeridian is the whole belt.
  borrowing func area(of object: OpaquePointer) -> Envelope? {
    var box = Envelope.empty
    let known = unsafe proj_get_area_of_use(
      context, object, &box.minX, &box.minY, &box.maxX, &box.maxY, nil)
    guard known == 1, box.minX > -1000 else { return nil }
    if box.minX > box.maxX { (box.minX, box.maxX) = (-180, 180) }
    return box
  }

  /// The zone of a transverse Mercator system; `nil` for other projections.
  private borrowing func zone(of crs: OpaquePointer) -> TransverseMercatorZone? {
    guard let conversion = unsafe proj_crs_get_coordoperation(context, crs) else { return nil }
    defer { unsafe proj_destroy(conversion) }
    var method: UnsafePointer<CChar>? = nil
    guard unsafe proj_coordoperation_get_method_info(context, conversion, &method, nil, nil) == 1,
      let method = unsafe method, unsafe String(cString: method) == "Transverse Mercator",
      let easting = unsafe parameter("False easting", of: conversion),
      let meridian = unsafe parameter("Longitude of natural origin", of: conversion)
    else { return nil }
    return TransverseMercatorZone(
      falseEastingMetres: easting, centralMeridianDegrees: meridian)
  }

  private borrowing func parameter(_ name: String, of operation: OpaquePointer) -> Double? {
    let index = unsafe proj_coordoperation_get_param_index(context, operation, name)
    var value = 0.0
    guard index >= 0,
      unsafe proj_coordoperation_get_param(
        context, operation, index, nil, nil, nil, &value, nil, nil, nil, nil, nil, nil) == 1
    else { return nil }
    return value
  }
}
