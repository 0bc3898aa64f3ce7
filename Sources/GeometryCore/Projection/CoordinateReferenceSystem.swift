public import SimpleFeatures

/// A geographic or projected coordinate reference system of the EPSG or OGC registry.
///
/// Coordinates are always x then y on our side: longitude before latitude in degrees, easting
/// before northing. ``hasNorthFirst`` tells how the registry orders them, for answers that must
/// follow it (an EPSG:4490 bbox of a request is latitude, longitude).
public struct CoordinateReferenceSystem: Hashable, Sendable, CustomStringConvertible {
  /// Who gives the code: `EPSG` or `OGC`.
  public let authority: String
  /// The code within the authority: `4490`, `CRS84`.
  public let code: String
  /// The registry's name: `CGCS2000 / 3-degree Gauss-Kruger CM 114E`.
  public let name: String
  /// Whether coordinates are degrees of longitude and latitude.
  public let isGeographic: Bool
  /// Whether the registry puts latitude or northing first.
  public let hasNorthFirst: Bool
  /// The box of longitude and latitude in degrees in which the system is meant to be used.
  public let areaOfUse: Envelope
  /// ``areaOfUse`` with the latitudes of the base system where that is a region.
  ///
  /// EPSG bounds a zone at the country's border, but the zone's formulas hold all along it.
  let plausibleArea: Envelope
  /// The geographic system that it is built on, as `EPSG:4490`; its own id when geographic.
  let base: String
  /// What tells a transverse Mercator zone; `nil` for other systems.
  let zone: TransverseMercatorZone?

  /// WGS 84, EPSG:4326.
  public static let wgs84 = geographic(
    "EPSG", "4326", "WGS 84", hasNorthFirst: true, base: "EPSG:4326", area: world)
  /// WGS 84 with longitude first, OGC:CRS84; the default of OGC API.
  public static let crs84 = geographic(
    "OGC", "CRS84", "WGS 84 (CRS84)", hasNorthFirst: false, base: "EPSG:4326", area: world)
  /// China Geodetic Coordinate System 2000, EPSG:4490; what Yutu stores.
  public static let cgcs2000 = geographic(
    "EPSG", "4490", "China Geodetic Coordinate System 2000", hasNorthFirst: true,
    base: "EPSG:4490", area: Envelope(minX: 73.62, minY: 16.7, maxX: 134.77, maxY: 53.56))
  /// Web Mercator, EPSG:3857; for drawing only: at Wuhan its areas are 35 % too large.
  public static let webMercator = CoordinateReferenceSystem(
    authority: "EPSG", code: "3857", name: "WGS 84 / Pseudo-Mercator", isGeographic: false,
    hasNorthFirst: false, areaOfUse: Envelope(minX: -180, minY: -85.06, maxX: 180, maxY: 85.06),
    base: "EPSG:4326", zone: nil)

  private static let world = Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90)

  /// The short form, `EPSG:4490` or `OGC:CRS84`.
  public var identifier: String { "\(authority):\(code)" }

  /// The form of OGC API: `http://www.opengis.net/def/crs/EPSG/0/4490`.
  public var uri: String {
    "http://www.opengis.net/def/crs/\(authority)/\(authority == "OGC" ? "1.3" : "0")/\(code)"
  }

  /// The identifier and the name.
  public var description: String { "\(identifier) (\(name))" }

  /// Two systems are equal when their identifiers are.
  public static func == (a: Self, b: Self) -> Bool {
    a.code == b.code && a.authority == b.authority
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(authority)
    hasher.combine(code)
  }

  init(
    authority: String, code: String, name: String, isGeographic: Bool, hasNorthFirst: Bool,
    areaOfUse: Envelope, base: String, baseArea: Envelope? = nil,
    zone: TransverseMercatorZone?
  ) {
    self.authority = authority
    self.code = code
    self.name = name
    self.isGeographic = isGeographic
    self.hasNorthFirst = hasNorthFirst
    self.areaOfUse = areaOfUse
    var plausible = areaOfUse
    if let baseArea, baseArea.width < 360 {
      (plausible.minY, plausible.maxY) = (baseArea.minY, baseArea.maxY)
    }
    plausibleArea = plausible
    self.base = base
    self.zone = zone
  }

  private static func geographic(
    _ authority: String, _ code: String, _ name: String, hasNorthFirst: Bool, base: String,
    area: Envelope
  ) -> CoordinateReferenceSystem {
    CoordinateReferenceSystem(
      authority: authority, code: code, name: name, isGeographic: true,
      hasNorthFirst: hasNorthFirst, areaOfUse: area, base: base, zone: nil)
  }
}
