import SimpleFeatures

extension Neighbourhood {
  /// The centre line of a street segment, or a part of it, moved some metres to the left.
  func line(
    of segment: StreetSegment, from start: Double = 0, to end: Double? = nil, left: Double = 0
  ) -> Geometry {
    let part = segment.line.part(start, end ?? segment.length)
    guard left != 0 else { return frame.line(part.points) }
    let count = part.points.count
    return frame.line(
      part.points.indices.map { index in
        let (before, after) = (
          part.points[max(index - 1, 0)], part.points[min(index + 1, count - 1)]
        )
        return part.points[index] + (after - before).unit.left * left
      })
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
          "name": .text(segment.name),
          "class": .text(segment.isRoad ? segment.streetClass.rawValue : "subway"),
          "oneway": .text("no"), "lanes": .whole(segment.isRoad ? segment.streetClass.lanes : 2),
          "maxspeed": .real(segment.isRoad ? segment.streetClass.speedLimit : 80),
          "bridge": .boolean(segment.crossesCanal || segment.crossesRiver),
          "tunnel": .boolean(tunnel?.id == segment.id || !segment.isRoad),
          "surface": segment.isRoad
            ? .text(segment.streetClass == .residential ? "水泥混凝土" : "沥青混凝土") : .null,
        ])
    }
  }

  /// Layer bridge.
  func bridgeFeatures() -> [Feature] {
    segments.compactMap { segment in
      guard segment.crossesCanal || segment.crossesRiver else { return nil }
      let middle = segment.length / 2
      let reach = segment.crossesCanal ? 18 : middle - 40
      let here = segment.place(middle)
      let land = ground.land(here)
      let deck = segment.crossesRiver ? Ground.dykeCrest + 6 : land + 0.6
      let depth = segment.crossesRiver ? 2.6 : 1.1
      let axis = line(of: segment, from: middle - reach, to: middle + reach)
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
            segment.crossesRiver ? 10 : deck - depth - (land - Ground.canalDepth) - 1.5),
          "load_limit": .real(segment.streetClass == .primary ? 55 : 30),
          "built": .year(segment.streetClass == .primary ? 2009 : 1998),
        ])
    }
  }

  /// The street that dives under the crossing of the two collectors; only where the number says so.
  var tunnel: StreetSegment? {
    guard number % 25 == 0 else { return nil }
    let longest = segments.filter {
      $0.streetClass == .primary && ($0.kind == .inner || $0.kind == .border)
    }
    return longest.max { ($0.length, $0.from) < ($1.length, $1.from) }
  }
}
