import GeometryCore
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
        let shore = lake(block).polygon.ordinates
        shape.ordinates += shore
        shape.pathEnds.append(shape.ordinates.count / 2)
        shape.partEnds = [2]
      }
      return Feature(
        "LD\(tag)-\(block.number + 1)", shape,
        [
          "name": .text(estate(block)), "kind": .text("G1"),
          "area": .measure(block.width * block.depth * (block.use == .park ? 1 : 0.6), 0),
          "open": .boolean(true), "sunken": .boolean(block.use == .park),
        ])
    }
    let reach = canalReach
    for (index, side) in [-1.0, 1.0].enumerated() {
      let (inner, outer) = (Double(canal) + side * 13, Double(canal) + side * 19)
      features.append(
        Feature(
          "LD\(tag)-C\(index + 1)",
          frame.rectangle(
            min(inner, outer), reach.south + 5, max(inner, outer), reach.north - 5),
          ["name": .text("\(canalName)绿带"), "kind": .text("G2"), "open": .boolean(true)]))
    }
    return features
  }

  /// Layer farmland: the belt along the city's western border.
  func farmlandFeatures() -> [Feature] {
    guard square.column == 0 else { return [] }
    var dice = dice(.uses, 50)
    var features: [Feature] = []
    for row in 0..<16 {
      for column in 0..<4 {
        let west = Double(square.west) - 470 + Double(column) * 108
        let south = Double(square.south) + Double(row) * 100
        let isPaddy = dice.chance(0.7)
        features.append(
          Feature(
            "ND\(tag)-\(row * 4 + column + 1)",
            frame.rectangle(west + 1.5, south + 1.5, west + 104, south + 98),
            [
              "class": .text(isPaddy ? "0101" : "0103"), "basic": .boolean(isPaddy),
              "area": .measure(102.5 * 96.5, 0),
              "division": .text(division.communityCodes[row < 8 ? 0 : 2]),
              "slope_class": .whole(1),
            ]))
      }
    }
    return features
  }

  /// Layer control-line: the water's blue lines, the parks' green ones.
  func controlLineFeatures() -> [Feature] {
    let reach = canalReach
    let blue = Feature(
      "KZ\(tag)-B",
      frame.rectangle(Double(canal) - 20, reach.south, Double(canal) + 20, reach.north),
      [
        "name": .text("\(canalName)蓝线"), "kind": .text("blue"), "plan": .text("蓝线规划"),
        "approved": .text("2021-06-30"), "valid_to": .text("2035-12-31"),
        "rule": .text("不得占用水域"),
      ])
    return [blue]
      + blocks.filter { $0.use == .park || $0.use == .openSpace }.map { block in
        Feature(
          "KZ\(tag)-\(block.number + 1)", rectangle(block),
          [
            "name": .text("\(estate(block))绿线"), "kind": .text("green"), "plan": .text("绿地系统规划"),
            "approved": .text("2021-06-30"), "valid_to": .text("2035-12-31"),
            "area": .measure(block.width * block.depth, 0), "rule": .text("不得改作他用"),
          ])
      }
  }

  /// Layer construction-site.
  func constructionFeatures() -> [Feature] {
    blocks.filter { $0.use == .construction }.map { block in
      Feature(
        "GD\(tag)-\(block.number + 1)",
        frame.rectangle(
          block.west + 4, block.south + 4, block.east - 4, block.north - 4),
        [
          "name": .text("\(block.name)项目"), "kind": .text("building"),
          "area": .measure((block.width - 8) * (block.depth - 8), 0), "pit_depth": .real(9.5),
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
