import Foundation
import GeometryCore
import SimpleFeatures
import Testing

/// Helmert's formulas by hand: degrees of an ellipsoid to X, Y, Z, seven parameters, and back.
private struct ByHand {
  var (a, f): (Double, Double)

  init(_ a: Double, _ inverseFlattening: Double) { (self.a, f) = (a, 1 / inverseFlattening) }

  func geocentric(_ longitude: Double, _ latitude: Double) -> [Double] {
    let (l, b, e2) = (longitude * .pi / 180, latitude * .pi / 180, f * (2 - f))
    let n = a / (1 - e2 * sin(b) * sin(b)).squareRoot()
    return [n * cos(b) * cos(l), n * cos(b) * sin(l), n * (1 - e2) * sin(b)]
  }

  /// Longitude and latitude by Heiskanen and Moritz's iteration.
  func degrees(_ p: [Double]) -> (Double, Double) {
    let (r, e2) = (hypot(p[0], p[1]), f * (2 - f))
    var b = atan2(p[2], r * (1 - e2))
    for _ in 0..<20 {
      let n = a / (1 - e2 * sin(b) * sin(b)).squareRoot()
      b = atan2(p[2] + e2 * n * sin(b), r)
    }
    return (atan2(p[1], p[0]) * 180 / .pi, b * 180 / .pi)
  }
}

private func helmert(_ p: [Double], _ shift: SpatialShift) -> [Double] {
  let sign = shift.convention == .positionVector ? 1.0 : -1.0
  let r = shift.arcSeconds.map { sign * $0 / 3600 * .pi / 180 }
  let m = 1 + shift.scalePPM * 1e-6
  return [
    shift.metres[0] + m * (p[0] - r[2] * p[1] + r[1] * p[2]),
    shift.metres[1] + m * (r[2] * p[0] + p[1] - r[0] * p[2]),
    shift.metres[2] + m * (-r[1] * p[0] + r[0] * p[1] + p[2]),
  ]
}

@Suite("A city's own frame")
struct LocalFrameTests {
  /// Made-up parameters, of the size of those between Beijing 1954 and CGCS2000.
  private static func made(_ convention: SpatialShift.Convention) -> SpatialShift {
    SpatialShift(
      convention: convention, metres: [15.8, -154.4, -82.3], arcSeconds: [1.2, -0.8, 2.1],
      scalePPM: -3.4)
  }

  private let corners = [(114.0, 30.3), (114.7, 30.35), (114.35, 30.8), (114.1, 30.7)]

  /// Where CGCS2000 degrees lie in the frame, from degrees of the frame's own by `byHand`.
  private func points(_ shift: SpatialShift) throws -> [CheckPoint] {
    // Zone 114 on Krassovsky, taken from the registry: Beijing 1954 / 3-degree CM 114E.
    let own = try CoordinateTransform(
      from: CoordinateReferenceSystem("EPSG:4214"), to: CoordinateReferenceSystem("EPSG:2435"))
    return try corners.enumerated().map { i, corner in
      let grid = try own.transform(x: corner.0, y: corner.1)
      let there = helmert(ByHand(6_378_245, 298.3).geocentric(corner.0, corner.1), shift)
      let place = ByHand(6_378_137, 298.257_222_101).degrees(there)
      return CheckPoint(
        name: "P\(i)", easting: grid.x, northing: grid.y, longitude: place.0, latitude: place.1)
    }
  }

  private func frame(
    _ shift: FrameShift, _ points: [CheckPoint], projection: FrameProjection? = nil,
    accuracy: Double = 0.01
  ) throws -> LocalFrame {
    try LocalFrame(
      name: "made-up", source: "this test", projection: projection ?? Self.zone114(.krassovsky),
      shift: shift, accuracyMetres: accuracy, checkPoints: points)
  }

  private static func zone114(_ ellipsoid: Ellipsoid) -> FrameProjection {
    FrameProjection(
      ellipsoid: ellipsoid, centralMeridianDegrees: 114, falseEastingMetres: 500_000)
  }

  @Test(
    "Seven parameters of either convention agree with Helmert's formulas by hand to 0.01 mm",
    arguments: SpatialShift.Convention.allCases)
  func seven(convention: SpatialShift.Convention) throws {
    let shift = Self.made(convention)
    let frame = try frame(.spatial(shift), try points(shift), accuracy: 0.001)
    let crs = try CoordinateReferenceSystem(frame: frame)
    for residual in try frame.residuals() { #expect(residual.metres < 1e-5) }
    let there = try CoordinateTransform(from: crs, to: .cgcs2000)
    let back = try CoordinateTransform(from: .cgcs2000, to: crs)
    #expect(there.accuracyMetres == 0.001 && !there.isIdentity)
    for point in try points(shift) {
      let place = try there.transform(x: point.easting, y: point.northing)
      #expect(abs(place.x - point.longitude) < 1e-10 && abs(place.y - point.latitude) < 1e-10)
      let again = try back.transform(x: place.x, y: place.y)
      #expect(abs(again.x - point.easting) < 1e-5 && abs(again.y - point.northing) < 1e-5)
    }
  }

  @Test(
    "A swapped rotation sign is caught by the check points, and the hint says so",
    arguments: SpatialShift.Convention.allCases)
  func swappedSign(convention: SpatialShift.Convention) throws {
    let other: SpatialShift.Convention =
      convention == .positionVector ? .coordinateFrame : .positionVector
    let wrong = try frame(.spatial(Self.made(other)), try points(Self.made(convention)))
    let error = #expect(throws: GeometryError.self) {
      try CoordinateReferenceSystem(frame: wrong)
    }
    #expect(error?.code == .checkPointResiduals)
    #expect(error?.hint?.contains("sign of the rotations") == true)
    #expect(error?.hint?.contains(convention.rawValue) == true)
    #expect(error?.message.contains("P0") == true && error?.message.contains("P3") == true)
  }

