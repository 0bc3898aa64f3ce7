import SimpleFeatures

extension Neighbourhood {
  /// Where gas mains lie, from the middle of the street: metres to the east and north.
  static let gasOffset = PlanePoint(x: -5, y: -5)

  /// The streets with gas mains: all but the smallest.
  private var gasSegments: [StreetSegment] {
    segments.filter(hasGas)
  }

  private func hasGas(_ segment: StreetSegment) -> Bool {
    segment.hasMains && segment.streetClass != .residential && !segment.crossesRiver
  }

  private func gasNode(_ junction: Junction) -> MainNode {
    MainNode(
      id: "RF\(junction.name)", kind: .valve, place: junction.place + Self.gasOffset)
  }

  /// mm: medium pressure in the main roads, less in the others.
  private func gasDiameter(_ streetClass: StreetClass) -> Double {
    streetClass == .primary ? 315 : streetClass == .secondary ? 200 : 160
  }

  /// The valves of the gas mains, one at each junction that they meet.
  func gasValveFeatures() -> [Feature] {
    let junctions = Set(allSegments.filter(hasGas).flatMap { [$0.from, $0.to] })
    return junctions.filter(owns).sorted().map { junction in
      valve(gasNode(junction), "RQ", 200, depth: 1.1, pipe: nil, nil)
    }
  }

  /// Layer gas-pipe.
  func gasFeatures() -> [Feature] {
    gasSegments.map { segment in
      let (from, to) = (gasNode(segment.from), gasNode(segment.to))
      let isMain = segment.streetClass == .primary
      return Feature(
        "RG\(segment.id)", frame.line(segment.line.points.map { $0 + Self.gasOffset }),
        [
          "class": .text("TR"), "from_node": .text(from.id), "to_node": .text(to.id),
          "material": .text(isMain ? "steel" : "pe"),
          "diameter": .real(gasDiameter(segment.streetClass)), "depth_start": .real(1.1),
          "depth_end": .real(1.1), "start_height": .measure(ground.land(from.place) - 1.1),
          "end_height": .measure(ground.land(to.place) - 1.1), "flow": .text("both"),
          "laying": .text("buried"), "road": .text(segment.id), "status": .text("in_use"),
          "laid": .year(isMain ? 2008 : 2013),
          "pressure_class": .text(isMain ? "medium_a" : "medium_b"),
          "pressure": .real(isMain ? 0.35 : 0.18),
        ])
    }
  }

  /// Layer utility-tunnel: under the collectors from border to border.
  func utilityTunnelFeatures() -> [Feature] {
    segments.filter { $0.kind == .inner && $0.streetClass == .secondary && $0.length > 40 }
      .map { segment in
        Feature(
          "GL\(segment.id)", line(of: segment, from: 12, to: segment.length - 12, left: 5),
          [
            "name": .text("\(segment.name)综合管廊"), "kind": .text("trunk"),
            "compartments": .whole(3), "contents": .text("给水、电力、通信、燃气"), "width": .real(8.6),
            "height": .real(3.6), "cover": .real(2.5), "road": .text(segment.id),
            "built": .year(2019),
          ])
      }
  }
}
