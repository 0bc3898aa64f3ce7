import CGEOS
import Foundation
public import SimpleFeatures

/// How the ends of a buffered line look.
public enum BufferEnd: Int32, Sendable, CaseIterable {
  case round = 1
  case flat = 2
  case square = 3
}

extension Geometry {
  /// The longest distance that ``buffered(byMetres:in:end:segmentsPerQuarter:)`` takes: 100 km.
  public static var maximumBufferMetres: Double { 100_000 }

  /// Everything within `metres` of the geometry; a negative distance shrinks polygons.
  ///
  /// Degrees are taken to the 3-degree Gauss-Krüger zone of CGCS2000 that
  /// ``CoordinateReferenceSystem/gaussKrugerZone(forLongitude:)`` gives for the middle of the
  /// geometry, buffered there and brought back; the geometry with its buffer must lie within 3
  /// degrees of that zone's meridian, where lengths are right to 1.4 ‰ at the equator and to 1 ‰ in
  /// Hubei. Edges are densified to 0.01 degrees first. A Gauss-Krüger system is buffered in its own
  /// plane. An empty geometry, and one that shrinks to nothing, give an empty polygon. z is
  /// dropped.
  ///
  /// - Throws: ``GeometryError`` `too-wide` with the way out; `not-for-measuring` for Web Mercator
  ///   and other planes; `bad-argument` for a distance that is not finite, beyond 100 km, or
  ///   negative for points and lines; what ``CoordinateTransform`` refuses.
  public func buffered(
    byMetres metres: Double, in crs: CoordinateReferenceSystem = .cgcs2000,
    end: BufferEnd = .round, segmentsPerQuarter: Int = 16
  ) throws(GeometryError) -> Geometry {
    try checkStructure()
    try checkBuffer(metres, segmentsPerQuarter)
    if isEmpty { return Geometry(kind: .polygon) }
    guard crs.isGeographic else {
      try crs.checkMeasuring()
      try CoordinateTransform(from: crs, to: crs).checkInput(envelope)
      return try grown(by: metres, end, segmentsPerQuarter)
    }
    let places = try CoordinateTransform(from: crs, to: .cgcs2000).transform(flattened)
    let box = places.envelope
    let zone = try CoordinateReferenceSystem.gaussKrugerZone(
      forLongitude: (box.minX + box.maxX) / 2)
    try places.checkWidth(in: zone, metres: max(0, metres))
    let there = try CoordinateTransform(from: .cgcs2000, to: zone)
    let plane = try there.transform(try places.densified(step: 0.002))
    let grown = try plane.grown(by: metres, end, segmentsPerQuarter)
    return try CoordinateTransform(from: zone, to: crs)
      .transform(try grown.densified(step: 200))
  }

  private func checkBuffer(_ metres: Double, _ segments: Int) throws(GeometryError) {
    guard metres.isFinite, abs(metres) <= Self.maximumBufferMetres else {
      throw GeometryError(
        .badArgument, "a buffer of \(metres) m cannot be made",
        hint: "give at most \(Int(Self.maximumBufferMetres)) m")
    }
    guard (1...256).contains(segments) else {
      throw GeometryError(
        .badArgument, "\(segments) segments make no quarter circle", hint: "give 1 to 256")
    }
    guard metres >= 0 || hasOnlyPolygons else {
      throw GeometryError(
        .badArgument, "a \(kind) cannot shrink by \(-metres) m",
        hint: "negative distances are for polygons")
    }
  }

  private var hasOnlyPolygons: Bool {
    kind == .collection ? members.allSatisfy(\.hasOnlyPolygons) : isAreal
  }

  private func checkWidth(
    in zone: CoordinateReferenceSystem, metres: Double
  ) throws(GeometryError) {
    let box = envelope
    guard let meridian = zone.zone?.centralMeridianDegrees else { return }
    guard box.minY >= -80, box.maxY <= 80 else {
      throw GeometryError(
        .outsideArea, "buffers are not made beyond 80 degrees of latitude",
        hint: "the grid of China ends long before")
    }
    let margin = metres / (111_000 * cos(max(abs(box.minY), abs(box.maxY)) * .pi / 180))
    let reach = max(box.maxX - meridian, meridian - box.minX) + margin
    guard reach <= 3 else {
      throw GeometryError(
        .tooWide,
        "the geometry with its buffer reaches \((reach * 100).rounded() / 100) degrees "
          + "from the meridian \(meridian)°E of \(zone.identifier)",
        hint: "cut it into pieces of one 3-degree zone each and buffer these")
    }
  }

