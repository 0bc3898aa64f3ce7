import CPROJ
public import SimpleFeatures

/// Lengths and areas on an ellipsoid of revolution, exact to 15 nm and 0.1 m².
///
/// Source: C. F. F. Karney, Algorithms for geodesics (2013), doi:10.1007/s00190-012-0578-z, in
/// PROJ's implementation.
public struct Ellipsoid: Hashable, Sendable {
  /// The semi-major axis in metres.
  public let semiMajorAxisMetres: Double
  /// One divided by the flattening; 0 for a sphere.
  public let inverseFlattening: Double

  /// The ellipsoid of CGCS2000: 6 378 137 m, 1/298.257222101 (GB/T 22021).
  public static let cgcs2000 = Ellipsoid(
    semiMajorAxisMetres: 6_378_137, inverseFlattening: 298.257_222_101)
  /// Krassovsky 1940, of Beijing 1954: 6 378 245 m, 1/298.3.
  public static let krassovsky = Ellipsoid(
    semiMajorAxisMetres: 6_378_245, inverseFlattening: 298.3)
  /// IAG 1975, of Xi'an 1980: 6 378 140 m, 1/298.257.
  public static let iag75 = Ellipsoid(
    semiMajorAxisMetres: 6_378_140, inverseFlattening: 298.257)

  /// The geodesic distance between two places, in metres; degrees in.
  public func distanceMetres(
    fromLongitude longitude: Double, latitude: Double, toLongitude: Double,
    latitude toLatitude: Double
  ) -> Double {
    var geodesic = model
    var metres = 0.0
    unsafe geod_inverse(
      &geodesic, latitude, longitude, toLatitude, toLongitude, &metres, nil, nil)
    return metres
  }

  var model: geod_geodesic {
    var model = geod_geodesic()
    unsafe geod_init(
      &model, semiMajorAxisMetres, inverseFlattening > 0 ? 1 / inverseFlattening : 0)
    return model
  }
}

extension Geometry {
  /// The length of the lines, or of the polygons' borders, in metres on the ellipsoid.
  ///
  /// Edges are geodesics. Coordinates of a projected system are first brought back to degrees, so
  /// the answer is that on the ground also for a drawing in Web Mercator. Points give 0.
  ///
  /// - Throws: ``GeometryError`` for malformed geometries and what ``CoordinateTransform`` refuses.
  public func geodesicLengthMetres(
    in crs: CoordinateReferenceSystem = .cgcs2000
  ) throws(GeometryError) -> Double {
    let places = try degrees(from: crs)
    return places.geodesicSums(on: .cgcs2000).length
  }

  /// The area of the polygons in square metres on the ellipsoid; holes are taken off.
  ///
  /// As ``geodesicLengthMetres(in:)``; the direction of the rings does not matter.
  ///
  /// - Throws: ``GeometryError`` for malformed geometries and what ``CoordinateTransform`` refuses.
  public func geodesicAreaSquareMetres(
    in crs: CoordinateReferenceSystem = .cgcs2000
  ) throws(GeometryError) -> Double {
    let places = try degrees(from: crs)
    return places.geodesicSums(on: .cgcs2000).area
  }

  /// The geometry in longitude and latitude of CGCS2000.
  private func degrees(from crs: CoordinateReferenceSystem) throws(GeometryError) -> Geometry {
    try checkStructure()
    return try CoordinateTransform(from: crs, to: .cgcs2000).transform(flattened)
  }

  private func geodesicSums(on ellipsoid: Ellipsoid) -> (length: Double, area: Double) {
    var sums = (length: 0.0, area: 0.0)
    if kind == .collection {
      for member in members {
        let part = member.geodesicSums(on: ellipsoid)
        sums = (sums.length + part.length, sums.area + part.area)
      }
      return sums
    }
    guard kind != .point, kind != .multiPoint else { return sums }
    var geodesic = ellipsoid.model
    let outer = Set(partEnds.indices.map { pathRange(ofPart: $0).lowerBound })
    for path in pathEnds.indices {
      let ring = geodesicSums(ofPath: path, on: &geodesic)
      sums.length += ring.length
      sums.area += outer.contains(path) ? abs(ring.area) : -abs(ring.area)
    }
    return sums
  }

  private func geodesicSums(
    ofPath path: Int, on geodesic: inout geod_geodesic
  ) -> (length: Double, area: Double) {
    var polygon = geod_polygon()
    unsafe geod_polygon_init(&polygon, isAreal ? 0 : 1)
    // PROJ closes the ring itself.
    let range = vertexRange(ofPath: path)
    for vertex in isAreal ? range.dropLast() : range {
      let i = vertex * stride
      unsafe geod_polygon_addpoint(&geodesic, &polygon, ordinates[i + 1], ordinates[i])
    }
    var (length, area) = (0.0, 0.0)
    guard isAreal else {
      unsafe geod_polygon_compute(&geodesic, &polygon, 0, 1, nil, &length)
      return (length, 0)
    }
    unsafe geod_polygon_compute(&geodesic, &polygon, 0, 1, &area, &length)
    return (length, area)
  }
}
