import SimpleFeatures

/// The false easting and central meridian of a transverse Mercator system in metres.
///
/// Chinese practice writes the zone number before the easting: 38 529 305 m is 529 305 m in
/// zone 38. A number without its zone, or with another's, looks right and is far off.
struct TransverseMercatorZone: Hashable, Sendable {
  var falseEastingMetres: Double
  var centralMeridianDegrees: Double

  /// The zone number that eastings carry; `nil` where the false easting is plain.
  var prefix: Int? {
    falseEastingMetres >= 1e7 ? Int(falseEastingMetres / 1e6) : nil
  }

  /// How far from the central meridian eastings may lie.
  static let halfWidthMetres = 500_000.0

  /// Checks that every easting belongs to this zone.
  ///
  /// - Throws: ``GeometryError`` `zone-mismatch` that names the system to use instead.
  func check(
    eastings range: ClosedRange<Double>, northings: ClosedRange<Double>,
    in crs: CoordinateReferenceSystem
  ) throws(GeometryError) {
    for x in [range.lowerBound, range.upperBound] {
      guard abs(x - falseEastingMetres) > Self.halfWidthMetres else { continue }
      if abs(northings.lowerBound - falseEastingMetres) <= Self.halfWidthMetres,
        abs(northings.upperBound - falseEastingMetres) <= Self.halfWidthMetres
      {
        throw GeometryError(
          .swappedAxes, "x = \(x) is no easting of \(crs) but y is",
          hint: "give the easting first, then the northing")
      }
      throw GeometryError(
        .zoneMismatch, "easting \(x) does not belong to \(crs)",
        hint: hint(forEasting: x, base: crs.base))
    }
  }

  /// The way out for an easting of another zone or spelling; CGCS2000 systems are named.
  ///
  /// EPSG: 4491–4501 are the 6-degree zones 13–23, 4513–4533 the 3-degree zones 25–45; without the
  /// zone number 4534–4554 (3 degrees) and 4502–4512 (6 degrees) from 75°E on.
  private func hint(forEasting x: Double, base: String) -> String {
    guard base == CoordinateReferenceSystem.cgcs2000.identifier else {
      return "use the system whose false easting fits the coordinates"
    }
    let zone = Int(exactly: (x / 1e6).rounded(.towardZero)) ?? -1
    switch zone {
    case 13...23: return "eastings that begin with \(zone) belong to EPSG:\(4478 + zone)"
    case 25...45: return "eastings that begin with \(zone) belong to EPSG:\(4488 + zone)"
    case 0:
      let steps = Int(((centralMeridianDegrees - 75) / 3).rounded())
      let code = (prefix ?? 0) < 24 ? 4502 + steps / 2 : 4534 + steps
      return prefix == nil
        ? "the easting is too far from the central meridian"
        : "eastings without the zone number belong to EPSG:\(code)"
    default: return "eastings of CGCS2000 are below 1e6, or begin with the zone number 13 to 45"
    }
  }
}
