public import SimpleFeatures

extension RoadNetwork {
  /// The segments that share a point with polygons, which are in degrees.
  public func segments(touching area: Geometry) -> [Int] {
    segments(touching: EdgeStrips.parts(of: area))
  }

  private func segments(touching parts: [EdgeStrips]) -> [Int] {
    var found: Set<Int> = []
    for strips in parts {
      for segment in index.segments(in: strips.box) where !found.contains(segment) {
        let one = position(segment, 0)
        let other = position(segment, 1)
        if strips.contains(one.longitude, one.latitude)
          || strips.crosses(one.longitude, one.latitude, other.longitude, other.latitude)
        {
          found.insert(segment)
        }
      }
    }
    return found.sorted()
  }

  /// What closes, or slows down to a speed in km/h, all roads that share a point with polygons.
  public func changes(in area: Geometry, limitKilometresPerHour limit: Double = 0)
    -> [SegmentChange]
  {
    segments(touching: area).flatMap { SegmentChange.both($0, limit: Float(limit)) }
  }

  /// What a flooded area does to the roads of a profile.
  ///
  /// Bridges stay dry. A tunnel is flooded where the water reaches one of its mouths, and not where
  /// the area only lies above it. With a depth the profile's curve gives the speed; without one,
  /// flooded roads are closed.
  public func changes(
    floodedArea area: Geometry, depthMetres: Double?, profile: Int
  ) -> [SegmentChange] {
    let limit = depthMetres.map { floodLimit(atDepthMetres: $0, profile: profile) } ?? 0
    guard limit < .infinity else { return [] }
    let parts = EdgeStrips.parts(of: area)
    return wetSegments(segments(touching: parts)) { place in
      parts.contains { $0.contains(place.longitude, place.latitude) }
    }.flatMap { SegmentChange.both($0, limit: Float(limit)) }
  }

  func floodLimit(atDepthMetres depth: Double, profile: Int) -> Double {
    profiles[profile].flood?.speedKilometresPerHour(atDepthMetres: depth)
      ?? (depth > 0 ? 0 : .infinity)
  }

  /// The segments that water reaches: no bridges, and tunnels by their mouths.
  private func wetSegments(
    _ candidates: [Int], isWet: ((longitude: Double, latitude: Double)) -> Bool
  ) -> [Int] {
    var wet: [Int] = []
    var tunnels: Set<Range<Int>> = []
    for segment in candidates {
      let traits = traits(ofSegment: segment)
      if traits.contains(.tunnel) {
        tunnels.insert(tunnel(around: segment))
      } else if !traits.contains(.bridge) {
        wet.append(segment)
      }
    }
    for tunnel in tunnels
    where isWet(position(tunnel.lowerBound, 0)) || isWet(position(tunnel.upperBound - 1, 1)) {
      wet += tunnel
    }
    return wet.sorted()
  }

  func traits(ofSegment segment: Int) -> RoadWay.Traits {
    let way = chains.segmentWays[segment]
    return way == RoadChains.noWay ? [] : map.ways[Int(way >> 1)].traits
  }

  /// The segments of a chain that are in the tunnel that a segment is in.
  func tunnel(around segment: Int) -> Range<Int> {
    let chain = chains.segmentRange(chains.chain(ofSegment: segment))
    var (low, high) = (segment, segment + 1)
    while low > chain.lowerBound, traits(ofSegment: low - 1).contains(.tunnel) { low -= 1 }
    while high < chain.upperBound, traits(ofSegment: high).contains(.tunnel) { high += 1 }
    return low..<high
  }
}
