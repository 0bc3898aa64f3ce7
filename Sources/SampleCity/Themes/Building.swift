/// What an institution's building houses; most buildings have none.
enum Role {
  case fireStation, emergencyStore, nursingHome, healthCentre, substation, hospital, school
  case kindergarten, mall, hotel, warehouse, police
}

/// A building before it becomes a feature.
struct Building {
  var id: String
  var block: Int
  /// Its number within the estate, from 1.
  var number: Int
  /// The middle of its main wing, and the direction of its longer side.
  var place: PlanePoint
  var along: PlanePoint
  /// The sides of the main wing in metres.
  var length: Double
  var depth: Double
  var footprint: Footprint
  var usage: String
  var floors: Int
  /// Storeys below the ground.
  var basements: Int
  /// Metres.
  var height: Double
  var year: Int
  /// Staircases, each with flats of its own; 0 where nobody lives.
  var units: Int
  var flatsPerFloor: Int
  var role: Role?

  /// Flats.
  var dwellings: Int { units * flatsPerFloor * floors }

  /// The place some metres along and across the main wing from its middle.
  func place(_ along: Double, _ across: Double) -> PlanePoint {
    place + self.along * along + self.along.left * across
  }

  /// Its outline; the first ring is the outer one.
  var rings: [[PlanePoint]] {
    footprint.rings(length: length, depth: depth).map { ring in ring.map { place($0.0, $0.1) } }
  }
}

extension Neighbourhood {
  /// The buildings of a block, in rows along the street of its addresses.
  func layout(_ block: Block) -> [Building] {
    guard let style = BuildingStyle.style(of: block.use) else { return [] }
    var dice = dice(.layout, block.number)
    let rows = BuildingRows(block, style, lot: lot(of: block), &dice)
    // Estates are built within a few years of each other.
    let built = dice.whole(style.years)
    var buildings: [Building] = []
    for spot in rows.spots where dice.chance(style.density) || buildings.isEmpty {
      for part in parts(of: spot, style, block, &dice) where rows.hasRoom(for: part.rings) {
        var building = part
        building.number = buildings.count + 1
        building.id = "B\(tag)-\(block.number + 1)-\(building.number)"
        building.year = min(max(built + dice.whole(-2...3), style.years.lowerBound), 2026)
        buildings.append(assigned(building, buildings.count, block.use))
      }
    }
    return buildings
  }

  /// What stands in one place of a row: a building, or a tower with a podium around its foot.
  private func parts(
    of spot: BuildingRows.Spot, _ style: BuildingStyle, _ block: Block, _ dice: inout Dice
  ) -> [Building] {
    let isDense = block.use == .oldTown || block.use == .village
    let room = (spot.width - (isDense ? 1.6 : 3), spot.depth - (isDense ? 2.2 : 4))
    let length = min(dice.real(style.length.lowerBound, style.length.upperBound), room.0)
      .rounded(decimals: 1)
    let depth = min(dice.real(style.depth.lowerBound, style.depth.upperBound), room.1)
      .rounded(decimals: 1)
    guard length > 6, depth > 6 else { return [] }
    if block.use == .offices, room.0 > 36, room.1 > 34, dice.chance(0.6) {
      return towerOnPodium(spot, room, style, block, &dice)
    }
    let footprint = style.footprint(length, depth, room: room, &dice)
    let reach = footprint.reach
    let spare = room.1 - depth - reach.front - reach.back
    let shift = (
      dice.real(-0.5, 0.5) * max(0, room.0 - length) * min(1, style.disorder),
      dice.real(-0.5, 0.5) * max(0, spare) * style.disorder * 0.5
    )
    let turn = dice.real(-0.07, 0.07) * style.disorder
    let along = (block.along + block.along.left * turn).unit
    let place = block.place(spot.x + shift.0, spot.y + (reach.front - reach.back) / 2 + shift.1)
    var building = plain(style, block, &dice, place, along, length, depth)
    building.footprint = footprint
    return [building]
  }

  private func plain(
    _ style: BuildingStyle, _ block: Block, _ dice: inout Dice, _ place: PlanePoint,
    _ along: PlanePoint, _ length: Double, _ depth: Double
  ) -> Building {
    // Few of the towers are very tall.
    let share = dice.share()
    let span = Double(style.floors.upperBound - style.floors.lowerBound) + 1
    let floors =
      style.floors.lowerBound + Int(span * (block.use == .offices ? share * share : share))
    let storey = dice.real(style.storey.lowerBound, style.storey.upperBound)
    return Building(
      id: "", block: block.number, number: 0, place: place, along: along, length: length,
      depth: depth, footprint: .bar, usage: style.usage, floors: floors,
      basements: dice.whole(style.basements),
      height: (Double(floors) * storey).rounded(decimals: 1), year: 2000,
      units: style.units.upperBound > 0 && length < 26
        ? style.units.lowerBound : dice.whole(style.units),
      flatsPerFloor: dice.whole(style.flatsPerFloor), role: nil)
  }

  /// A tower and the shops around its foot, with a joint between them.
  private func towerOnPodium(
    _ spot: BuildingRows.Spot, _ room: (Double, Double), _ style: BuildingStyle, _ block: Block,
    _ dice: inout Dice
  ) -> [Building] {
    let joint = 0.6
    let wing = 6.0
    let length = min(room.0, dice.real(38, 50)).rounded(decimals: 1)
    let front = 11.0
    let depth = min(room.1 - front - joint, dice.real(20, 28)).rounded(decimals: 1)
    let south = spot.y - (front + joint + depth) / 2
    var podium = plain(
      style, block, &dice, block.place(spot.x, south + front / 2), block.along, length, front)
    podium.footprint = .yard(wing: wing, reach: (depth * 0.75).rounded(decimals: 1))
    podium.floors = dice.whole(2...5)
    podium.height = (Double(podium.floors) * dice.real(4.0, 4.5)).rounded(decimals: 1)
    podium.usage = "retail"
    let tower = plain(
      style, block, &dice, block.place(spot.x, south + front + joint + depth / 2), block.along,
      (length - 2 * wing - 2 * joint).rounded(decimals: 1), depth)
    return [tower, podium]
  }

  /// Gives the institutions of a block their buildings.
  private func assigned(_ building: Building, _ index: Int, _ use: BlockUse) -> Building {
    var building = building
    switch (use, index) {
    case (.civic, 0): (building.role, building.usage) = (.fireStation, "fire_station")
    case (.civic, 1): (building.role, building.usage) = (.nursingHome, "civic")
    case (.civic, 2): (building.role, building.usage) = (.emergencyStore, "warehouse")
    case (.civic, 3): (building.role, building.usage) = (.healthCentre, "hospital")
    case (.civic, 4): (building.role, building.usage) = (.substation, "service")
    case (.civic, 5): (building.role, building.usage) = (.kindergarten, "kindergarten")
    case (.civic, 6): (building.role, building.usage) = (.police, "government")
    case (.hospital, 0): building.role = .hospital
    case (.school, 0): building.role = .school
    case (.market, 0): (building.role, building.usage) = (.mall, "mall")
    case (.offices, 2):
      if building.usage == "office" { (building.role, building.usage) = (.hotel, "hotel") }
    case (.industry, 0): (building.role, building.usage) = (.warehouse, "warehouse")
    default: break
    }
    return building
  }
}
