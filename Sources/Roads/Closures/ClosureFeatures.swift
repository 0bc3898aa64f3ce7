import GeometryCore
public import SimpleFeatures

extension RoadNetwork {
  /// What features say of the roads of a profile.
  ///
  /// Polygons change all roads that they touch. `speed_kmh` limits the speed there, 0 closes;
  /// without it roads are closed. With `depth_m` or `water: true` the area is water: bridges stay
  /// dry, and the profile's curve gives the speed. Lines change the roads below them, to
  /// `toleranceMetres`, in both directions; points are refused.
  ///
  /// - Throws: ``RoadError`` `invalid-input` that names the feature.
  public func changes(
    of features: [Feature], profile: Int, toleranceMetres: Double = 5
  ) throws(RoadError) -> [SegmentChange] {
    var changes: [SegmentChange] = []
    for (number, feature) in features.enumerated() {
      guard let closure = try Closure(feature, number: number + 1) else { continue }
      let (geometry, speed) = (closure.geometry, closure.speedKilometresPerHour)
      if closure.isLine {
        changes += segments(along: geometry, withinMetres: toleranceMetres).flatMap {
          SegmentChange.both($0, limit: Float(speed ?? 0))
        }
      } else if closure.isWater {
        changes += self.changes(
          floodedArea: geometry, depthMetres: closure.depthMetres, profile: profile)
      } else {
        changes += self.changes(in: geometry, limitKilometresPerHour: speed ?? 0)
      }
    }
    return changes
  }

  /// Refuses features that ``changes(of:profile:toleranceMetres:)`` refuses on any roads.
  ///
  /// - Throws: ``RoadError`` `invalid-input` that names the feature.
  public static func check(closures features: [Feature]) throws(RoadError) {
    for (number, feature) in features.enumerated() {
      _ = try Closure(feature, number: number + 1)
    }
  }

  /// The segments that lie on lines from end to end, to a tolerance: five places along each do.
  func segments(along lines: Geometry, withinMetres tolerance: Double) -> [Int] {
    var covered: [Int: UInt8] = [:]
    let stride = lines.layout.stride
    for path in lines.pathEnds.indices {
      for vertex in lines.vertexRange(ofPath: path).dropLast() {
        let (a, b) = (vertex * stride, (vertex + 1) * stride)
        cover(
          SIMD4(
            lines.ordinates[a], lines.ordinates[a + 1], lines.ordinates[b],
            lines.ordinates[b + 1]), tolerance, &covered)
      }
    }
    return covered.filter { $0.value == 0b11111 }.keys.sorted()
  }

  /// Notes which places of the segments near an edge lie on it, piece by piece of the edge.
  private func cover(_ edge: SIMD4<Double>, _ tolerance: Double, _ covered: inout [Int: UInt8]) {
    let scale = MetresPerDegree(latitude: edge.y)
    let pad = SIMD2(tolerance / max(scale.east, 1), tolerance / scale.north)
    let (start, end) = (SIMD2(edge.x, edge.y), SIMD2(edge.z, edge.w))
    let metres = max(
      (end.x - start.x).magnitude * scale.east, (end.y - start.y).magnitude * scale.north)
    let pieces = max(1, min(100_000, Int(metres / 200)))
    for piece in 0..<pieces {
      let from = start + (end - start) * (Double(piece) / Double(pieces))
      let to = start + (end - start) * (Double(piece + 1) / Double(pieces))
      let low = pointwiseMin(from, to) - pad
      let high = pointwiseMax(from, to) + pad
      let box = Envelope(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
      for segment in index.segments(in: box) {
        for share in 0..<5 {
          let place = position(segment, Double(share) / 4)
          if Self.distance(place, edge, scale) <= tolerance {
            covered[segment, default: 0] |= 1 << UInt8(share)
          }
        }
      }
    }
  }

  /// The distance of a place from a line in metres.
  private static func distance(
    _ place: (longitude: Double, latitude: Double), _ line: SIMD4<Double>, _ scale: MetresPerDegree
  ) -> Double {
    let ax = (line.x - place.longitude) * scale.east
    let ay = (line.y - place.latitude) * scale.north
    let dx = (line.z - line.x) * scale.east
    let dy = (line.w - line.y) * scale.north
    let square = dx * dx + dy * dy
    let share = square > 0 ? min(1, max(0, -(ax * dx + ay * dy) / square)) : 0
    let (x, y) = (ax + share * dx, ay + share * dy)
    return (x * x + y * y).squareRoot()
  }
}

/// What one feature says of the roads, whichever they are.
private struct Closure {
  let geometry: Geometry
  /// Whether it lies along roads; else it is an area.
  let isLine: Bool
  let isWater: Bool
  let speedKilometresPerHour: Double?
  let depthMetres: Double?

