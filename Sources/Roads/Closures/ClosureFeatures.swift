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
      let name = feature.id.map { "\"\($0)\"" } ?? "\(number + 1)"
      guard let geometry = feature.geometry, !geometry.isEmpty else { continue }
      let speed = try closureNumber(feature, "speed_kmh", of: name, upTo: 300)
      let depth = try closureNumber(feature, "depth_m", of: name, upTo: 100)
      let isWater =
        depth != nil
        || feature.properties.contains {
          $0.name == "water" && $0.value == .boolean(true)
        }
      switch geometry.kind {
      case .polygon, .multiPolygon:
        changes +=
          isWater
          ? self.changes(floodedArea: geometry, depthMetres: depth, profile: profile)
          : self.changes(in: geometry, limitKilometresPerHour: speed ?? 0)
      case .lineString, .multiLineString:
        changes += segments(along: geometry, withinMetres: toleranceMetres).flatMap {
          SegmentChange.both($0, limit: Float(speed ?? 0))
        }
      default:
        throw RoadError(
          .invalidInput, "closure \(name) is neither an area nor a line",
          hint: "draw the roads that are closed, or an area around them")
      }
    }
    return changes
  }

  private func closureNumber(
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

  /// The segments that lie on lines from end to end, to a tolerance.
  func segments(along lines: Geometry, withinMetres tolerance: Double) -> [Int] {
    var found: Set<Int> = []
    let stride = lines.layout.stride
    for path in lines.pathEnds.indices {
      for vertex in lines.vertexRange(ofPath: path).dropLast() {
        let (a, b) = (vertex * stride, (vertex + 1) * stride)
        let line = SIMD4(
          lines.ordinates[a], lines.ordinates[a + 1], lines.ordinates[b], lines.ordinates[b + 1])
        let scale = MetresPerDegree(latitude: line.y)
        let (padX, padY) = (tolerance / max(scale.east, 1), tolerance / scale.north)
        func units(_ degrees: Double) -> Int { Int(max(-2e9, min(2e9, degrees * 1e7))) }
        let near = index.segments(
          inWest: units(min(line.x, line.z) - padX), south: units(min(line.y, line.w) - padY),
          east: units(max(line.x, line.z) + padX), north: units(max(line.y, line.w) + padY))
        for segment in near where !found.contains(segment) {
          if isBelow(segment, lines, path, tolerance, scale) { found.insert(segment) }
        }
      }
    }
    return found.sorted()
  }

  /// Whether five places along a segment lie on some edge of a path.
  private func isBelow(
    _ segment: Int, _ lines: Geometry, _ path: Int, _ tolerance: Double, _ scale: MetresPerDegree
  ) -> Bool {
    let stride = lines.layout.stride
    return [0, 0.25, 0.5, 0.75, 1].allSatisfy { share in
      let place = position(segment, share)
      return lines.vertexRange(ofPath: path).dropLast().contains { vertex in
        let (a, b) = (vertex * stride, (vertex + 1) * stride)
        return Self.distance(
          place,
          SIMD4(
            lines.ordinates[a], lines.ordinates[a + 1], lines.ordinates[b],
            lines.ordinates[b + 1]), scale) <= tolerance
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
