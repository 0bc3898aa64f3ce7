import GeometryCore
import SimpleFeatures

extension CityPlan {
  /// The land of a neighbourhood: its square, and beside the river half of the river.
  func territory(_ square: Square) -> (west: Int, south: Int, east: Int, north: Int) {
    (
      square.west, square.row == 0 ? 0 : square.south, square.east,
      square.row == -1 ? 0 : square.north
    )
  }
}

extension Neighbourhood {
  /// The land of the neighbourhoods of these numbers, without the borders between them.
  private func land(of numbers: Range<Int>) -> Geometry {
    let squares = plan.squares[numbers].map { square in
      let land = plan.territory(square)
      return frame.rectangle(
        Double(land.west), Double(land.south), Double(land.east), Double(land.north))
    }
    // Neighbouring squares share their vertices, so nothing can go wrong in uniting them.
    return (try? Geometry.union(of: squares)) ?? squares[0]
  }

  /// The land of a community: a quarter of the neighbourhood.
  func communityLand(_ quarter: Int) -> Geometry {
    let land = plan.territory(square)
    let middle = (u: square.west + CityPlan.canal, v: square.south + StreetCuts.middle)
    let isEast = quarter % 2 == 1
    let isNorth = quarter >= 2
    return frame.rectangle(
      Double(isEast ? middle.u : land.west), Double(isNorth ? middle.v : land.south),
      Double(isEast ? land.east : middle.u), Double(isNorth ? land.north : middle.v))
  }

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
    let numbers = 0..<plan.scale
    if number == 0 {
      areas.append(area("湖北省", "420000", "province", nil, land(of: numbers)))
      areas.append(area("武汉市", "420100", "prefecture", "420000", land(of: numbers)))
    }
    let previous = number > 0 ? TownShare(number: number - 1, in: plan) : nil
    if previous?.county.code != division.county.code {
      let last = numbers.last {
        TownShare(number: $0, in: plan).county.code == division.county.code
      }
      areas.append(
        area(
          division.county.name, division.county.code, "county", "420100",
          land(of: number..<(last ?? number) + 1)))
    }
    if previous?.code != division.code {
      let last = numbers.last { TownShare(number: $0, in: plan).code == division.code }
      areas.append(
        area(
          division.name, division.code, "town", division.county.code,
          land(of: number..<(last ?? number) + 1)))
    }
    let people = residents()
    for quarter in 0..<4 {
      areas.append(
        area(
          "\(division.communities[quarter])社区", division.communityCodes[quarter], "community",
          division.code, communityLand(quarter), people[quarter].residents * 9 / 10))
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
      let side = CityPlan.side / 4
      let (west, south) = (square.west + column * side, square.south + row * side)
      return Feature(
        code,
        frame.rectangle(
          Double(west), Double(south), Double(west + side), Double(south + side)),
        [
          "name": .text("\(division.communities[quarter])社区第\(column % 2 + row % 2 * 2 + 1)网格"),
          "code": .text(code), "community": .text(division.communityCodes[quarter]),
          "kind": .text("general"), "area": .real(Double(side * side)),
        ])
    }
  }
}