  private func grown(
    by metres: Double, _ end: BufferEnd, _ segments: Int
  ) throws(GeometryError) -> Geometry {
    let grown = try unsafe flattened.derived("the buffer") {
      unsafe GEOSBufferWithStyle_r($0, $1, metres, Int32(segments), end.rawValue, 1, 5)
    }
    return grown.isEmpty ? Geometry(kind: .polygon) : grown
  }
}

extension CoordinateReferenceSystem {
  /// The 3-degree Gauss-Krüger system of CGCS2000 without zone number for a longitude in degrees.
  ///
  /// EPSG:4534 (75°E) to EPSG:4554 (135°E). A longitude in the middle of two zones goes east.
  ///
  /// - Throws: ``GeometryError`` `outside-area` for longitudes that belong to none of them.
  public static func gaussKrugerZone(
    forLongitude degrees: Double
  ) throws(GeometryError) -> CoordinateReferenceSystem {
    guard degrees >= 73.5, degrees < 136.5 else {
      throw GeometryError(
        .outsideArea, "longitude \(degrees) lies in no Gauss-Krüger zone of China",
        hint: "the 3-degree zones of CGCS2000 go from 73.5 to 136.5 degrees east")
    }
    let zone = Int(((degrees - 73.5) / 3).rounded(.down))
    return try CoordinateReferenceSystem("EPSG:\(4534 + zone)")
  }

  /// Checks that lengths in this plane are close to those on the ground.
  ///
  /// - Throws: ``GeometryError`` `not-for-measuring` for degrees and for any plane but transverse
  ///   Mercator: in Web Mercator at Wuhan lengths are 16 % and areas 35 % too large.
  func checkMeasuring() throws(GeometryError) {
    guard zone == nil else { return }
    let reason =
      isGeographic
      ? "its units are degrees"
      : self == .webMercator
        ? "lengths in it are 16 % and areas 35 % too large at Wuhan"
        : "it is no Gauss-Krüger plane, and its scale is not known here"
    throw GeometryError(
      .notForMeasuring, "nothing is measured in \(self): \(reason)",
      hint: "ask for geodesic lengths and areas, or transform to CGCS2000 (EPSG:4490) or the "
        + "city's Gauss-Krüger zone such as EPSG:4547")
  }
}

extension Geometry {
  /// The length in the plane of a Gauss-Krüger system, in its metres.
  ///
  /// - Throws: ``GeometryError`` `not-for-measuring` for other systems, `zone-mismatch` and the
  ///   like for coordinates that are not its own.
  public func gridLengthMetres(
    in crs: CoordinateReferenceSystem
  ) throws(GeometryError) -> Double {
    try checkGrid(crs)
    return planarLength
  }

  /// The area in the plane of a Gauss-Krüger system, in its square metres.
  ///
  /// - Throws: as ``gridLengthMetres(in:)``.
  public func gridAreaSquareMetres(
    in crs: CoordinateReferenceSystem
  ) throws(GeometryError) -> Double {
    try checkGrid(crs)
    return planarArea
  }

  /// The length of all lines and rings, in units of the coordinates; 0 for points.
  var planarLength: Double {
    if kind == .collection { return members.reduce(0) { $0 + $1.planarLength } }
    guard kind != .point, kind != .multiPoint else { return 0 }
    return pathEnds.indices.reduce(0) { total, path in
      vertexRange(ofPath: path).dropFirst().reduce(total) { length, end in
        let (a, b) = ((end - 1) * stride, end * stride)
        let (dx, dy) = (ordinates[b] - ordinates[a], ordinates[b + 1] - ordinates[a + 1])
        return length + (dx * dx + dy * dy).squareRoot()
      }
    }
  }

  private func checkGrid(_ crs: CoordinateReferenceSystem) throws(GeometryError) {
    try checkStructure()
    try crs.checkMeasuring()
    if !isEmpty { try CoordinateTransform(from: crs, to: crs).checkInput(envelope) }
  }
}
