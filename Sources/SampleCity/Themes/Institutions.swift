import SimpleFeatures

extension Neighbourhood {
  /// The buildings that house something, with their addresses.
  private func housed(_ roles: Role...) -> [Building] {
    buildings.filter { building in building.role.map(roles.contains) ?? false }
  }

  private func feature(
    _ prefix: String, _ building: Building, _ values: KeyValuePairs<String, PropertyValue>,
    namesBuilding: Bool = true, name suffix: String? = nil
  ) -> Feature {
    var feature = Feature(
      prefix + building.id, frame.point(building.place), values)
    feature.properties.append(
      Property("name", .text(suffix.map { blocks[building.block].name + $0 } ?? name(of: building)))
    )
    feature.properties.append(Property("address", .text(address(of: building))))
    if namesBuilding { feature.properties.append(Property("building", .text(building.id))) }
    return feature
  }

  /// Layer hospital.
  func hospitalFeatures() -> [Feature] {
    housed(.hospital, .healthCentre).map { building in
      let isHospital = building.role == .hospital
      let beds = isHospital ? building.floors * 42 : 20
      return feature(
        "YY", building,
        [
          "kind": .text(isHospital ? "hospital" : "centre"),
          "grade": .text(isHospital ? (beds > 400 ? "3" : "2") : "none"), "beds": .whole(beds),
          "emergency": .boolean(isHospital), "ambulances": .whole(isHospital ? 4 : 1),
          "intensive_beds": .whole(isHospital ? beds / 20 : 0),
        ])
    }
  }

  /// Layer school.
  func schoolFeatures() -> [Feature] {
    housed(.school, .kindergarten).map { building in
      let block = blocks[building.block]
      let isKindergarten = building.role == .kindergarten
      let count = buildings.filter { $0.block == building.block }.count
      let pupils = isKindergarten ? 270 : count * building.floors * 90
      let kind =
        isKindergarten ? "kindergarten" : block.number.isMultiple(of: 2) ? "primary" : "middle"
      return feature(
        "XX", building,
        [
          "kind": .text(kind), "pupils": .whole(pupils), "staff": .whole(pupils / 14),
          "boarders": .whole(0),
        ])
    }
  }

  /// Layer nursing-home.
  func nursingHomeFeatures() -> [Feature] {
    housed(.nursingHome).map { building in
      let beds = building.floors * 28
      return feature(
        "YL", building,
        [
          "kind": .text("home"), "beds": .whole(beds), "residents": .whole(beds * 8 / 10),
          "dependent": .whole(beds * 3 / 10),
        ])
    }
  }

  /// Layer fire-station.
  func fireStationFeatures() -> [Feature] {
    housed(.fireStation).map { building in
      feature(
        "XF", building,
        [
          "kind": .text("second"), "engines": .whole(5), "crew": .whole(28), "boats": .whole(2),
        ], namesBuilding: false)
    }
  }

  /// Layer emergency-store.
  func storeFeatures() -> [Feature] {
    housed(.emergencyStore).map { building in
      feature(
        "WZ", building,
        [
          "kind": .text("comprehensive"), "sandbags": .whole(12_000), "pumps": .whole(14),
          "pump_flow": .real(4200), "boats": .whole(6), "tents": .whole(180),
          "generators": .whole(5), "checked": .text("2026-05-10"),
        ], namesBuilding: false)
    }
  }

  /// Layer substation.
  func substationFeatures() -> [Feature] {
    housed(.substation).map { building in
      Feature(
        "BD\(building.id)", frame.point(building.place),
        [
          "name": .text(name(of: building)), "kind": .text("substation"), "voltage": .real(110),
          "capacity": .real(100),
          "floor_height": .measure(ground.land(building.place) + 0.6),
          "supplies": .text("\(division.communities.joined(separator: "、"))"),
          "status": .text("in_use"),
        ])
    }
  }

