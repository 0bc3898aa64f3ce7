import SimpleFeatures

extension Neighbourhood {
  /// The land of a park: all of its block, without the lake.
  func park(_ block: Block) -> Geometry {
    guard block.use == .openSpace else { return frame.polygon([block.shape]) }
    return frame.polygon([block.shape, lake(block).reversed()])
  }

  /// Layer green: parks, the strips along river and canals, woods in the country.
  func greenFeatures() -> [Feature] {
    func green(_ id: String, _ name: String?, _ kind: String, _ shape: Geometry) -> Feature {
      Feature(
        id, shape,
        [
          "name": name.map { .text($0) } ?? .null, "kind": .text(kind),
          "area": shape.registeredArea, "open": .boolean(true),
        ])
    }
    var features = blocks.filter(\.use.isPark).map { block in
      var feature = green("LD\(tag)-\(block.number + 1)", estate(block), "G1", park(block))
      feature.properties.append(Property("sunken", .boolean(block.use == .park)))
      return feature
    }
    features += blocks.filter { $0.use == .campus }.map { block in
      let lawn = block.rounded(share: 0.9) { _ in 0.16 }
      return green("LD\(tag)-\(block.number + 1)", nil, "XG", frame.polygon([lawn]))
    }
    for canal in canals {
      for (index, side) in [-1.0, 1.0].enumerated() {
        let (inner, outer) = (Double(self.canal) + side * 13, Double(self.canal) + side * 19)
        let strip = frame.rectangle(
          min(inner, outer), canal.south + 5, max(inner, outer), canal.north - 5)
        features.append(
          green(
            "LD\(tag)-C\(canal.isNorth ? "N" : "S")\(index + 1)", "\(canal.name)绿带", "G2", strip))
      }
    }
    features += promenades().map { promenade in
      green(
        "LD\(tag)-\(promenade.id)", promenade.name, promenade.name == nil ? "G2" : "G1",
        promenade.shape)
    }
    for (index, field) in fields().enumerated() where field.crop == .wood {
      features.append(
        green("LD\(tag)-W\(index + 1)", nil, "forest", frame.polygon([field.shape])))
    }
    return features
  }

  /// The land between the river and the roads along it, on both sides of the mouths of canals.
  func promenades() -> [(id: String, name: String?, shape: Geometry)] {
    guard square.hasRiver else { return [] }
    let (west, east) = (Double(square.west), Double(square.east))
    let mouth = Double(canal)
    var strips: [(id: String, name: String?, shape: Geometry)] = []
    for (bank, sign, word) in [("N", 1.0, "江北"), ("S", -1, "江南")] {
      for (part, from, to) in [("W", west, mouth - 30), ("E", mouth + 30, east)] {
        for (strip, low, high) in [("A", 123.0, 144.0), ("B", 157, 179)] {
          let (south, north) = sign > 0 ? (low, high) : (-high, -low)
          strips.append(
            (
              "\(bank)\(part)\(strip)", strip == "B" ? "\(word)滨江公园" : nil,
              frame.rectangle(from, south, to, north)
            ))
        }
      }
    }
    return strips
  }

  /// What grows in the country of this neighbourhood, field by field.
  func fields() -> [(shape: [PlanePoint], crop: FieldLattice.Crop, quarter: Int)] {
    let lattice = FieldLattice(plan)
    let land = plan.territory(square)
    let near = (-1...1).flatMap { column in
      (-1...1).map { CityPlan.Square(column: square.column + column, row: square.row + $0) }
    }.filter { plan.number(of: $0) != nil }
    return lattice.cells(land).compactMap { cell in
      let middle = lattice.middle(cell)
      guard land.holds(middle.u, middle.v), !layout.villages.contains(cell) else { return nil }
      let corners = lattice.corners(cell)
      let isOutside = (corners + [middle]).allSatisfy { place in
        near.allSatisfy { plan.depth(place.u, place.v, in: $0) < -36 }
      }
      guard isOutside else { return nil }
      let crop = lattice.crop(cell)
      guard crop != .none else { return nil }
      let ring = corners.map { frame.place($0.u, $0.v) }
      let center = ring.centroid
      let quarter =
        (middle.u >= Double(canal) ? 1 : 0) + (middle.v >= Double(square.middle) ? 2 : 0)
      return (ring.map { center + ($0 - center) * 0.9 }, crop, quarter)
    }
  }

  /// Layer farmland.
  func farmlandFeatures() -> [Feature] {
    fields().enumerated().filter { $0.element.crop != .wood }.map { index, field in
      let shape = frame.polygon([field.shape])
      let isPaddy = field.crop == .paddy
      return Feature(
        "ND\(tag)-\(index + 1)", shape,
        [
          "class": .text(isPaddy ? "0101" : "0103"), "basic": .boolean(isPaddy),
          "area": shape.registeredArea, "division": .text(division.communityCodes[field.quarter]),
          "slope_class": .whole(1),
        ])
    }
  }

  /// Layer control-line: the water's blue lines, the parks' green ones.
  func controlLineFeatures() -> [Feature] {
    let middle = Double(canal)
    let blue = canals.map { canal in
      let banks = frame.rectangle(middle - 20, canal.south, middle + 20, canal.north)
      return Feature(
        canals.count > 1 && !canal.isNorth ? "KZ\(tag)-BS" : "KZ\(tag)-B", banks,
        [
          "name": .text("\(canal.name)蓝线"), "kind": .text("blue"), "plan": .text("蓝线规划"),
          "approved": .text("2021-06-30"), "valid_to": .text("2035-12-31"),
          "area": banks.registeredArea, "rule": .text("不得占用水域"),
        ])
    }
    return blue
      + blocks.filter(\.use.isPark).map { block in
        let park = frame.polygon([block.shape])
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
      let site = frame.polygon([block.shape])
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
        "JY\(tag)-\(block.number + 1)", frame.point(block.place(12, 2)),
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
        "WX\(building.id)", frame.point(building.place),
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
        let far = { (outfall: DrainOutfall) in outfall.place.distance(to: building.place) }
        return (far($0), $0.id) < (far($1), $1.id)
      }
      let isHospital = building.role == .hospital
      return Feature(
        "WR\(building.id)", frame.point(building.place),
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
      let segment = dice.pick(segments.filter { $0.hasMains && !$0.crossesRiver })
      let home = kind.kind == "flooding" ? store : station
      return Feature(
        "SJ\(tag)-\(index + 1)", frame.point(segment.place(segment.length / 2)),
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
