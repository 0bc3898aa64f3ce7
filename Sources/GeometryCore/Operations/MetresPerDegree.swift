import Foundation

/// How long a degree is at a latitude on the ellipsoid of CGCS2000.
public struct MetresPerDegree: Sendable {
  /// Metres in a degree of longitude.
  public let east: Double
  /// Metres in a degree of latitude.
  public let north: Double

  /// At a latitude in degrees; M = a (1 − e²) / W³ and N = a / W with W = √(1 − e² sin² φ).
  public init(latitude: Double) {
    let (a, flattening) = (6_378_137.0, 1 / 298.257_222_101)
    let e2 = flattening * (2 - flattening)
    let radians = latitude * .pi / 180
    let sine = sin(radians)
    let w = (1 - e2 * sine * sine).squareRoot()
    north = a * (1 - e2) / (w * w * w) * .pi / 180
    east = a / w * cos(radians) * .pi / 180
  }
}
