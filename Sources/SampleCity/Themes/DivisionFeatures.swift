import GeometryCore
import SimpleFeatures

extension Neighbourhood {
  /// The land of these halves of neighbourhoods, without the borders between them.
  private func land(of halves: Range<Int>) -> Geometry {
    let squares = plan.squares
    let parts = halves.map { half in
      let square = squares[half / 2]
      var land = plan.territory(square)
      let canal = square.west + CityPlan.canal
      if half.isMultiple(of: 2) { land.east = canal } else { land.west = canal }
      return outline(land)
    }
    // Neighbouring parts share their vertices, so nothing can go wrong in uniting them.
    return (try? Geometry.union(of: parts)) ?? parts[0]
  }

  /// The land of a community: a quarter of the neighbourhood.
  func communityLand(_ quarter: Int) -> Geometry {
    let land = plan.territory(square)
    let middle = (u: square.west + CityPlan.canal, v: square.middle)
    let isEast = quarter % 2 == 1
    let isNorth = quarter >= 2
    return outline(
      PlanBox(
        west: isEast ? middle.u : land.west, south: isNorth ? middle.v : land.south,
        east: isEast ? land.east : middle.u, north: isNorth ? land.north : middle.v))
  }

  /// A box of the plan on the ground, up to where the sample ends.
  private func outline(_ box: PlanBox) -> Geometry { frame.polygon([plan.outline(box, frame)]) }

  /// Layer administrative-area: the communities, and the areas of higher ranks that begin with this
  /// neighbourhood.
  func divisionFeatures() -> [Feature] {
    func area(
      _ name: String, _ code: String, _ rank: String, _ parent: String?, _ land: Geometry,
      _ population: Int? = nil
    ) -> Feature {
      Feature(
        code, land,
        [
          "name": .text(name), "code": .text(code), "rank": .text(rank),
          "parent": parent.map { .text($0) } ?? .null, "functional": .boolean(false),
          "population": population.map { .whole($0) } ?? .null,
        ])
    }
    var areas: [Feature] = []
    let halves = 0..<2 * plan.scale
    if number == 0 {
      areas.append(area("湖北省", "420000", "province", nil, land(of: halves)))
      areas.append(area("武汉市", "420100", "prefecture", "420000", land(of: halves)))
    }
    for half in 2 * number...2 * number + 1 {
      let town = Town(half: half, in: plan)
      let previous = half > 0 ? Town(half: half - 1, in: plan) : nil
      /// The land from this half on to the last one that belongs to the same area.
      func land(_ belongs: (Town) -> Bool) -> Geometry {
        let last = halves.last { belongs(Town(half: $0, in: plan)) }
        return self.land(of: half..<(last ?? half) + 1)
      }
      if previous?.county.code != town.county.code {
        areas.append(
          area(
            town.county.name, town.county.code, "county", "420100",
            land { $0.county.code == town.county.code }))
      }
      if previous?.code != town.code {
        areas.append(
          area(
            town.name, town.code, "town", town.county.code, land { $0.code == town.code }))
      }
    }
    let people = residents()
    for quarter in 0..<4 {
      areas.append(
        area(
          "\(division.communities[quarter])社区", division.communityCodes[quarter], "community",
          division.town(quarter).code, communityLand(quarter), people[quarter].residents * 9 / 10))
    }
    return areas
  }

  /// Who lives in each community: 2.6 people in 92 of a hundred flats.
  func residents() -> [(residents: Int, households: Int)] {
    var flats = [0, 0, 0, 0]
    for building in buildings { flats[blocks[building.block].quarter] += building.dwellings }
    return flats.map { flats in
      let households = flats * 92 / 100
      return (households * 26 / 10, households)
    }
  }

  /// Layer population.
  func populationFeatures() -> [Feature] {
    residents().enumerated().map { quarter, people in
      Feature(
        "RK\(division.communityCodes[quarter])-2025", communityLand(quarter),
        [
          "area_code": .text(division.communityCodes[quarter]), "kind": .text("community"),
          "year": .whole(2025), "residents": .whole(people.residents),
          "households": .whole(people.households), "over_65": .whole(people.residents * 17 / 100),
          "under_15": .whole(people.residents * 13 / 100),
          "disabled": .whole(people.residents * 2 / 100),
          "daytime": .whole(people.residents * 78 / 100),
        ])
    }
  }

  /// Layer grid-cell: four to a community.
  func gridCellFeatures() -> [Feature] {
    (0..<16).map { index in
      let (column, row) = (index % 4, index / 4)
      let quarter = column / 2 + row / 2 * 2
      let code = "\(division.communityCodes[quarter])00\(column % 2 + row % 2 * 2 + 1)"
      let bank = square.hasRiver ? CityPlan.bankRoad : 0
      let (low, high) =
        row < 2 ? (square.south, square.middle - bank) : (square.middle + bank, square.north)
      let (width, depth) = (Double(CityPlan.width) / 4, Double(high - low) / 2)
      let (west, south) = (
        Double(square.west) + Double(column) * width, Double(low) + Double(row % 2) * depth
      )
      let cell = frame.rectangle(west, south, west + width, south + depth)
      return Feature(
        code, cell,
        [
          "name": .text("\(division.communities[quarter])社区第\(column % 2 + row % 2 * 2 + 1)网格"),
          "code": .text(code), "community": .text(division.communityCodes[quarter]),
          "kind": .text("general"), "area": cell.registeredArea,
        ])
    }
  }
}
