import Foundation

/// Short distances on the ellipsoid, between nodes of a map and in a plane around a latitude.
struct RoadMeasure: Sendable {
  private let longitudes: [Int32]
  private let latitudes: [Int32]

  init(_ map: RoadMap) {
    longitudes = map.longitudes
    latitudes = map.latitudes
  }

  /// The distance between two nodes in centimetres.
  ///
  /// By the radii of curvature at the middle latitude: within a millionth for segments below 10 km.
  func centimetres(from one: UInt32, to other: UInt32) -> UInt32 {
    let (a, b) = (Int(one), Int(other))
    let scale = MetresPerDegree(
      latitude: Double(Int(latitudes[a]) + Int(latitudes[b])) * 0.5e-7)
    let east = Double(Int(longitudes[b]) - Int(longitudes[a])) * 1e-7 * scale.east
    let north = Double(Int(latitudes[b]) - Int(latitudes[a])) * 1e-7 * scale.north
    return UInt32(min((east * east + north * north).squareRoot() * 100, 2e9).rounded())
  }
}

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
