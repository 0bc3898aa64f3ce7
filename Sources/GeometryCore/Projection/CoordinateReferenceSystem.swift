public import SimpleFeatures

/// A coordinate reference system: geographic or projected of the EPSG or OGC registry, with or
/// without a height system, a shifted one of web maps, or a city's own frame.
///
/// Coordinates are always x then y on our side: longitude before latitude in degrees, easting
/// before northing. ``hasNorthFirst`` tells how the registry orders them, for answers that must
/// follow it (an EPSG:4490 bbox of a request is latitude, longitude).
public struct CoordinateReferenceSystem: Hashable, Sendable, CustomStringConvertible {
  /// Who gives the code: `EPSG` or `OGC`; empty for shifted systems and local frames.
  public let authority: String
  /// The code within the authority: `4490`, `CRS84`, `4547+5737`; else the name: `GCJ-02`.
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
  /// From where heights count; `nil` where the system says nothing about heights.
  public let vertical: VerticalDatum?
  /// The geographic system that it is built on, as `EPSG:4490`; its own id when geographic.
  let base: String
  /// The system without its heights, as `EPSG:4547`.
  let horizontal: String
  /// ``horizontal``, to name the plane alone.
  public var horizontalIdentifier: String { horizontal }
  /// What kind of definition it has.
  let realm: Realm
  /// What tells a transverse Mercator zone; `nil` for other systems.
  let zone: TransverseMercatorZone?

  /// Where a system's definition comes from.
  enum Realm: Sendable {
    case registry
    case shifted(MapShift)
    case local(LocalFrame)
  }

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

  /// The short form: `EPSG:4490`, `OGC:CRS84`, `EPSG:4547+5737`, `GCJ-02`.
  public var identifier: String { authority.isEmpty ? code : "\(authority):\(code)" }

  /// The form of OGC API: `http://www.opengis.net/def/crs/EPSG/0/4490`,
  /// `…/def/crs-compound?1=…&2=…`.
  ///
  /// Systems that no register knows (GCJ-02, Wusong heights, local frames) give their identifier.
  public var uri: String {
    let root = "http://www.opengis.net/def/crs"
    let parts = code.split(separator: "+")
    if authority == "OGC" { return "\(root)/OGC/1.3/\(code)" }
    guard authority == "EPSG", parts.allSatisfy({ $0.allSatisfy(\.isNumber) }) else {
      return identifier
    }
    if parts.count == 1 { return "\(root)/EPSG/0/\(code)" }
    return "\(root)-compound?1=\(root)/EPSG/0/\(parts[0])&2=\(root)/EPSG/0/\(parts[1])"
  }

  /// The geographic system that it is built on, `EPSG:4490`; its own when it is one.
  public var geographicIdentifier: String { base }

  /// The shift of a system of web maps; `nil` for others.
  var mapShift: MapShift? {
    if case .shifted(let shift) = realm { return shift }
    return nil
  }

  /// The city's own frame that this system is; `nil` for others.
  public var frame: LocalFrame? {
    if case .local(let frame) = realm { return frame }
    return nil
  }

  /// The identifier and the name.
  public var description: String { "\(identifier) (\(name))" }

  /// Two systems are equal when their identifiers are; local frames also need equal parameters.
  public static func == (a: Self, b: Self) -> Bool {
    a.code == b.code && a.authority == b.authority && a.frame == b.frame
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(authority)
    hasher.combine(code)
  }

  init(
    authority: String, code: String, name: String, isGeographic: Bool, hasNorthFirst: Bool,
    areaOfUse: Envelope, base: String, baseArea: Envelope? = nil,
    horizontal: String? = nil, vertical: VerticalDatum? = nil, realm: Realm = .registry,
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
    self.horizontal = horizontal ?? "\(authority):\(code)"
    self.vertical = vertical
    self.realm = realm
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

  /// The system with heights of `vertical` beside it.
  func with(_ vertical: VerticalDatum, code: String, name: String) -> CoordinateReferenceSystem {
    CoordinateReferenceSystem(
      whole: self, vertical: vertical, code: code, name: name)
  }

  private init(
    whole: CoordinateReferenceSystem, vertical: VerticalDatum, code: String, name: String
  ) {
    (authority, self.code, self.name) = (whole.authority, code, name)
    (isGeographic, hasNorthFirst) = (whole.isGeographic, whole.hasNorthFirst)
    (areaOfUse, plausibleArea) = (whole.areaOfUse, whole.plausibleArea)
    (base, horizontal, zone) = (whole.base, whole.horizontal, whole.zone)
    (self.vertical, realm) = (vertical, whole.realm)
  }
}
