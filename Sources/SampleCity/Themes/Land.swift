import SimpleFeatures

extension Neighbourhood {
  private func rectangle(_ block: Block) -> Geometry {
    frame.rectangle(block.west, block.south, block.east, block.north)
  }

  /// Layer green: parks, the shore of the lake, the strips along the canal.
  func greenFeatures() -> [Feature] {
    var features = blocks.filter { $0.use == .park || $0.use == .openSpace }.map { block in
      var shape = rectangle(block)
      if block.use == .openSpace {
        shape = .polygon([shape.ordinates, lake(block).turnedRing])
      }
      return Feature(
        "LD\(tag)-\(block.number + 1)", shape,
        [
          "name": .text(estate(block)), "kind": .text("G1"), "area": shape.registeredArea,
          "open": .boolean(true), "sunken": .boolean(block.use == .park),
        ])
    }
    let reach = canalReach
    for (index, side) in [-1.0, 1.0].enumerated() {
      let (inner, outer) = (Double(canal) + side * 13, Double(canal) + side * 19)
      let strip = frame.rectangle(
        min(inner, outer), reach.south + 5, max(inner, outer), reach.north - 5)
      features.append(
        Feature(
          "LD\(tag)-C\(index + 1)", strip,
          [
            "name": .text("\(canalName)绿带"), "kind": .text("G2"), "area": strip.registeredArea,
            "open": .boolean(true),
          ]))
    }
    return features
  }

  /// Layer farmland: all that is neither built on nor river.
  func farmlandFeatures() -> [Feature] {
    let middle = (u: square.west + CityPlan.canal, v: square.south + StreetCuts.middle)
    // Cut where communities meet, so that each field lies in one.
    let boxes = plan.fields(square).flatMap { $0.cut(u: middle.u) }.flatMap { $0.cut(v: middle.v) }
    let fields = boxes.flatMap { FieldLattice.fields(of: $0) }
    return fields.enumerated().map { index, field in
      let box = field.box
      let shape = frame.rectangle(
        Double(box.west) + 1.5, Double(box.south) + 1.5, Double(box.east) - 1.5,
        Double(box.north) - 1.5)
      let quarter = (box.west >= middle.u ? 1 : 0) + (box.south >= middle.v ? 2 : 0)
      return Feature(
        "ND\(tag)-\(index + 1)", shape,
        [
          "class": .text(field.isPaddy ? "0101" : "0103"), "basic": .boolean(field.isPaddy),
          "area": shape.registeredArea, "division": .text(division.communityCodes[quarter]),
          "slope_class": .whole(1),
        ])
    }
  }

  /// Layer control-line: the water's blue lines, the parks' green ones.
  func controlLineFeatures() -> [Feature] {
    let reach = canalReach
    let banks = frame.rectangle(
      Double(canal) - 20, reach.south, Double(canal) + 20, reach.north)
    let blue = Feature(
      "KZ\(tag)-B", banks,
      [
        "name": .text("\(canalName)蓝线"), "kind": .text("blue"), "plan": .text("蓝线规划"),
        "approved": .text("2021-06-30"), "valid_to": .text("2035-12-31"),
        "area": banks.registeredArea, "rule": .text("不得占用水域"),
      ])
    return [blue]
      + blocks.filter { $0.use == .park || $0.use == .openSpace }.map { block in
        let park = rectangle(block)
        return Feature(
          "KZ\(tag)-\(block.number + 1)", park,
          [
            "name": .text("\(estate(block))绿线"), "kind": .text("green"), "plan": .text("绿地系统规划"),
            "approved": .text("2021-06-30"), "valid_to": .text("2035-12-31"),
            "area": park.registeredArea, "rule": .text("不得改作他用"),
          ])
      }
  }

  /// Layer construction-site.
  func constructionFeatures() -> [Feature] {
    blocks.filter { $0.use == .construction }.map { block in
      let site = frame.rectangle(
        block.west + 4, block.south + 4, block.east - 4, block.north - 4)
      return Feature(
        "GD\(tag)-\(block.number + 1)", site,
        [
          "name": .text("\(block.name)项目"), "kind": .text("building"),
          "area": site.registeredArea, "pit_depth": .real(9.5),
          "cranes": .whole(3), "starts": .text("2025-09-01"), "ends": .text("2028-06-30"),
          "stage": .text("foundation"),
        ])
    }
  }

  /// Layer filling-station: at the edge of the industry's land.
  func fillingStationFeatures() -> [Feature] {
    blocks.filter { $0.use == .industry }.prefix(1).map { block in
      Feature(
        "JY\(tag)-\(block.number + 1)", frame.point(block.east - 1, block.south + 1),
        [
          "name": .text("\(block.name)加油站"), "kind": .text("petrol"), "grade": .text("2"),
          "storage": .real(120), "address": .text(address(of: block)),
        ])
    }
  }

  /// Layer hazard-source: a store of dangerous goods in the industry's warehouse.
  func hazardFeatures() -> [Feature] {
    buildings.filter { $0.role == .warehouse }.map { building in
      Feature(
        "WX\(building.id)", frame.point(building.u, building.v),
        [
          "name": .text(name(of: building)), "kind": .text("chemical"), "rank": .text("4"),
          "substance": .text("甲醇"), "quantity": .real(60), "radius": .real(150),
          "threatened": .whole(120), "address": .text(address(of: building)),
        ])
    }
  }

  /// Layer pollution-source: what discharges into the nearest outfall.
  func pollutionFeatures() -> [Feature] {
    buildings.filter { $0.usage == "industrial" || $0.role == .hospital }.map { building in
      let outfall = drains.outfalls.min {
        let far = { (outfall: DrainOutfall) in
          abs(outfall.u - building.u) + abs(outfall.v - building.v)
        }
        return (far($0), $0.id) < (far($1), $1.id)
      }
      let isHospital = building.role == .hospital
      return Feature(
        "WR\(building.id)", frame.point(building.u, building.v),
        [
          "name": .text(name(of: building)), "kind": .text(isHospital ? "medical" : "industry"),
          "medium": .text("water"), "pollutants": .text("COD、氨氮"),
          "discharge": .real(isHospital ? 9 : 26), "outfall": outfall.map { .text($0.id) } ?? .null,
          "online": .boolean(!isHospital), "address": .text(address(of: building)),
        ])
    }
  }

  /// Layer incident: what has happened and is dealt with.
  func incidentFeatures() -> [Feature] {
    var dice = dice(.facilities)
    let store = buildings.first { $0.role == .emergencyStore }
    let station = buildings.first { $0.role == .fireStation }
    let kinds: [(kind: String, word: String)] = [
      ("flooding", "积水"), ("fire", "火情"), ("traffic", "交通事故"), ("burst", "水管爆裂"),
    ]
    return kinds.enumerated().map { index, kind in
      let segment = dice.pick(segments)
      let place = segment.place(segment.length / 2)
      let home = kind.kind == "flooding" ? store : station
      return Feature(
        "SJ\(tag)-\(index + 1)", frame.point(place.u, place.v),
        [
          "name": .text("\(segment.name)\(kind.word)"), "number": .text("2026-\(tag)-\(index + 1)"),
          "kind": .text(kind.kind), "severity": .text("4"),
          "state": .text(index == 3 ? "working" : "closed"),
          "reported": .text("2026-06-2\(index)T08:1\(index):00Z"),
          "closed": index == 3 ? .null : .text("2026-06-2\(index)T11:40:00Z"),
          "team": home.map { .text("DW\($0.id)") } ?? .null, "casualties": .whole(0),
        ])
    }
  }
}
