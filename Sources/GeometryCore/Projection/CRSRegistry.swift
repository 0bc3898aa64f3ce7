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
    // PROJ takes numbers of Esri under the name of EPSG.
    if let id = unsafe id(of: crs), id.authority != authority { throw .unknownCRS(identifier) }
    let type = unsafe proj_get_type(crs)
    if type == PJ_TYPE_GEOGRAPHIC_3D_CRS { return try unsafe solid(crs, identifier) }
    if type == PJ_TYPE_COMPOUND_CRS { return try unsafe compound(crs, identifier) }
    let isGeographic = type == PJ_TYPE_GEOGRAPHIC_2D_CRS
    let axis = unsafe firstAxis(of: crs)
    guard isGeographic || type == PJ_TYPE_PROJECTED_CRS, let axis,
      !isGeographic || abs(axis.unit - .pi / 180) < 1e-12, let base = unsafe base(of: crs)
    else {
      throw GeometryError(
        .unsupportedCRS, "\(identifier) is not a system of degrees or of a flat map",
        hint: type == PJ_TYPE_VERTICAL_CRS
          ? "it says only how high: write it after a flat system, as in EPSG:4547+5737"
          : "use a geographic or projected system, for example EPSG:4490 or EPSG:4547")
    }
    return CoordinateReferenceSystem(
      authority: authority, code: code,
      name: unsafe proj_get_name(crs).map { unsafe String(cString: $0) } ?? identifier,
      isGeographic: isGeographic, hasNorthFirst: axis.direction == "north",
      areaOfUse: unsafe area(of: crs) ?? Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90),
      base: base.identifier, baseArea: base.area,
      zone: axis.unit == 1 ? unsafe zone(of: crs) : nil)
  }

  /// A geographic system with heights above its ellipsoid.
  private borrowing func solid(
    _ crs: OpaquePointer, _ identifier: String
  ) throws(GeometryError) -> CoordinateReferenceSystem {
    let flat = unsafe proj_crs_demote_to_2D(context, nil, crs)
    defer { unsafe proj_destroy(flat) }
    guard let flat = unsafe flat, let (authority, code) = unsafe id(of: flat) else {
      throw GeometryError(
        .unsupportedCRS, "\(identifier) has no two-dimensional partner in the registry")
    }
    let partner = try lookUp(authority: authority, code: code)
    return partner.with(
      .ellipsoid(of: partner.base), code: String(identifier.dropFirst(5)),
      name: unsafe proj_get_name(crs).map { unsafe String(cString: $0) } ?? identifier)
  }

  /// A registered pair of a flat system and a height system.
  private borrowing func compound(
    _ crs: OpaquePointer, _ identifier: String
  ) throws(GeometryError) -> CoordinateReferenceSystem {
    let (flat, height) = unsafe (
      proj_crs_get_sub_crs(context, crs, 0), proj_crs_get_sub_crs(context, crs, 1)
    )
    defer {
      unsafe proj_destroy(flat)
      unsafe proj_destroy(height)
    }
    guard let flat = unsafe flat, let height = unsafe height, let a = unsafe id(of: flat),
      let b = unsafe id(of: height)
    else { throw .unknownCRS(identifier) }
    let partner = try lookUp(authority: a.authority, code: a.code)
    return partner.with(
      try lookUpVertical(code: b.code), code: String(identifier.dropFirst(5)),
      name: unsafe proj_get_name(crs).map { unsafe String(cString: $0) } ?? identifier)
  }

  /// A height system of the EPSG registry.
  ///
  /// - Throws: ``GeometryError`` `unknown-crs`, or `unsupported-crs` for anything but heights in
  ///   metres, upwards.
  borrowing func lookUpVertical(code: String) throws(GeometryError) -> VerticalDatum {
    switch code {
    case "5737": return .yellowSea1985
    case "5736": return .yellowSea1956
    default: break
    }
    guard let crs = unsafe proj_create(context, "EPSG:\(code)") else {
      throw .unknownCRS("EPSG:\(code)")
    }
    defer { unsafe proj_destroy(crs) }
    let axis = unsafe firstAxis(of: crs)
    guard unsafe proj_get_type(crs) == PJ_TYPE_VERTICAL_CRS, let axis, axis.unit == 1,
      axis.direction == "up"
    else {
      throw GeometryError(
        .unsupportedCRS, "EPSG:\(code) is no system of heights in metres",
        hint: "1985 heights are EPSG:5737, Huanghai 1956 heights EPSG:5736")
    }
    let name = unsafe proj_get_name(crs).map { unsafe String(cString: $0) } ?? code
    return .registered(code: code, name: name)
  }

  private borrowing func id(of crs: OpaquePointer) -> (authority: String, code: String)? {
    guard let authority = unsafe proj_get_id_auth_name(crs, 0),
      let code = unsafe proj_get_id_code(crs, 0)
    else { return nil }
    return unsafe (String(cString: authority), String(cString: code))
  }

  /// The direction and the unit (metres or radians) of the first axis.
  private borrowing func firstAxis(of crs: OpaquePointer) -> (direction: String, unit: Double)? {
    let system = unsafe proj_crs_get_coordinate_system(context, crs)
    defer { unsafe proj_destroy(system) }
    var direction: UnsafePointer<CChar>? = nil
    var unit = 0.0
    guard let system = unsafe system,
      unsafe proj_cs_get_axis_info(context, system, 0, nil, nil, &direction, &unit, nil, nil, nil)
        == 1, let word = unsafe direction
    else { return nil }
    return (unsafe String(cString: word), unit)
  }

  /// The identifier and area of the geographic system that `crs` is or is built on.
  private borrowing func base(
    of crs: OpaquePointer
  ) -> (identifier: String, area: Envelope?)? {
    guard let base = unsafe proj_crs_get_geodetic_crs(context, crs) else { return nil }
    defer { unsafe proj_destroy(base) }
    guard let (authority, code) = unsafe id(of: base) else { return nil }
    let identifier = "\(authority):\(code)"
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
