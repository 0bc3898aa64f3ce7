extension Neighbourhood {
  /// All streets on whose parts this neighbourhood's blocks lie, its four borders included.
  static func streets(of square: CityPlan.Square, _ plan: CityPlan) -> [Street] {
    let cuts = StreetCuts(square, plan)
    return borders(of: square, cuts, plan) + collectors(of: square, cuts, plan)
      + cuts.quarters.flatMap { locals($0, of: square, plan) }
  }

  /// The cuts of a neighbour, where there is one.
  private static func cuts(
    _ column: Int, _ row: Int, _ plan: CityPlan
  ) -> (square: CityPlan.Square, cuts: StreetCuts)? {
    let square = CityPlan.Square(column: column, row: row)
    return plan.number(of: square).map { _ in (square, StreetCuts(square, plan)) }
  }

  /// Where the streets of a neighbourhood meet its southern or northern border.
  private static func stops(
    onBorderTo isNorth: Bool, of square: CityPlan.Square, _ cuts: StreetCuts
  ) -> [Int] {
    let across = cuts.quarters.filter { $0.isNorth == isNorth }.flatMap(\.across)
    return (across + [0, StreetCuts.collector, CityPlan.side]).map { square.west + $0 }
  }

  /// Where the streets of a neighbourhood meet its western or eastern border.
  private static func stops(
    onBorderTo isEast: Bool, from square: CityPlan.Square, _ cuts: StreetCuts
  ) -> [Int] {
    let along = cuts.quarters.filter { $0.isEast == isEast }.flatMap(\.along)
    return (along + [0, StreetCuts.middle, CityPlan.side]).map { square.south + $0 }
  }

  private static func borders(
    of square: CityPlan.Square, _ cuts: StreetCuts, _ plan: CityPlan
  ) -> [Street] {
    let (column, row) = (square.column, square.row)
    var south = stops(onBorderTo: false, of: square, cuts)
    var north = stops(onBorderTo: true, of: square, cuts)
    var west = stops(onBorderTo: false, from: square, cuts)
    var east = stops(onBorderTo: true, from: square, cuts)
    // The river lies between rows -1 and 0.
    if row != 0, let below = Self.cuts(column, row - 1, plan) {
      south += stops(onBorderTo: true, of: below.square, below.cuts)
    }
    if row != -1, let above = Self.cuts(column, row + 1, plan) {
      north += stops(onBorderTo: false, of: above.square, above.cuts)
    }
    if let left = Self.cuts(column - 1, row, plan) {
      west += stops(onBorderTo: true, from: left.square, left.cuts)
    }
    if let right = Self.cuts(column + 1, row, plan) {
      east += stops(onBorderTo: false, from: right.square, right.cuts)
    }
    return [
      border(.east, square.south, south, plan), border(.east, square.north, north, plan),
      border(.north, square.west, west, plan), border(.north, square.east, east, plan),
    ]
  }

  private static func border(
    _ axis: Street.Axis, _ position: Int, _ stops: [Int], _ plan: CityPlan
  ) -> Street {
    var dice = plan.dice(.names, axis == .east ? 1 : 2, position)
    // Those along the river have its name.
    let name =
      axis == .east && abs(position) == CityPlan.bankRoad
      ? "沿江大道" : Names.street(dice.whole(0...Names.count), .primary, isEastward: axis == .east)
    return Street(
      axis: axis, position: position, streetClass: .primary, name: name,
      stops: Set(stops).sorted())
  }

  private static func collectors(
    of square: CityPlan.Square, _ cuts: StreetCuts, _ plan: CityPlan
  ) -> [Street] {
    let canalRoad = square.west + StreetCuts.collector
    let along = cuts.quarters.flatMap { quarter in
      quarter.along.indices.filter {
        quarter.beginsAt($0) <= StreetCuts.collector || !quarter.isEast
      }
      .map { quarter.along[$0] }
    }
    let across = cuts.quarters.flatMap(\.across)
    var toNorth = plan.dice(.names, 3, canalRoad)
    var toEast = plan.dice(.names, 4, square.south)
    return [
      Street(
        axis: .north, position: canalRoad, streetClass: .secondary,
        name: Names.street(toNorth.whole(0...Names.count), .secondary, isEastward: false),
        stops: Set(along + [0, StreetCuts.middle, CityPlan.side]).sorted()
          .map { square.south + $0 }),
      Street(
        axis: .east, position: square.south + StreetCuts.middle, streetClass: .secondary,
        name: Names.street(toEast.whole(0...Names.count), .secondary, isEastward: true),
        stops: Set(across + [0, StreetCuts.collector, CityPlan.side]).sorted()
          .map { square.west + $0 }),
    ]
  }

  /// The streets inside a quarter; those that would cross its open space are in two pieces.
  private static func locals(
    _ quarter: StreetCuts.Quarter, of square: CityPlan.Square, _ plan: CityPlan
  ) -> [Street] {
    var dice = plan.dice(
      .names, 5, square.column, square.row, (quarter.isEast ? 1 : 0) + (quarter.isNorth ? 2 : 0))
    var streets: [Street] = []
    func add(
      _ axis: Street.Axis, _ position: Int, _ index: Int, _ stops: [Int],
      skipping: ClosedRange<Int>?
    ) {
      let streetClass: StreetClass = index % 3 == 1 ? .tertiary : .residential
      let name = Names.street(
        dice.whole(0...Names.count), streetClass, isEastward: axis == .east)
      let shift = axis == .east ? (square.south, square.west) : (square.west, square.south)
      let ordered = Set(stops).sorted()
      let pieces =
        skipping.map { gap in
          [ordered.filter { $0 <= gap.lowerBound }, ordered.filter { $0 >= gap.upperBound }]
        } ?? [ordered]
      for piece in pieces where piece.count > 1 {
        streets.append(
          Street(
            axis: axis, position: position + shift.0, streetClass: streetClass, name: name,
            stops: piece.map { $0 + shift.1 }))
      }
    }
    let (across, along) = (quarter.across, quarter.along)
    for (index, position) in along.enumerated() {
      let begin = quarter.beginsAt(index)
      let gap = quarter.hasOpenSpace && index == 1 ? across[0]...across[2] : nil
      let stops = across.enumerated().filter { $0.offset != 1 || !quarter.spares(index, 1) }
      add(.east, position, index, stops.map(\.element) + [begin, quarter.east], skipping: gap)
    }
    for (index, position) in across.enumerated() {
      let gap = quarter.hasOpenSpace && index == 1 ? along[0]...along[2] : nil
      let stops = along.enumerated().filter { $0.offset != 1 || !quarter.spares(1, index) }
      add(
        .north, position, index, stops.map(\.element) + [quarter.south, quarter.north],
        skipping: gap)
    }
    return streets
  }
}

extension StreetCuts.Quarter {
  /// Whether the crossing of two cuts lies inside the open space, where no streets meet.
  fileprivate func spares(_ along: Int, _ across: Int) -> Bool {
    hasOpenSpace && along == 1 && across == 1
  }
}