  /// Layer key-fire-unit.
  func keyFireUnitFeatures() -> [Feature] {
    let station = housed(.fireStation).first.map { PropertyValue.text("XF\($0.id)") } ?? .null
    return housed(.mall, .hotel, .hospital, .school, .warehouse).map { building in
      let kind =
        switch building.role {
        case .mall: "mall"
        case .hotel: "hotel"
        case .hospital: "hospital"
        case .school: "school"
        default: "warehouse"
        }
      let people = Int(building.length * building.depth) * building.floors / 25
      return feature(
        "ZD", building,
        [
          "kind": .text(kind), "fire_class": .text(building.role == .warehouse ? "C" : "D"),
          "people": .whole(people), "station": station, "checked": .text("2026-03-20"),
        ])
    }
  }

  /// Layer shelter: the schools' halls, and the parks.
  func shelterFeatures() -> [Feature] {
    let indoor = housed(.school).map { building in
      let area = building.length * building.depth * Double(building.floors) * 0.5
      return feature(
        "BN", building,
        [
          "kind": .text("indoor"), "rank": .text("short"), "capacity": .whole(Int(area / 3)),
          "effective_area": .measure(area, 0),
          "floor_height": .measure(ground.land(building.place) + 0.45),
          "hazards": .text("洪涝、地震"), "generator": .boolean(true),
          "water_supply": .boolean(true),
        ], name: "学校避难场所")
    }
    let outdoor = blocks.filter { $0.use == .park }.map { block in
      let area = (park(block).groundArea ?? 0) * 0.6
      return Feature(
        "BN\(tag)-\(block.number + 1)", frame.point(block.middle),
        [
          "name": .text("\(estate(block))避难场所"), "kind": .text("outdoor"),
          "rank": .text("emergency"), "capacity": .whole(Int(area / 2)),
          "effective_area": .measure(area, 0), "floor_height": .measure(ground.land(block.middle)),
          "hazards": .text("地震"), "generator": .boolean(false), "water_supply": .boolean(true),
          "address": .text(address(of: block)),
        ])
    }
    return indoor + outdoor
  }

  /// Layer rescue-team: of the fire station, and of the store for floods.
  func teamFeatures() -> [Feature] {
    housed(.fireStation).map { building in
      feature(
        "DW", building,
        [
          "kind": .text("fire"), "members": .whole(28), "skills": .text("灭火、破拆、水域救援"),
          "station": .text("XF\(building.id)"), "response": .real(1),
        ], namesBuilding: false, name: "消防救援队")
    }
      + housed(.emergencyStore).map { building in
        feature(
          "DW", building,
          [
            "kind": .text("flood"), "members": .whole(40), "skills": .text("抽排、堵漏、转移"),
            "response": .real(30),
          ], namesBuilding: false, name: "防汛抢险队")
      }
  }

  /// Layer rescue-vehicle.
  func vehicleFeatures() -> [Feature] {
    let kinds: [(kind: String, role: Role, name: String)] = [
      ("engine", .fireStation, "水罐消防车"), ("engine", .fireStation, "泡沫消防车"),
      ("ladder", .fireStation, "登高平台车"), ("pump", .emergencyStore, "移动泵车"),
      ("power", .emergencyStore, "应急发电车"), ("boat", .emergencyStore, "冲锋舟"),
    ]
    return kinds.enumerated().compactMap { index, vehicle in
      guard let home = housed(vehicle.role).first else { return nil }
      let place = home.place(
        Double(index % 3) * 5 - 5, -home.depth / 2 - home.footprint.reach.front - 3)
      let serial = String(1000 + number * 6 + index)
      return Feature(
        "CL\(tag)-\(index + 1)", frame.point(place),
        [
          "name": .text(vehicle.name), "plate": .text("鄂A\(serial)应急"),
          "kind": .text(vehicle.kind), "team": .text("DW\(home.id)"),
          "station": vehicle.role == .fireStation ? .text("XF\(home.id)") : .null,
          "state": .text("idle"), "pump_flow": vehicle.kind == "pump" ? .real(1500) : .null,
          "crew": .whole(vehicle.kind == "ladder" ? 3 : 6),
          "wading_depth": vehicle.kind == "pump" ? .real(0.8) : .null,
          "seen": .text("2026-07-01T00:00:00Z"),
        ])
    }
  }
}
