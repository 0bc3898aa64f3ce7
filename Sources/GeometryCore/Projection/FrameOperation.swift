import CPROJ

/// The way between a local frame and longitude and latitude of CGCS2000, in place.
///
/// Frame to CGCS2000 is computed as stated, at height 0 of the frame's ellipsoid. The way back is
/// its inverse to 1e-9 m: PROJ's inverse of the linear Helmert formula is off by the square of the
/// rotations (1.4 mm for 3 arc-seconds), so it only begins the iteration.
struct FrameOperation {
  private let plane: AffineMap?
  private let key: OperationKey

  init(_ frame: LocalFrame) {
    let grid =
      "+proj=tmerc +lat_0=0 +lon_0=\(frame.projection.centralMeridianDegrees)"
      + " +k_0=\(frame.projection.scale) +x_0=\(frame.projection.falseEastingMetres)"
      + " +y_0=\(frame.projection.falseNorthingMetres) \(frame.projection.ellipsoid.proj)"
    var steps = ["+inv \(grid)"]
    switch frame.shift {
    case .plane(let shift): plane = shift.map
    case .spatial(let shift):
      plane = nil
      steps += [
        "+proj=cart \(frame.projection.ellipsoid.proj)", shift.proj,
        "+inv +proj=cart \(Ellipsoid.cgcs2000.proj)",
      ]
    }
    steps.append("+proj=unitconvert +xy_in=rad +xy_out=deg")
    key = .pipeline("+proj=pipeline" + steps.map { " +step \($0)" }.joined())
  }

  /// Eastings and northings of the frame become degrees.
  func toDegrees(_ ordinates: inout [Double], stride: Int) throws(GeometryError) {
    if let plane { Self.apply(plane, &ordinates, stride) }
    try key.run(PJ_FWD, &ordinates, stride: stride)
  }

  /// Degrees become eastings and northings of the frame.
  func fromDegrees(_ ordinates: inout [Double], stride: Int) throws(GeometryError) {
    if let plane {
      try key.run(PJ_INV, &ordinates, stride: stride)
      Self.apply(try plane.inverted(), &ordinates, stride)
      return
    }
    let target = ordinates
    for _ in 0..<2 {
      var image = ordinates
      try key.run(PJ_INV, &image, stride: stride)
      try key.run(PJ_FWD, &image, stride: stride)
      for i in Swift.stride(from: 0, to: target.count, by: stride) {
        ordinates[i] += target[i] - image[i]
        ordinates[i + 1] += target[i + 1] - image[i + 1]
      }
    }
    try key.run(PJ_INV, &ordinates, stride: stride)
  }

  private static func apply(_ map: AffineMap, _ ordinates: inout [Double], _ stride: Int) {
    for i in Swift.stride(from: 0, to: ordinates.count, by: stride) {
      (ordinates[i], ordinates[i + 1]) = map.applied(x: ordinates[i], y: ordinates[i + 1])
    }
  }
}

extension Ellipsoid {
  fileprivate var proj: String { "+a=\(semiMajorAxisMetres) +rf=\(inverseFlattening)" }
}

extension SpatialShift {
  fileprivate var proj: String {
    "+proj=helmert +x=\(metres[0]) +y=\(metres[1]) +z=\(metres[2]) +rx=\(arcSeconds[0])"
      + " +ry=\(arcSeconds[1]) +rz=\(arcSeconds[2]) +s=\(scalePPM)"
      + " +convention=\(convention == .positionVector ? "position_vector" : "coordinate_frame")"
  }
}
