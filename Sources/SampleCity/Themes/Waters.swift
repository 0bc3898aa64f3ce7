import SimpleFeatures

/// A reach of a canal, by its ends in the plan's v.
struct CanalReach {
  var id: String
  var name: String
  /// Whether it comes from the north to the river.
  var isNorth: Bool
  var south: Double
  var north: Double
  /// Whether it ends at a dyke.
  var isAtDyke: Bool
}

extension Neighbourhood {
  /// The name of the river.
  static let river = "清澜江"

  /// The canals of this neighbourhood, one on each bank of the river: they reach to its bank roads.
  var canals: [CanalReach] {
    let mouth = Double(CityPlan.bankRoad - 20)
    let (south, north) = (Double(square.south), Double(square.north))
    func reach(_ isNorth: Bool, _ from: Double, _ to: Double) -> CanalReach {
      var dice = plan.dice(.names, 8, square.column, isNorth ? 0 : 1)
      return CanalReach(
        id: "G\(square.column + 1)\(isNorth ? "N" : "S")-\(tag)",
        name: Names.pair(dice.whole(0...Names.count)) + "港", isNorth: isNorth, south: from,
        north: to, isAtDyke: square.hasRiver)
    }
    return square.hasRiver
      ? [reach(true, mouth, north), reach(false, south, -mouth)]
      : [reach(square.row > 0, south, north)]
  }

  /// The canal into which a half of the neighbourhood drains.
  func canal(ofNorth isNorth: Bool) -> CanalReach {
    canals.first { $0.isNorth == isNorth } ?? canals[0]
  }

  /// The place beside or in the canal, so many metres of the plan east of its middle.
  func canalPlace(_ v: Double, east: Double = 0) -> PlanePoint {
    frame.place(Double(canal) + east, v)
  }

  /// Layer canal.
  func canalFeatures() -> [Feature] {
    let middle = Double(canal)
    return canals.map { canal in
      // Water runs to the river.
      let ends = canal.isNorth ? (canal.north, canal.south) : (canal.south, canal.north)
      return Feature(
        canal.id, frame.line(frame.path([(middle, ends.0), (middle, ends.1)])),
        [
          "name": .text(canal.name), "kind": .text("drainage"), "lined": .boolean(true),
          "bottom_width": .real(6), "side_slope": .real(1.8), "depth": .real(Ground.canalDepth),
          "design_flow": .measure(18 + Double(plan.rows.count - abs(square.row)) * 4, 0),
          "roughness": .real(0.025),
        ])
    }
  }

  /// The river along this neighbourhood: from its western to its eastern border, the city's last
  /// reaches to where the sample ends.
  private var riverReach: (west: Double, east: Double) {
    let land = plan.territory(square)
    return (Double(land.west), Double(land.east))
  }

  /// The line along the river, so many metres of the plan north of its middle.
  private func riverLine(_ v: Double) -> [PlanePoint] {
    let reach = riverReach
    return frame.path([(reach.west, v), (reach.east, v)])
  }

  /// Layer water: the river's surface, the canals', and the lake.
  func waterFeatures() -> [Feature] {
    var features: [Feature] = []
    let half = Ground.canalHalfWidth - 3
    func add(_ id: String, _ surface: Geometry, _ name: String, _ kind: String) {
      features.append(
        Feature(
          id, surface,
          [
            "name": .text(name), "kind": .text(kind), "area": surface.registeredArea,
            "intermittent": .boolean(false),
          ]))
    }
    let middle = Double(canal)
    for canal in canals {
      add(
        "W\(canal.id)", frame.rectangle(middle - half, canal.south, middle + half, canal.north),
        canal.name, "canal")
    }
    if square.hasRiver {
      let (reach, half) = (riverReach, Ground.riverHalfWidth)
      add("WR\(tag)", frame.rectangle(reach.west, -half, reach.east, half), Self.river, "river")
    }
    for (index, block) in blocks.enumerated() where block.use == .openSpace {
      let id = blocks[..<index].contains { $0.use == .openSpace } ? "-\(block.number + 1)" : ""
      add("WL\(tag)\(id)", frame.polygon([lake(block)]), "\(block.name)湖", "lake")
    }
    return features
  }

  /// The lake inside an open space: with bays along its border.
  func lake(_ block: Block) -> [PlanePoint] {
    var dice = dice(.layout, block.number)
    let phases = (0..<3).map { _ in dice.real(0, 2 * Double.pi) }
    return block.rounded(share: 0.9) { angle in
      0.74 + 0.09 * Double.sine(2 * angle + phases[0]) + 0.07 * Double.sine(3 * angle + phases[1])
        + 0.035 * Double.sine(7 * angle + phases[2])
    }
  }

