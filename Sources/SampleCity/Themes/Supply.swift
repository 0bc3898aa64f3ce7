import SimpleFeatures

/// Something on a supply or gas main, in the order of the street: what pipes run between.
struct MainNode {
  enum Kind { case pit, valve, hydrant }
  var id: String
  var kind: Kind
  var place: PlanePoint
}

/// A main under one street, from junction to junction.
struct Main {
  var segment: StreetSegment
  var nodes: [MainNode]
  /// mm.
  var diameter: Double

  /// The id of the pipe that begins at the node of this index.
  func pipe(_ prefix: String, _ index: Int) -> String { "\(prefix)\(segment.id)-\(index + 1)" }
}

extension Neighbourhood {
  /// Where mains lie, from the middle of the street: metres to the east and north.
  static let supplyOffset = PlanePoint(x: 4, y: -4)

  /// The supply mains under its own streets: at each junction a pit, a valve behind it, and
  /// hydrants at most 110 m apart (GB 50974 asks for 120 m).
  func supplyMains() -> [Main] {
    segments.filter(\.hasMains).map { segment in
      let hydrants = Int((segment.length / 110).rounded(.up))
      let spacing = segment.length / Double(hydrants + 1)
      var nodes = [pit(segment.from), node("JF", .valve, segment, min(8, 0.4 * spacing), 1)]
      for index in 1...hydrants {
        nodes.append(node("XS", .hydrant, segment, spacing * Double(index), index))
      }
      nodes.append(pit(segment.to))
      let diameter: Double =
        switch segment.streetClass {
        case .primary: 600
        case .secondary: 400
        case .tertiary: 300
        case .residential: 200
        }
      return Main(segment: segment, nodes: nodes, diameter: diameter)
    }
  }

  func pit(_ junction: Junction) -> MainNode {
    MainNode(
      id: "JJ\(junction.name)", kind: .pit, place: junction.place + Self.supplyOffset)
  }

  private func node(
    _ prefix: String, _ kind: MainNode.Kind, _ segment: StreetSegment, _ metres: Double,
    _ index: Int
  ) -> MainNode {
    MainNode(
      id: "\(prefix)\(segment.id)-\(index)", kind: kind,
      place: segment.place(metres) + Self.supplyOffset)
  }

  /// The junctions under which mains meet.
  private var mainJunctions: [Junction] {
    let met = Set(allSegments.filter(\.hasMains).flatMap { [$0.from, $0.to] })
    return junctions.filter(met.contains)
  }

  /// The pits of the supply mains, for layer manhole.
  func supplyPits() -> [Feature] {
    mainJunctions.map { junction in
      let pit = pit(junction)
      let height = ground.land(pit.place)
      return Feature(
        pit.id, frame.point(pit.place),
        [
          "class": .text("JS"), "feature": .text("cross"), "fitting": .text("valve_pit"),
          "ground_height": .measure(height, 3), "bottom_height": .measure(height - 2.1, 3),
          "depth": .real(2.1), "cover": .text("round"), "cover_material": .text("ductile_iron"),
          "diameter": .real(700), "status": .text("in_use"),
        ])
    }
  }

  /// Layer supply-pipe.
  func supplyFeatures() -> [Feature] {
    supplyMains().flatMap { main in
      zip(main.nodes, main.nodes.dropFirst()).enumerated().map { index, ends in
        let (from, to) = ends
        let depth = 1.2 + main.diameter / 1000
        let heights = (ground.land(from.place), ground.land(to.place))
        return Feature(
          main.pipe("JG", index), frame.line([from.place, to.place]),
          [
            "class": .text("SS"), "from_node": .text(from.id), "to_node": .text(to.id),
            "material": .text(main.diameter > 300 ? "ductile_iron" : "pe"),
            "diameter": .real(main.diameter), "depth_start": .measure(depth),
            "depth_end": .measure(depth), "start_height": .measure(heights.0 - 1.2),
            "end_height": .measure(heights.1 - 1.2), "flow": .text("both"),
            "laying": .text(main.segment.crossesCanal ? "overhead" : "buried"),
            "road": .text(main.segment.id), "status": .text("in_use"),
            "laid": .year(main.diameter > 300 ? 2003 : 2015), "pressure": .real(0.32),
            "roughness": .real(main.diameter > 300 ? 120 : 140),
          ])
      }
    } + [pumpMain()]
  }

  /// Layer hydrant.
  func hydrantFeatures() -> [Feature] {
    supplyMains().flatMap { main in
      main.nodes.enumerated().filter { $0.element.kind == .hydrant }.map { index, node in
        Feature(
          node.id, frame.point(node.place),
          [
            "kind": .text("ground"), "pipe": .text(main.pipe("JG", index)),
            "diameter": .real(main.diameter > 300 ? 150 : 100), "pressure": .real(0.3),
            "flow": .real(main.diameter > 300 ? 30 : 15), "works": .boolean(true),
            "inspected": .text("2026-04-15"),
          ])
      }
    }
  }

  /// Layer valve: of the supply mains and of the gas mains.
  func valveFeatures() -> [Feature] {
    let supply = supplyMains().flatMap { main in
      main.nodes.enumerated().filter { $0.element.kind == .valve }.map { index, node in
        valve(node, "JS", main.diameter, depth: 1.4, pipe: main.pipe("JG", index), main.segment)
      }
    }
    return supply + gasValveFeatures()
  }

  /// A valve of a main.
  func valve(
    _ node: MainNode, _ class: String, _ diameter: Double, depth: Double, pipe: String?,
    _ segment: StreetSegment?
  ) -> Feature {
    Feature(
      node.id, frame.point(node.place),
      [
        "class": .text(`class`), "kind": .text(diameter >= 400 ? "butterfly" : "gate"),
        "pipe": pipe.map { .text($0) } ?? .null, "diameter": .real(diameter),
        "state": .text("open"), "depth": .real(depth), "remote": .boolean(diameter >= 600),
        "road": segment.map { .text($0.id) } ?? .null, "status": .text("in_use"),
      ])
  }
}
