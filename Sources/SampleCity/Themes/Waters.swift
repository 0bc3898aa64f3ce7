import SimpleFeatures

extension Neighbourhood {
  /// How far the canal reaches in this neighbourhood: to the bank road on the river's side.
  var canalReach: (south: Double, north: Double) {
    (
      Double(square.row == 0 ? CityPlan.bankRoad - 20 : square.south),
      Double(square.row == -1 ? 20 - CityPlan.bankRoad : square.north)
    )
  }

  /// Layer canal.
  func canalFeatures() -> [Feature] {
    let reach = canalReach
    let middle = Double(canal)
    // Water runs to the river.
    let ends = square.row < 0 ? (reach.south, reach.north) : (reach.north, reach.south)
    return [
      Feature(
        canalID, frame.line([(middle, ends.0), (middle, ends.1)]),
        [
          "name": .text(canalName), "kind": .text("drainage"), "lined": .boolean(true),
          "bottom_width": .real(6), "side_slope": .real(1.8), "depth": .real(Ground.canalDepth),
          "design_flow": .measure(18 + Double(plan.rows.count - abs(square.row)) * 4, 0),
          "roughness": .real(0.025),
        ])
    ]
  }

  /// Whether the river passes along this neighbourhood's southern (row 0) border; its features are
  /// made with these squares.
  private var isByRiver: Bool { square.row == 0 }

  /// The river along this neighbourhood: from its western to its eastern border, the city's last
  /// reaches a little beyond.
  private var riverReach: (west: Double, east: Double) {
    (
      Double(square.column == 0 ? square.west - CityPlan.belt : square.west),
      Double(square.column == plan.columns - 1 ? square.east + CityPlan.belt : square.east)
    )
  }

  /// Layer water: the river's surface, the canal's, and the lake.
  func waterFeatures() -> [Feature] {
    var features: [Feature] = []
    let reach = canalReach
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
    let canal = Double(canal)
    add(
      "W\(canalID)", frame.rectangle(canal - half, reach.south, canal + half, reach.north),
      canalName, "canal")
    if isByRiver {
      let river = riverReach
      let half = Ground.riverHalfWidth
      add("WR\(tag)", frame.rectangle(river.west, -half, river.east, half), "清澜江", "river")
    }
    for block in blocks where block.use == .openSpace {
      add("WL\(tag)", lake(block), "\(block.name)湖", "lake")
    }
    return features
  }

  /// The lake inside an open space: a round one with bays.
  func lake(_ block: Block, inZone: Bool = false) -> Geometry {
    var dice = dice(.layout, block.number)
    let phases = (0..<3).map { _ in dice.real(0, 2 * Double.pi) }
    let (u, v) = ((block.west + block.east) / 2, (block.south + block.north) / 2)
    let (a, b) = (block.width * 0.36, block.depth * 0.36)
    let corners = (0..<48).map { step -> (Double, Double) in
      let angle = 2 * Double.pi * Double(step) / 48
      let bays =
        1 + 0.13 * Double.sine(2 * angle + phases[0]) + 0.09 * Double.sine(3 * angle + phases[1])
        + 0.04 * Double.sine(7 * angle + phases[2])
      return (a * bays * Double.sine(angle + Double.pi / 2), b * bays * Double.sine(angle))
    }
    return frame.upright(at: u, v).polygon(corners, inZone: inZone)
  }

  /// Layer river: one line for each neighbourhood that it passes.
  func riverFeatures() -> [Feature] {
    guard isByRiver else { return [] }
    let reach = riverReach
    let isLast = plan.number(of: CityPlan.Square(column: square.column + 1, row: 0)) == nil
    let middle = frame.line([(reach.west, 0), (reach.east, 0)])
    return [
      Feature(
        "HL\(square.column + 1)", middle,
        [
          "name": .text("清澜江"), "rank": .text("first"),
          "width": .real(2 * Ground.riverHalfWidth),
          "length": middle.groundLength.map { .measure($0 / 1000, 3) } ?? .null,
          "downstream": isLast ? .null : .text("HL\(square.column + 2)"),
          "flood_standard": .whole(100),
        ])
    ]
  }

  /// Layer embankment: the dykes on both banks.
  func embankmentFeatures() -> [Feature] {
    guard isByRiver else { return [] }
    let reach = riverReach
    return [("left", Ground.dyke, "北"), ("right", -Ground.dyke, "南")].map { bank, v, word in
      Feature(
        "DF\(word == "北" ? "N" : "S")\(square.column + 1)",
        frame.line([(reach.west, v), (reach.east, v)]),
        [
          "name": .text("清澜江\(word)堤"), "river": .text("HL\(square.column + 1)"),
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
      let (u, v) = ((block.west + block.east) / 2, (block.south + block.north) / 2)
      let land = ground.land(u, v)
      let basin = frame.upright(at: u, v).rectangle(
        length: block.width * 0.7, depth: block.depth * 0.7)
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

  /// Layer sluice-gate: where the canal meets the dyke; elsewhere a weir keeps its level.
  func gateFeatures() -> [Feature] {
    let side = square.row < 0 ? -1.0 : 1.0
    let isAtDyke = square.row == 0 || square.row == -1
    let v =
      isAtDyke
      ? side * Ground.dyke : Double(square.row < 0 ? square.north : square.south) + 40 * side
    let bed = ground.canalBed(Double(canal), v)
    return [
      Feature(
        "ZM\(tag)", frame.point(Double(canal), v),
        [
          "name": .text("\(canalName)\(isAtDyke ? "出口闸" : "节制闸")"),
          "kind": .text(isAtDyke ? "drainage" : "regulating"), "openings": .whole(2),
          "width": .real(8), "sill_height": .measure(bed), "top_height": .measure(bed + 5.5),
          "flow": .real(24), "water": .text(canalID), "hoist": .text("electric"),
          "status": .text("in_use"),
        ])
    ]
  }
}
