/// A rectangle of the plan in whole metres.
struct PlanBox: Equatable {
  var west: Int
  var south: Int
  var east: Int
  var north: Int

  /// Whether it holds any land.
  var isEmpty: Bool { west >= east || south >= north }
}

extension CityPlan {
  /// The land of a neighbourhood: its square, beside the river half of the river, and as far as the
  /// sample goes where no neighbour is.
  ///
  /// All territories together are ``bounds``.
  func territory(_ square: Square) -> PlanBox {
    let bounds = bounds
    let hasNorth = number(of: Square(column: square.column, row: square.row + 1)) != nil
    let hasSouth = number(of: Square(column: square.column, row: square.row - 1)) != nil
    return PlanBox(
      west: square.column == 0 ? bounds.west : square.west,
      south: !hasSouth ? bounds.south : square.row == 0 ? 0 : square.south,
      east: square.column == columns - 1 ? bounds.east : square.east,
      north: !hasNorth ? bounds.north : square.row == -1 ? 0 : square.north)
  }

  /// The land of a territory that is neither in the square nor on the river with its dykes.
  func fields(_ square: Square) -> [PlanBox] {
    let land = territory(square)
    let road = StreetClass.primary.halfWidth + 5
    /// Where a strip beyond the square begins or ends: off the road of a square beside it, else
    /// where the territory does.
    func end(_ border: Int, _ column: Int, _ row: Int, _ outwards: Int) -> Int {
      let isBuilt = number(of: Square(column: square.column + column, row: square.row + row)) != nil
      let isLast = !(0..<columns).contains(square.column + column)
      return border + outwards * (isBuilt ? -road : isLast ? road : 0)
    }
    let sides = [
      PlanBox(west: land.west, south: land.south, east: square.west - road, north: land.north),
      PlanBox(west: square.east + road, south: land.south, east: land.east, north: land.north),
      PlanBox(
        west: end(square.west, -1, 1, -1), south: square.north + road,
        east: end(square.east, 1, 1, 1), north: land.north),
      PlanBox(
        west: end(square.west, -1, -1, -1), south: land.south,
        east: end(square.east, 1, -1, 1), north: square.south - road),
    ]
    let bank = CityPlan.bankRoad + road
    return sides.flatMap { side in
      var (south, north) = (side, side)
      south.north = min(side.north, -bank)
      north.south = max(side.south, bank)
      return [south, north].filter { !$0.isEmpty }
    }
  }
}