  @Test("Parameters of the other direction, exchanged axes and a wrong ellipsoid are caught")
  func mistakes() throws {
    let shift = Self.made(.positionVector)
    let turned = SpatialShift(
      convention: .positionVector, metres: shift.metres.map { -$0 },
      arcSeconds: shift.arcSeconds.map { -$0 }, scalePPM: -shift.scalePPM)
    let points = try points(shift)
    let swapped = points.map {
      CheckPoint(
        name: $0.name, easting: $0.northing, northing: $0.easting, longitude: $0.longitude,
        latitude: $0.latitude)
    }
    let cases: [(String, LocalFrame)] = [
      ("from the frame to CGCS2000", try frame(.spatial(turned), points, accuracy: 0.05)),
      ("call the northing x", try frame(.spatial(shift), swapped)),
      ("ellipsoid", try frame(.spatial(shift), points, projection: Self.zone114(.iag75))),
    ]
    for (word, wrong) in cases {
      let error = #expect(throws: GeometryError.self) {
        try CoordinateReferenceSystem(frame: wrong)
      }
      #expect(error?.code == .checkPointResiduals)
      #expect(error?.hint?.contains(word) == true, "\(word): \(error?.hint ?? "")")
    }
  }

  @Test("Four parameters are the plane's rotation, size and shift; their mistakes are caught")
  func four() throws {
    let shift = PlaneShift(
      eastMetres: -300_123.4, northMetres: 3_000_210.5, rotationArcSeconds: 35, scalePPM: 12)
    let (turn, size) = (35.0 / 3600 * .pi / 180, 1.000_012)
    let points = try [(800_000.0, 380_000.0), (830_000, 420_000)].enumerated().map { i, p in
      try CheckPoint(
        name: "Q\(i)", easting: p.0, northing: p.1, grid: crs(4547),
        gridEasting: -300_123.4 + size * (p.0 * cos(turn) - p.1 * sin(turn)),
        gridNorthing: 3_000_210.5 + size * (p.0 * sin(turn) + p.1 * cos(turn)))
    }
    let plane = Self.zone114(.cgcs2000)
    let right = try CoordinateReferenceSystem(
      frame: frame(.plane(shift), points, projection: plane, accuracy: 0.001))
    let there = try CoordinateTransform(from: right, to: crs(4547))
    let moved = try there.transform(x: 810_000, y: 400_000)
    #expect(abs(moved.x - (-300_123.4 + size * (810_000 * cos(turn) - 400_000 * sin(turn)))) < 1e-6)
    #expect(
      abs(moved.y - (3_000_210.5 + size * (810_000 * sin(turn) + 400_000 * cos(turn)))) < 1e-6)
    let wrong = PlaneShift(
      eastMetres: -300_123.4, northMetres: 3_000_210.5, rotationArcSeconds: -35, scalePPM: 12)
    let error = #expect(throws: GeometryError.self) {
      try CoordinateReferenceSystem(frame: frame(.plane(wrong), points, projection: plane))
    }
    #expect(error?.hint?.contains("counter-clockwise") == true)
  }

  @Test("Far from its check points, and in other systems' numbers, a frame is refused")
  func guarded() throws {
    let shift = Self.made(.coordinateFrame)
    let crs = try CoordinateReferenceSystem(frame: frame(.spatial(shift), try points(shift)))
    let there = try CoordinateTransform(from: crs, to: .cgcs2000)
    for (code, x, y) in [
      (GeometryError.Code.zoneMismatch, 38_529_305.0, 3_385_867.0),
      (.swappedAxes, 3_385_867, 529_305), (.outsideArea, 529_305, 3_700_000),
      (.outsideArea, 114.3, 30.6),
    ] {
      let error = #expect(throws: GeometryError.self) { try there.transform(x: x, y: y) }
      #expect(error?.code == code)
    }
    let back = try CoordinateTransform(from: .cgcs2000, to: crs)
    #expect(throws: GeometryError.self) { try back.transform(x: 117, y: 30.6) }
    #expect(throws: GeometryError.self) {
      try CoordinateTransform(from: crs, to: CoordinateReferenceSystem("EPSG:4610"))
    }
    #expect(try square(529_000, 3_385_000, 1000).gridAreaSquareMetres(in: crs) == 1_000_000)
  }

  @Test("Too few, near or unplaced check points and boundless accuracies are refused")
  func unproved() throws {
    let shift = Self.made(.positionVector)
    let points = try points(shift)
    let near = (0..<3).map { _ in points[0] }
    let nowhere = CheckPoint(
      name: "N", easting: .nan, northing: 0, longitude: 114, latitude: 30)
    for operation: () throws -> LocalFrame in [
      { try frame(.spatial(shift), Array(points.prefix(2))) },
      { try frame(.spatial(shift), near) },
      { try frame(.spatial(shift), points + [nowhere]) },
      { try frame(.spatial(shift), points, accuracy: 0) },
      { try frame(.spatial(shift), points, accuracy: 50) },
      { try frame(.spatial(shift), points, accuracy: .nan) },
    ] {
      #expect(throws: GeometryError.self) { _ = try operation() }
    }
  }
}
