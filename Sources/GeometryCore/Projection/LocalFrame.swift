public import SimpleFeatures

/// A city's own plane system, given by its parameters and proved by check points.
///
/// The parameters of such systems are not published: the user brings them. Two shapes are known:
/// a plane shift (4 parameters) into a Gauss-Krüger plane of CGCS2000, or a spatial one (7
/// parameters) between the frame's own ellipsoid and that of CGCS2000.
public struct LocalFrame: Hashable, Sendable {
  /// What the system is called.
  public let name: String
  /// Who states the parameters.
  public let source: String
  /// For 7 parameters the frame's own plane; for 4 the plane of CGCS2000 that they lead into.
  public let projection: FrameProjection
  /// How the frame comes to CGCS2000.
  public let shift: FrameShift
  /// How far a check point may be off, in metres; also what the frame is said to be good for.
  public let accuracyMetres: Double
  /// Places known in both systems.
  public let checkPoints: [CheckPoint]

  /// A frame by its parameters; whether they are right is for ``CoordinateReferenceSystem`` to say.
  ///
  /// - Throws: ``GeometryError`` `bad-argument` for numbers out of bounds and for too few check
  ///   points: 4 parameters need 2, 7 need 3, at least 1 km apart.
  public init(
    name: String, source: String, projection: FrameProjection, shift: FrameShift,
    accuracyMetres: Double, checkPoints: [CheckPoint]
  ) throws(GeometryError) {
    (self.name, self.source, self.projection) = (name, source, projection)
    (self.shift, self.accuracyMetres, self.checkPoints) = (shift, accuracyMetres, checkPoints)
    try check()
  }

  /// The greatest accuracy in metres that may be stated; a worse frame proves nothing.
  public static let worstAccuracyMetres = 5.0
  /// How far apart the outermost check points must lie, in metres.
  public static let checkPointSpreadMetres = 1000.0
  /// How far around its check points a frame may be used, in degrees.
  static let marginDegrees = 1.0

  private func check() throws(GeometryError) {
    guard accuracyMetres > 0, accuracyMetres <= Self.worstAccuracyMetres else {
      throw GeometryError(
        .badArgument, "an accuracy of \(accuracyMetres) m proves nothing",
        hint: "state the accuracy of the parameters: above 0, at most 5 m")
    }
    guard checkPoints.count >= shift.neededCheckPoints else {
      throw GeometryError(
        .badArgument,
        "\(checkPoints.count) check points cannot prove \(shift.parameterCount) parameters",
        hint: "give at least \(shift.neededCheckPoints)")
    }
    guard projection.isFinite, shift.isFinite, checkPoints.allSatisfy(\.isFinite) else {
      throw GeometryError(.notFinite, "a parameter of \(name) is not a finite number")
    }
    let (x, y) = (checkPoints.map(\.easting), checkPoints.map(\.northing))
    let (width, height) = ((x.max() ?? 0) - (x.min() ?? 0), (y.max() ?? 0) - (y.min() ?? 0))
    guard (width * width + height * height).squareRoot() >= Self.checkPointSpreadMetres else {
      throw GeometryError(
        .badArgument, "the check points of \(name) lie within 1 km of each other",
        hint: "take points from opposite ends of the city: near ones show no rotation")
    }
  }
}

/// A Gauss-Krüger plane.
public struct FrameProjection: Hashable, Sendable {
  /// The ellipsoid that is projected.
  public let ellipsoid: Ellipsoid
  /// In degrees east.
  public let centralMeridianDegrees: Double
  /// The easting of the central meridian in metres.
  public let falseEastingMetres: Double
  /// The northing of the equator in metres.
  public let falseNorthingMetres: Double
  /// The scale on the central meridian.
  public let scale: Double

  /// A plane by its parameters.
  public init(
    ellipsoid: Ellipsoid, centralMeridianDegrees: Double, falseEastingMetres: Double,
    falseNorthingMetres: Double = 0, scale: Double = 1
  ) {
    self.ellipsoid = ellipsoid
    self.centralMeridianDegrees = centralMeridianDegrees
    self.falseEastingMetres = falseEastingMetres
    self.falseNorthingMetres = falseNorthingMetres
    self.scale = scale
  }

  var isFinite: Bool {
    centralMeridianDegrees.isFinite && falseEastingMetres.isFinite
      && falseNorthingMetres.isFinite && scale.isFinite && scale > 0
  }
}

/// How a frame comes to CGCS2000.
public enum FrameShift: Hashable, Sendable {
  /// Four parameters in the plane.
  case plane(PlaneShift)
  /// Seven parameters in space.
  case spatial(SpatialShift)

