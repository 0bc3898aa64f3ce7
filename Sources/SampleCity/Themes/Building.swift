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
  var u: Double
  var v: Double
  /// Its sides in metres.
  var length: Double
  var depth: Double
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
}

/// How buildings of a use look.
struct BuildingStyle {
  var usage: String
  /// The cell in which one stands, in metres of the plan.
  var cell: (Double, Double)
  /// Its sides at least and at most.
  var length: ClosedRange<Double>
  var depth: ClosedRange<Double>
  var floors: ClosedRange<Int>
  /// The height of a storey in metres.
  var storey: ClosedRange<Double>
  var years: ClosedRange<Int>
  var units: ClosedRange<Int> = 0...0
  var flatsPerFloor: ClosedRange<Int> = 0...0
  var basements: ClosedRange<Int> = 0...0

  /// `nil` for land without buildings.
  static func style(of use: BlockUse) -> BuildingStyle? {
    switch use {
    case .towers:
      BuildingStyle(
        usage: "apartments", cell: (45, 44), length: 24...32, depth: 17...22, floors: 17...33,
        storey: 2.9...3.0, years: 2004...2026, units: 1...2, flatsPerFloor: 3...4, basements: 1...2)
    case .slabs:
      BuildingStyle(
        usage: "residential", cell: (42, 27), length: 28...36, depth: 10.5...13, floors: 5...8,
        storey: 2.8...3.0, years: 1978...2012, units: 2...3, flatsPerFloor: 2...2)
    case .oldTown:
      BuildingStyle(
        usage: "terrace", cell: (23, 19), length: 13...17, depth: 9...12, floors: 2...4,
        storey: 2.9...3.3, years: 1955...1998, units: 1...1, flatsPerFloor: 1...2)
    case .village:
      BuildingStyle(
        usage: "house", cell: (16.5, 15.5), length: 9.5...11.5, depth: 8.5...10.5, floors: 2...6,
        storey: 3.0...3.3, years: 1985...2010, units: 1...1, flatsPerFloor: 1...1)
    case .offices:
      BuildingStyle(
        usage: "office", cell: (56, 50), length: 30...42, depth: 24...36, floors: 9...32,
        storey: 3.6...4.2, years: 1996...2026, basements: 1...3)
    case .market:
      BuildingStyle(
        usage: "commercial", cell: (58, 46), length: 36...46, depth: 24...33, floors: 2...6,
        storey: 3.9...4.5, years: 1992...2026, basements: 0...2)
    case .industry:
      BuildingStyle(
        usage: "industrial", cell: (66, 40), length: 44...54, depth: 20...29, floors: 1...3,
        storey: 3.8...4.5, years: 1965...2020)
    case .school:
      BuildingStyle(
        usage: "school", cell: (54, 38), length: 34...44, depth: 12...16, floors: 3...5,
        storey: 3.4...3.8, years: 1975...2024)
    case .hospital:
      BuildingStyle(
        usage: "hospital", cell: (60, 42), length: 38...48, depth: 16...24, floors: 4...14,
        storey: 3.6...4.2, years: 1982...2024, basements: 0...2)
    case .civic:
      BuildingStyle(
        usage: "civic", cell: (46, 38), length: 24...34, depth: 14...22, floors: 2...6,
        storey: 3.3...3.9, years: 1980...2025)
    case .park, .basin, .construction, .openSpace: nil
    }
  }
}

extension Neighbourhood {
  /// The buildings of a block, in rows that face its southern street.
  func layout(_ block: Block) -> [Building] {
    guard let style = BuildingStyle.style(of: block.use) else { return [] }
    var dice = dice(.layout, block.number)
    let south = block.south + (block.use.hasLot ? Block.lotDepth : 0)
    // Schools leave their southern half to the playground.
    let base = block.use == .school ? block.south + block.depth / 2 : south
    let columns = max(1, Int(block.width / style.cell.0))
    let rows = max(1, Int((block.north - base) / style.cell.1))
    let (width, depth) = (block.width / Double(columns), (block.north - base) / Double(rows))
    guard depth > style.depth.lowerBound + 4, width > style.length.lowerBound + 4 else { return [] }
    // Estates are built within a few years of each other.
    let built = dice.whole(style.years)
    var buildings: [Building] = []
    for row in 0..<rows {
      for column in 0..<columns where dice.chance(0.96) || buildings.isEmpty {
        buildings.append(
          building(
            style, block, &dice, number: buildings.count + 1, built: built,
            u: block.west + (Double(column) + 0.5) * width,
            v: base + (Double(row) + 0.5) * depth, room: (width * 0.9 - 3, depth * 0.9 - 3)))
      }
    }
    return buildings.enumerated().map { assigned($0.element, $0.offset, block.use) }
  }

  private func building(
    _ style: BuildingStyle, _ block: Block, _ dice: inout Dice, number: Int, built: Int, u: Double,
    v: Double, room: (Double, Double)
  ) -> Building {
    let floors = dice.whole(style.floors)
    let storey = dice.real(style.storey.lowerBound, style.storey.upperBound)
    let year = min(max(built + dice.whole(-2...3), style.years.lowerBound), 2026)
    return Building(
      id: "B\(tag)-\(block.number + 1)-\(number)", block: block.number, number: number, u: u, v: v,
      length: min(dice.real(style.length.lowerBound, style.length.upperBound), room.0)
        .rounded(decimals: 1),
      depth: min(dice.real(style.depth.lowerBound, style.depth.upperBound), room.1)
        .rounded(decimals: 1),
      usage: style.usage, floors: floors, basements: dice.whole(style.basements),
      height: (Double(floors) * storey).rounded(decimals: 1), year: year,
      units: dice.whole(style.units), flatsPerFloor: dice.whole(style.flatsPerFloor), role: nil)
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
    case (.offices, 1): (building.role, building.usage) = (.hotel, "hotel")
    case (.industry, 0): (building.role, building.usage) = (.warehouse, "warehouse")
    default: break
    }
    return building
  }
}
