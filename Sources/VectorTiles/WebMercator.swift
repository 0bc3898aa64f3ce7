#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The spherical Mercator projection of EPSG:3857, with the world as the unit square.
///
/// With longitude λ and latitude φ in radians and v growing southwards:
/// u = 1/2 + λ / 2π, v = 1/2 − artanh(sin φ) / 2π. The square ends at |φ| = 85.05113°; latitudes
/// up to ``latitudeCapDegrees`` project outside it, those beyond are taken as the cap.
/// Source: OGC 17-083r4 annex D.1; EPSG method 1024.
enum WebMercator {
  /// The sphere's radius, the semi-major axis of WGS 84, in metres.
  static let radiusMetres = 6_378_137.0
  /// Half the width of the world in metres: π times the radius.
  static let halfWidthMetres = Double.pi * radiusMetres
  /// Latitudes are taken no nearer to a pole than this, so that v stays finite.
  static let latitudeCapDegrees = 89.99
  /// Longitudes are taken no further out than ten turns, so that u stays finite.
  static let longitudeCapDegrees = 3600.0

  /// The distance u from the antimeridian eastwards, in world widths.
  static func u(longitude: Double) -> Double {
    min(max(longitude, -longitudeCapDegrees), longitudeCapDegrees) / 360 + 0.5
  }

  /// The distance v from the northern edge southwards, in world widths.
  static func v(latitude: Double) -> Double {
    0.5 - twiceArtanhSine(latitude: latitude) / (4 * .pi)
  }

  /// ln((1 + sin φ) / (1 − sin φ)) for φ in degrees, which is 2 artanh(sin φ).
  @inline(__always)
  static func twiceArtanhSine(latitude: Double) -> Double {
    let capped = min(max(latitude, -latitudeCapDegrees), latitudeCapDegrees)
    let sine = sine(degrees: capped)
    return log((1 + sine) / (1 - sine))
  }

  /// The sine of an angle in degrees.
  @inline(__always)
  static func sine(degrees: Double) -> Double { sin(degrees * (.pi / 180)) }

  /// The fifth root of a positive number.
  static func fifthRoot(_ value: Double) -> Double { pow(value, 0.2) }

  /// The longitude in degrees at the distance `u`.
  static func longitude(u: Double) -> Double { u * 360 - 180 }

  /// The latitude in degrees at the distance `v`: φ = arctan(sinh(π (1 − 2v))).
  static func latitude(v: Double) -> Double {
    atan(sinh(.pi * (1 - 2 * v))) * (180 / .pi)
  }
}