  /// Layer river: one line for each neighbourhood that it passes.
  func riverFeatures() -> [Feature] {
    guard square.hasRiver else { return [] }
    let middle = frame.line(riverLine(0))
    return [
      Feature(
        "HL\(square.column + 1)", middle,
        [
          "name": .text(Self.river), "rank": .text("first"),
          "width": .real(2 * Ground.riverHalfWidth),
          "length": middle.groundLength.map { .measure($0 / 1000, 3) } ?? .null,
          "downstream": plan.has(square.column + 1, 0) ? .text("HL\(square.column + 2)") : .null,
          "flood_standard": .whole(100),
        ])
    ]
  }

  /// Layer embankment: the dykes on both banks.
  func embankmentFeatures() -> [Feature] {
    guard square.hasRiver else { return [] }
    return [("left", Ground.dyke, "北"), ("right", -Ground.dyke, "南")].map { bank, v, word in
      Feature(
        "DF\(word == "北" ? "N" : "S")\(square.column + 1)", frame.line(riverLine(v)),
        [
          "name": .text("\(Self.river)\(word)堤"), "river": .text("HL\(square.column + 1)"),
          "bank": .text(bank), "kind": .text("earth"), "grade": .whole(2),
          "flood_standard": .whole(100), "crest_height": .real(Ground.dykeCrest),
          "design_level": .real(Ground.dykeCrest - 1.5),
          "warning_level": .real(Ground.dykeCrest - 3), "crest_width": .real(8),
        ])
    }
  }

  /// Layer reservoir: a basin that holds back storm water.
  func reservoirFeatures() -> [Feature] {
    blocks.filter { $0.use == .basin }.map { block in
      let land = ground.land(block.middle)
      let basin = frame.polygon([block.rounded(share: 0.8) { _ in 0.72 }])
      let area = basin.groundArea ?? 0
      return Feature(
        "TX\(tag)-\(block.number + 1)", basin,
        [
          "name": .text("\(block.name)调蓄池"), "rank": .text("basin"),
          "capacity": .measure(area * 3 / 10_000), "flood_capacity": .measure(area * 2 / 10_000),
          "dead_level": .measure(land - 4), "normal_level": .measure(land - 3),
          "limit_level": .measure(land - 3.2), "design_level": .measure(land - 1),
          "crest_height": .measure(land),
        ])
    }
  }

  /// Layer sluice-gate: where a canal meets the dyke; elsewhere a weir keeps its level.
  func gateFeatures() -> [Feature] {
    canals.map { canal in
      let side = canal.isNorth ? 1.0 : -1
      let v =
        canal.isAtDyke
        ? side * Ground.dyke : (canal.isNorth ? canal.south : canal.north) + 40 * side
      let bed = ground.canalBed(Double(self.canal), v)
      return Feature(
        canals.count > 1 && !canal.isNorth ? "ZM\(tag)S" : "ZM\(tag)", frame.point(canalPlace(v)),
        [
          "name": .text("\(canal.name)\(canal.isAtDyke ? "出口闸" : "节制闸")"),
          "kind": .text(canal.isAtDyke ? "drainage" : "regulating"), "openings": .whole(2),
          "width": .real(8), "sill_height": .measure(bed), "top_height": .measure(bed + 5.5),
          "flow": .real(24), "water": .text(canal.id), "hoist": .text("electric"),
          "status": .text("in_use"),
        ])
    }
  }
}

extension Block {
  /// A ring without corners inside the block's border.
  ///
  /// - Parameters:
  ///   - share: How near to the border it may come: 1 touches it.
  ///   - size: At an angle in radians, its share of the way to the border.
  func rounded(share: Double, _ size: (Double) -> Double) -> [PlanePoint] {
    let (middle, count) = (middle, 72)
    let border = shape + [shape[0]]
    let ways = (0..<count).map { step -> Double in
      let angle = 2 * Double.pi * Double(step) / Double(count)
      let direction = PlanePoint(x: Double.cosine(angle), y: Double.sine(angle))
      var best = Double.infinity
      for (a, b) in zip(border, border.dropFirst()) {
        let slope = direction.cross(b - a)
        guard abs(slope) > 1e-9 else { continue }
        let way = (a - middle).cross(b - a) / slope
        let part = (a - middle).cross(direction) / slope
        if way > 0, part >= 0, part <= 1 { best = min(best, way) }
      }
      return best.isFinite ? best : 10
    }
    return (0..<count).map { step in
      let near = (-7...7).map { ways[(step + $0 + count) % count] }
      let angle = 2 * Double.pi * Double(step) / Double(count)
      let way = min(near.reduce(0, +) / 15 * size(angle), ways[step] * share)
      return middle + PlanePoint(x: Double.cosine(angle), y: Double.sine(angle)) * way
    }
  }
}
