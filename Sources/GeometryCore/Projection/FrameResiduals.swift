import Foundation
public import SimpleFeatures

/// By how much a check point misses its place in the frame.
public struct CheckPointResidual: Hashable, Sendable {
  /// The check point's name.
  public let name: String
  /// Computed minus given easting, in metres.
  public let eastMetres: Double
  /// Computed minus given northing, in metres.
  public let northMetres: Double
  /// The distance between the two, in metres.
  public var metres: Double { hypot(eastMetres, northMetres) }
}

extension LocalFrame {
  /// The residual of each check point, in their order.
  ///
  /// - Throws: ``GeometryError`` when the parameters lead a check point nowhere.
  public func residuals() throws(GeometryError) -> [CheckPointResidual] {
    var places = checkPoints.flatMap { [$0.longitude, $0.latitude] }
    try FrameOperation(self).fromDegrees(&places, stride: 2)
    return try checkPoints.enumerated().map { (i, point) throws(GeometryError) in
      let (x, y) = (places[2 * i], places[2 * i + 1])
      guard x.isFinite, y.isFinite else {
        throw GeometryError(
          .checkPointResiduals, "check point \(point.name) has no place in \(name)",
          hint: "check its longitude and latitude and the central meridian")
      }
      return CheckPointResidual(
        name: point.name, eastMetres: x - point.easting, northMetres: y - point.northing)
    }
  }

  private var worstResidual: CheckPointResidual? {
    (try? residuals())?.max { $0.metres < $1.metres }
  }

  /// Whether all check points are within the stated accuracy.
  private var fits: Bool { worstResidual.map { $0.metres <= accuracyMetres } ?? false }

  /// Checks the parameters against the check points.
  ///
  /// - Throws: ``GeometryError`` `check-point-residuals` with the worst point, and with what would
  ///   make all fit where a common mistake explains them.
  func checkResiduals() throws(GeometryError) {
    let residuals = try residuals()
    guard let worst = residuals.max(by: { $0.metres < $1.metres }),
      !(worst.metres <= accuracyMetres)
    else { return }
    let list = residuals.map { "\($0.name) \(Self.short($0.metres)) m" }.joined(separator: ", ")
    throw GeometryError(
      .checkPointResiduals,
      "check point \(worst.name) of \(name) is \(Self.short(worst.metres)) m off "
        + "(east \(Self.short(worst.eastMetres)) m, north \(Self.short(worst.northMetres)) m), "
        + "stated accuracy \(Self.short(accuracyMetres)) m; all residuals: \(list)",
      hint: mistake ?? "check the parameters, their units and signs, the ellipsoid and the central "
        + "meridian against their source")
  }

  /// The common mistake that explains the residuals; `nil` where none does.
  private var mistake: String? {
    var tries: [(String, LocalFrame?)] = []
    switch shift {
    case .spatial(let shift):
      tries.append(
        (
          "with the rotations counted as \(shift.convention.other.rawValue) all check points fit: "
            + "the sign of the rotations is swapped, change `convention`",
          with(.spatial(shift.counted(as: shift.convention.other)))
        ))
      tries.append(
        (
          "with all seven signs turned round the check points fit: the parameters lead from "
            + "CGCS2000 to the frame, give those from the frame to CGCS2000",
          with(.spatial(shift.negated))
        ))
    case .plane(let shift):
      tries.append(
        (
          "with the rotation's sign turned round all check points fit: it is counted "
            + "counter-clockwise", with(.plane(shift.turned))
        ))
      tries.append(
        (
          "with the inverse parameters the check points fit: they lead from CGCS2000 to the frame, "
            + "give those from the frame to CGCS2000", shift.inverse.flatMap { with(.plane($0)) }
        ))
    }
    tries.append(
      (
        "with easting and northing of the check points exchanged all fit: Chinese tables call the "
          + "northing x", swapped
      ))
    return tries.first { $0.1?.fits == true }?.0
  }

  private func with(_ shift: FrameShift) -> LocalFrame? {
    try? LocalFrame(
      name: name, source: source, projection: projection, shift: shift,
      accuracyMetres: accuracyMetres, checkPoints: checkPoints)
  }

  private var swapped: LocalFrame? {
    try? LocalFrame(
      name: name, source: source, projection: projection, shift: shift,
      accuracyMetres: accuracyMetres,
      checkPoints: checkPoints.map {
        CheckPoint(
          name: $0.name, easting: $0.northing, northing: $0.easting, longitude: $0.longitude,
          latitude: $0.latitude)
      })
  }

  private static func short(_ metres: Double) -> String { String(format: "%.3f", metres) }
}

extension SpatialShift {
  fileprivate func counted(as convention: Convention) -> SpatialShift {
    SpatialShift(
      convention: convention, metres: metres, arcSeconds: arcSeconds, scalePPM: scalePPM)
  }

  fileprivate var negated: SpatialShift {
    SpatialShift(
      convention: convention, metres: metres.map { -$0 }, arcSeconds: arcSeconds.map { -$0 },
      scalePPM: -scalePPM)
  }
}

extension PlaneShift {
  /// The shift as a map of the plane.
  var map: AffineMap {
    let (turn, size) = (rotationArcSeconds / 3600 * .pi / 180, 1 + scalePPM * 1e-6)
    return AffineMap(
      a: size * cos(turn), b: -size * sin(turn), c: eastMetres,
      d: size * sin(turn), e: size * cos(turn), f: northMetres)
  }

  fileprivate var turned: PlaneShift {
    PlaneShift(
      eastMetres: eastMetres, northMetres: northMetres, rotationArcSeconds: -rotationArcSeconds,
      scalePPM: scalePPM)
  }

  fileprivate var inverse: PlaneShift? {
    guard let back = try? map.inverted() else { return nil }
    return PlaneShift(
      eastMetres: back.c, northMetres: back.f, rotationArcSeconds: -rotationArcSeconds,
      scalePPM: (1 / (1 + scalePPM * 1e-6) - 1) * 1e6)
  }
}

extension CoordinateReferenceSystem {
  /// The system of a city's own frame, once its check points prove the parameters.
  ///
  /// - Throws: ``GeometryError`` `check-point-residuals` when a check point is further off than the
  ///   stated accuracy; the hint names a swapped rotation sign or direction where that explains it.
  public init(frame: LocalFrame) throws(GeometryError) {
    try frame.checkResiduals()
    var area = Envelope.empty
    for point in frame.checkPoints { area.extend(x: point.longitude, y: point.latitude) }
    let eastings = frame.checkPoints.map(\.easting)
    var zone = TransverseMercatorZone(
      falseEastingMetres: frame.projection.falseEastingMetres,
      centralMeridianDegrees: frame.projection.centralMeridianDegrees)
    if case .plane = frame.shift {
      // The false easting is that of the plane they lead into; the frame's own is not stated.
      zone.falseEastingMetres = ((eastings.min() ?? 0) + (eastings.max() ?? 0)) / 2
    }
    self.init(
      authority: "", code: "local:\(frame.name)", name: frame.name, isGeographic: false,
      hasNorthFirst: false, areaOfUse: area, base: Self.cgcs2000.identifier,
      realm: .local(frame), zone: zone)
  }
}
