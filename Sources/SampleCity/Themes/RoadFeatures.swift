import SimpleFeatures

extension Neighbourhood {
  /// The centre line of a street segment, moved some metres east and north in the plan.
  func line(
    of segment: StreetSegment, from start: Double = 0, to end: Double? = nil,
    east: Double = 0, north: Double = 0
  ) -> Geometry {
    let (a, b) = (segment.place(start), segment.place(end ?? segment.length))
    return frame.line([(a.u + east, a.v + north), (b.u + east, b.v + north)])
  }

  /// The name of one of its own street segments, by the id of the road.
  func streetName(_ road: String) -> String {
    segments.first { $0.id == road }?.name ?? ""
  }

  /// Layer road.
  func roadFeatures() -> [Feature] {
    segments.map { segment in
      Feature(
        segment.id, line(of: segment),
        [
          "name": .text(segment.name), "class": .text(segment.streetClass.rawValue),
          "oneway": .text("no"), "lanes": .whole(segment.streetClass.lanes),
          "maxspeed": .real(segment.streetClass.speedLimit),
          "bridge": .boolean(segment.canal != nil || segment.crossesRiver),
          "tunnel": .boolean(tunnel?.id == segment.id),
          "surface": .text(segment.streetClass == .residential ? "水泥混凝土" : "沥青混凝土"),
        ])
    }
  }

  /// Layer bridge.
  func bridgeFeatures() -> [Feature] {
    segments.compactMap { segment in
      guard segment.canal != nil || segment.crossesRiver else { return nil }
      let start = segment.canal.map { Double($0 - segment.from.u) - 18 } ?? 40
      let end = segment.canal.map { Double($0 - segment.from.u) + 18 } ?? segment.length - 40
      let here = segment.place((start + end) / 2)
      let deck = segment.crossesRiver ? Ground.dykeCrest + 6 : ground.land(here.u, here.v) + 0.6
      let depth = segment.crossesRiver ? 2.6 : 1.1
      let axis = line(of: segment, from: start, to: end)
      return Feature(
        "Q\(segment.id)", axis,
        [
          "name": .text(segment.name + (segment.crossesRiver ? "大桥" : "港桥")),
          "road": .text(segment.id), "kind": .text("river"),
          "structure": .text(segment.crossesRiver ? "cable" : "beam"),
          "length": axis.registeredLength,
          "width": .real(segment.streetClass.halfCarriageway * 2),
          "deck_height": .measure(deck), "soffit_height": .measure(deck - depth),
          "clearance": .measure(
            segment.crossesRiver ? 10 : deck - depth - ground.canalBed(here.u, here.v) - 1.5),
          "load_limit": .real(segment.streetClass == .primary ? 55 : 30),
          "built": .year(segment.streetClass == .primary ? 2009 : 1998),
        ])
    }
  }

  /// The street that dives under the crossing of the two collectors; only where the number says so.
  var tunnel: StreetSegment? {
    guard number % 25 == 0 else { return nil }
    let longest = segments.filter {
      $0.streetClass == .primary && $0.canal == nil && !$0.crossesRiver
    }
    return longest.max { ($0.length, $0.from) < ($1.length, $1.from) }
  }
}