  /// `nil` for a feature without a shape.
  ///
  /// - Parameter number: Its place among the others, from 1: what names it if it has no id.
  init?(_ feature: Feature, number: Int) throws(RoadError) {
    let name = feature.id.map { "\"\($0)\"" } ?? "\(number)"
    guard let geometry = feature.geometry, !geometry.isEmpty else { return nil }
    self.geometry = geometry
    try Self.checkWords(feature, of: name)
    try Self.checkPlaces(geometry, of: name)
    speedKilometresPerHour = try Self.number(feature, "speed_kmh", of: name, upTo: 300)
    depthMetres = try Self.number(feature, "depth_m", of: name, upTo: 100)
    isWater =
      depthMetres != nil
      || feature.properties.contains { $0.name == "water" && $0.value == .boolean(true) }
    switch geometry.kind {
    case .polygon, .multiPolygon: isLine = false
    case .lineString, .multiLineString: isLine = true
    default:
      throw RoadError(
        .invalidInput, "closure \(name) is neither an area nor a line",
        hint: "draw the roads that are closed, or an area around them")
    }
  }

  /// Vertices beyond which a closure is refused.
  private static let mostVertices = 200_000

  /// Refuses what lies beyond the Earth, and what is too fine.
  private static func checkPlaces(_ geometry: Geometry, of name: String) throws(RoadError) {
    let stride = geometry.layout.stride
    guard geometry.ordinates.count / stride <= mostVertices else {
      throw RoadError(
        .invalidInput, "closure \(name) has more than \(mostVertices) vertices",
        hint: "simplify it")
    }
    for place in Swift.stride(from: 0, to: geometry.ordinates.count - 1, by: stride) {
      let (x, y) = (geometry.ordinates[place], geometry.ordinates[place + 1])
      guard x.magnitude <= 180, y.magnitude <= 90 else {
        throw RoadError(
          .invalidInput, "closure \(name) lies at \(x), \(y), which is no longitude and latitude",
          hint: "give degrees, longitude first")
      }
    }
  }

  /// Refuses what somebody may take for a property that counts.
  private static func checkWords(_ feature: Feature, of name: String) throws(RoadError) {
    let likely = [
      "depth": "depth_m", "depth_cm": "depth_m", "depth_mm": "depth_m", "speed": "speed_kmh",
      "maxspeed": "speed_kmh", "speed_mph": "speed_kmh",
    ]
    for property in feature.properties {
      guard let meant = likely[property.name] else { continue }
      throw RoadError(
        .invalidInput, "closure \(name) has `\(property.name)`, which says nothing here",
        hint: "write `\(meant)`, in that unit, or take it away")
    }
  }

  private static func number(
    _ feature: Feature, _ key: String, of name: String, upTo most: Double
  ) throws(RoadError) -> Double? {
    guard let value = feature.properties.first(where: { $0.name == key })?.value, !value.isNull
    else { return nil }
    let number: Double? =
      switch value {
      case .integer(let number): Double(number)
      case .real(let number): number
      default: nil
      }
    guard let number, number >= 0, number <= most else {
      throw RoadError(
        .invalidInput, "`\(key)` of closure \(name) is not a number from 0 to \(Int(most))")
    }
    return number
  }
}