  /// How many numbers the shift has.
  public var parameterCount: Int { if case .plane = self { 4 } else { 7 } }
  /// How many check points can prove it.
  public var neededCheckPoints: Int { if case .plane = self { 2 } else { 3 } }

  var isFinite: Bool {
    switch self {
    case .plane(let shift):
      [shift.eastMetres, shift.northMetres, shift.rotationArcSeconds, shift.scalePPM]
        .allSatisfy(\.isFinite) && shift.scalePPM > -1e6
    case .spatial(let shift):
      ([shift.scalePPM] + shift.metres + shift.arcSeconds).allSatisfy(\.isFinite)
        && shift.metres.count == 3 && shift.arcSeconds.count == 3
    }
  }
}

/// E' = ΔE + (1 + s)(E cos θ − N sin θ), N' = ΔN + (1 + s)(E sin θ + N cos θ): frame to CGCS2000.
public struct PlaneShift: Hashable, Sendable {
  /// ΔE in metres.
  public let eastMetres: Double
  /// ΔN in metres.
  public let northMetres: Double
  /// θ in arc-seconds, counter-clockwise positive.
  public let rotationArcSeconds: Double
  /// s in parts per million.
  public let scalePPM: Double

  /// A shift by its four parameters.
  public init(
    eastMetres: Double, northMetres: Double, rotationArcSeconds: Double, scalePPM: Double
  ) {
    self.eastMetres = eastMetres
    self.northMetres = northMetres
    self.rotationArcSeconds = rotationArcSeconds
    self.scalePPM = scalePPM
  }
}

/// A Helmert transformation of geocentric coordinates, frame to CGCS2000.
///
/// Position vector (EPSG method 1033): X' = T + (1 + s)(X − rz·Y + ry·Z) and so on; coordinate
/// frame (EPSG method 1032) is the same with the signs of the rotations turned round.
public struct SpatialShift: Hashable, Sendable {
  /// Which way the rotations are counted.
  public enum Convention: String, Hashable, Sendable, CaseIterable {
    case positionVector = "position-vector"
    case coordinateFrame = "coordinate-frame"

    var other: Convention { self == .positionVector ? .coordinateFrame : .positionVector }
  }

  /// Which way the rotations are counted.
  public let convention: Convention
  /// The translations along X, Y and Z in metres.
  public let metres: [Double]
  /// The rotations about X, Y and Z in arc-seconds.
  public let arcSeconds: [Double]
  /// s in parts per million.
  public let scalePPM: Double

  /// A shift by its seven parameters; each array has three numbers.
  public init(
    convention: Convention, metres: [Double], arcSeconds: [Double], scalePPM: Double
  ) {
    self.convention = convention
    self.metres = metres
    self.arcSeconds = arcSeconds
    self.scalePPM = scalePPM
  }
}

/// A place known in a local frame and in CGCS2000.
public struct CheckPoint: Hashable, Sendable {
  /// What the point is called.
  public let name: String
  /// The easting in the frame, in metres.
  public let easting: Double
  /// The northing in the frame, in metres.
  public let northing: Double
  /// The longitude in CGCS2000, in degrees.
  public let longitude: Double
  /// The latitude in CGCS2000, in degrees.
  public let latitude: Double

  /// A check point with its CGCS2000 place in degrees.
  public init(
    name: String, easting: Double, northing: Double, longitude: Double, latitude: Double
  ) {
    (self.name, self.easting, self.northing) = (name, easting, northing)
    (self.longitude, self.latitude) = (longitude, latitude)
  }

  /// A check point with its CGCS2000 place as easting and northing of a Gauss-Krüger system.
  ///
  /// - Throws: ``GeometryError`` for a system that is not of CGCS2000 or coordinates not its own.
  public init(
    name: String, easting: Double, northing: Double,
    grid: CoordinateReferenceSystem, gridEasting: Double, gridNorthing: Double
  ) throws(GeometryError) {
    guard grid.base == CoordinateReferenceSystem.cgcs2000.identifier, grid.frame == nil else {
      throw GeometryError(
        .badArgument, "check points are given in CGCS2000, not in \(grid)",
        hint: "name a Gauss-Krüger system of CGCS2000 such as EPSG:4547")
    }
    let place = try CoordinateTransform(from: grid, to: .cgcs2000)
      .transform(x: gridEasting, y: gridNorthing)
    self.init(
      name: name, easting: easting, northing: northing, longitude: place.x, latitude: place.y)
  }

  var isFinite: Bool {
    [easting, northing, longitude, latitude].allSatisfy(\.isFinite) && abs(longitude) <= 180
      && abs(latitude) <= 90
  }
}
