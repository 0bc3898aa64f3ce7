import GeometryCore

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
