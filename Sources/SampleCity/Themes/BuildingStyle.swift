/// How buildings of a use look.
struct BuildingStyle {
  var usage: String
  /// The cell in which one stands, in metres along the street and away from it.
  var cell: (Double, Double)
  /// The sides of the main wing at least and at most.
  var length: ClosedRange<Double>
  var depth: ClosedRange<Double>
  var floors: ClosedRange<Int>
  /// The height of a storey in metres.
  var storey: ClosedRange<Double>
  var years: ClosedRange<Int>
  var units: ClosedRange<Int> = 0...0
  var flatsPerFloor: ClosedRange<Int> = 0...0
  var basements: ClosedRange<Int> = 0...0
  /// The share of buildings with wings.
  var winged = 0.0
  /// How far houses are turned and moved out of line, from 0 to 1.
  var disorder = 0.0
  /// The share of places that are built on.
  var density = 0.96
  /// How far the first row stands back from the border of the block, in metres.
  var setback = 4.0

  /// `nil` for land without buildings.
  static func style(of use: BlockUse) -> BuildingStyle? {
    switch use {
    case .towers:
      BuildingStyle(
        usage: "apartments", cell: (42, 43), length: 24...31, depth: 13...15, floors: 17...33,
        storey: 2.9...3.0, years: 2004...2026, units: 1...2, flatsPerFloor: 3...4,
        basements: 1...2, winged: 1, density: 0.9, setback: 7)
    case .slabs:
      BuildingStyle(
        usage: "residential", cell: (34, 21.5), length: 24...36, depth: 10...12.5, floors: 5...8,
        storey: 2.8...3.0, years: 1978...2012, units: 2...3, flatsPerFloor: 2...2, winged: 0.12)
    case .oldTown:
      BuildingStyle(
        usage: "terrace", cell: (11.9, 11.3), length: 7.8...11, depth: 7...9, floors: 2...4,
        storey: 2.9...3.3, years: 1955...1998, units: 1...1, flatsPerFloor: 1...2, winged: 0.3,
        disorder: 0.5, setback: 2)
    case .village:
      BuildingStyle(
        usage: "house", cell: (14.2, 14.4), length: 9...11.5, depth: 8...10, floors: 2...4,
        storey: 3.0...3.3, years: 1985...2018, units: 1...1, flatsPerFloor: 1...1, winged: 0.2,
        disorder: 0.8, density: 0.85)
    case .offices:
      BuildingStyle(
        usage: "office", cell: (38, 36), length: 22...30, depth: 19...27, floors: 12...52,
        storey: 3.6...4.2, years: 1996...2026, basements: 1...3, winged: 0.2)
    case .market:
      BuildingStyle(
        usage: "commercial", cell: (46, 36), length: 30...44, depth: 20...26, floors: 2...6,
        storey: 3.9...4.5, years: 1992...2026, basements: 0...2, winged: 0.6)
    case .industry:
      BuildingStyle(
        usage: "industrial", cell: (58, 38), length: 36...60, depth: 18...28, floors: 1...3,
        storey: 3.8...4.5, years: 1965...2020, winged: 0.25, density: 0.92, setback: 8)
    case .campus:
      BuildingStyle(
        usage: "university", cell: (66, 56), length: 40...58, depth: 14...17, floors: 4...9,
        storey: 3.4...3.8, years: 1958...2022, winged: 0.75, density: 0.8, setback: 16)
    case .school:
      BuildingStyle(
        usage: "school", cell: (46, 34), length: 32...44, depth: 12...15, floors: 3...5,
        storey: 3.4...3.8, years: 1975...2024, winged: 0.6)
    case .hospital:
      BuildingStyle(
        usage: "hospital", cell: (50, 38), length: 34...46, depth: 15...19, floors: 4...14,
        storey: 3.6...4.2, years: 1982...2024, basements: 0...2, winged: 0.6)
    case .civic:
      BuildingStyle(
        usage: "civic", cell: (40, 31), length: 22...32, depth: 12...16, floors: 2...6,
        storey: 3.3...3.9, years: 1980...2025, winged: 0.25, density: 1)
    case .park, .basin, .construction, .openSpace, .hill: nil
    }
  }

  /// The shape of a building whose main wing has these sides, in a place so wide and deep.
  func footprint(
    _ length: Double, _ depth: Double, room: (Double, Double), _ dice: inout Dice
  ) -> Footprint {
    let spare = room.1 - depth
    guard dice.chance(winged) else { return .bar }
    if usage == "apartments" {
      let reach = min(spare / 2, dice.real(3, 5.5)).rounded(decimals: 1)
      return reach > 1 ? .cross(wing: (length * 0.46).rounded(decimals: 1), reach: reach) : .bar
    }
    let wing = min(depth, length * 0.3).rounded(decimals: 1)
    let reach = min(spare, dice.real(0.35, 1) * length * 0.6).rounded(decimals: 1)
    guard reach > 3 else { return .bar }
    let isLarge = usage != "residential" && usage != "house" && usage != "terrace"
    if isLarge, reach > wing + 10, length > 3 * wing, dice.chance(0.4) {
      return .court(wing: wing, reach: (reach - wing).rounded(decimals: 1))
    }
    if isLarge, length > 2.6 * wing, dice.chance(0.5) { return .yard(wing: wing, reach: reach) }
    return .angle(wing: wing, reach: reach, isEast: dice.chance(0.5))
  }
}
