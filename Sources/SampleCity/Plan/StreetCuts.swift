/// Where the streets inside a neighbourhood run: each quarter is cut by streets of its own, so that
/// many streets end at the collectors between the quarters, as in a city that has grown.
struct StreetCuts {
  /// The collector to the north, beside the canal, in metres from the western border.
  static let collector = 765
  /// The collector to the east, in metres from the southern border.
  static let middle = CityPlan.side / 2
  /// Where the blocks east of the canal begin.
  static let eastBank = 828

  /// A quarter of the neighbourhood.
  struct Quarter {
    var isEast: Bool
    var isNorth: Bool
    /// Where streets to the north run, in metres from the western border, ascending.
    var across: [Int]
    /// Where streets to the east run, in metres from the southern border, ascending.
    var along: [Int]
    /// Whether there is a large open space, a lake or a park, and the streets between the first and
    /// the third cut of both directions are left out for it.
    var hasOpenSpace = false

    var west: Int { isEast ? StreetCuts.collector : 0 }
    var east: Int { isEast ? CityPlan.side : StreetCuts.collector }
    var south: Int { isNorth ? StreetCuts.middle : 0 }
    var north: Int { isNorth ? CityPlan.side : StreetCuts.middle }

    /// Where the street along the cut of this index begins: every other one bridges the canal.
    func beginsAt(_ index: Int) -> Int {
      isEast && !index.isMultiple(of: 2) ? across[0] : west
    }
  }

  /// South-west, south-east, north-west, north-east.
  let quarters: [Quarter]

  init(_ square: CityPlan.Square, _ plan: CityPlan) {
    let openSpace = plan.dice(.cuts, square.column, square.row, 99)
    let number = plan.number(of: square) ?? 0
    var choice = openSpace
    let open = number == 0 ? 3 : choice.whole(0...3)
    quarters = (0..<4).map { index in
      var dice = plan.dice(.cuts, square.column, square.row, index)
      let isEast = index % 2 == 1
      let isNorth = index >= 2
      let start = isEast ? Self.eastBank : 0
      let end = isEast ? CityPlan.side : Self.collector
      let base = isNorth ? Self.middle : 0
      return Quarter(
        isEast: isEast, isNorth: isNorth,
        across: Self.cut(start, end, into: dice.whole(4...5), &dice),
        along: Self.cut(base, base + Self.middle, into: dice.whole(4...6), &dice),
        hasOpenSpace: index == open)
    }
  }

  /// Streets meet another either at one place or at least so many metres apart.
  static let step = 25

  /// Cuts a length into pieces of about equal width.
  private static func cut(_ start: Int, _ end: Int, into pieces: Int, _ dice: inout Dice) -> [Int] {
    let width = Double(end - start) / Double(pieces)
    return (1..<pieces).map {
      let metres = Double(start) + (Double($0) + dice.real(-0.17, 0.17)) * width
      return Int((metres / Double(step)).rounded()) * step
    }
  }
}
