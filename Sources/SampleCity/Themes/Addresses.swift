import SimpleFeatures

extension Neighbourhood {
  /// For how many buildings of the city the rooms have addresses.
  static let buildingsWithRooms = 2000

  /// Layer address: of estates, buildings, staircases, and of the rooms of the city's first
  /// buildings.
  func addressFeatures() -> [Feature] {
    var features: [Feature] = []
    for block in blocks where BuildingStyle.style(of: block.use) != nil {
      features.append(
        Feature(
          "D\(tag)-\(block.number + 1)", frame.point(block.place(0, 1)),
          common(block, "estate", address(of: block) + estate(block))))
    }
    for (index, building) in buildings.enumerated() {
      add(building, hasRooms: number == 0 && index < Self.buildingsWithRooms, to: &features)
    }
    for index in features.indices {
      features[index].properties.append(Property("code", .text(features[index].id ?? "")))
    }
    return features
  }

  private func common(
    _ block: Block, _ kind: String, _ full: String
  ) -> KeyValuePairs<String, PropertyValue> {
    [
      "full": .text(full), "division": .text(division.communityCodes[block.quarter]),
      "street": .text(block.street), "number": .text("\(block.houseNumber)号"),
      "estate": .text(estate(block)), "kind": .text(kind),
    ]
  }

  private func add(_ building: Building, hasRooms: Bool, to features: inout [Feature]) {
    let block = blocks[building.block]
    let full = address(of: building)
    let id = "D\(building.id.dropFirst())"
    func add(
      _ suffix: String, _ kind: String, _ words: String, at along: Double, _ across: Double,
      _ more: [Property]
    ) {
      var feature = Feature(
        id + suffix, frame.point(building.place(along, across)), common(block, kind, full + words))
      feature.properties.append(Property("block", .text("\(building.number)栋")))
      feature.properties.append(Property("building", .text(building.id)))
      feature.properties += more
      features.append(feature)
    }
    add("", "building", "", at: 0, 0, [])
    for unit in 0..<building.units {
      let along = building.length * ((Double(unit) + 0.5) / Double(building.units) - 0.5)
      let words = "\(unit + 1)单元"
      let named = [Property("unit", .text(words))]
      add("-\(unit + 1)", "unit", words, at: along, 1 - building.depth / 2, named)
      guard hasRooms else { continue }
      for floor in 1...building.floors {
        for flat in 1...building.flatsPerFloor {
          let room = "\(floor)0\(flat)室"
          let share = (Double(flat) - 0.5) / Double(building.flatsPerFloor) - 0.5
          let width = building.length / Double(building.units)
          add(
            "-\(unit + 1)-\(floor)0\(flat)", "room", words + room,
            at: along + share * width, 0,
            named + [Property("floor", .whole(floor)), Property("room", .text(room))])
        }
      }
    }
  }
}
