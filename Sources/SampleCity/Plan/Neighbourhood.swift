/// One neighbourhood of the city: a square of the plan with its streets, blocks and all that stands
/// in them, each made when it is first asked for.
final class Neighbourhood {
  let plan: CityPlan
  let frame: CityFrame
  let ground: Ground
  let square: CityPlan.Square
  /// From 0, in the order of ``CityPlan/squares``.
  let number: Int

  init(_ square: CityPlan.Square, number: Int, in city: SampleCityParts) {
    plan = city.plan
    frame = city.frame
    ground = city.ground
    self.square = square
    self.number = number
    division = Division(number: number, in: city.plan)
  }

  /// What begins the ids of its features: its number from 1.
  var tag: String { String(number + 1) }

  /// The towns and communities it belongs to.
  let division: Division

  /// The streets inside and on the borders.
  private(set) lazy var streets = Self.streets(of: square, plan)
  /// The parts of streets that no neighbour before this one has.
  private(set) lazy var segments = ownSegments()
  /// The blocks between the streets.
  private(set) lazy var blocks = makeBlocks()
  /// The buildings of all blocks.
  private(set) lazy var buildings = blocks.flatMap { layout($0) }
  /// The storm drains under its own streets.
  private(set) lazy var drains = DrainageNetwork(self)

  /// Dice for a part of the neighbourhood.
  func dice(_ purpose: CityPlan.Purpose, _ word: Int = 0) -> Dice {
    plan.dice(purpose, square.column, square.row, word)
  }

  /// The middle of the canal.
  var canal: Int { square.west + CityPlan.canal }

  /// Whether this is the first neighbourhood that touches a place: streets and junctions on borders
  /// belong to it alone.
  func owns(_ junction: Junction) -> Bool { owns([junction]) }

  private func owns(_ ends: [Junction]) -> Bool {
    for column in square.column - 1...square.column + 1 {
      for row in square.row - 1...square.row + 1 {
        let other = CityPlan.Square(column: column, row: row)
        guard let place = plan.number(of: other), place < number else { continue }
        let holds = ends.allSatisfy {
          $0.u >= other.west && $0.u <= other.east && $0.v >= other.south && $0.v <= other.north
        }
        if holds { return false }
      }
    }
    return true
  }

  private func ownSegments() -> [StreetSegment] {
    var own = streets.flatMap(\.segments).filter { owns([$0.from, $0.to]) }
    // Every other border goes on over the river.
    if square.row == 0, square.column.isMultiple(of: 2),
      plan.number(of: CityPlan.Square(column: square.column, row: -1)) != nil
    {
      let border = streets.first { $0.axis == .north && $0.position == square.west }
      own.append(
        StreetSegment(
          from: Junction(u: square.west, v: -CityPlan.bankRoad),
          to: Junction(u: square.west, v: CityPlan.bankRoad), streetClass: .primary,
          name: border?.name ?? "", crossesRiver: true))
    }
    return own
  }
}

/// What every neighbourhood needs of the city.
struct SampleCityParts: Sendable {
  let plan: CityPlan
  let frame: CityFrame
  let ground: Ground

  init(scale: Int, seed: UInt64) throws {
    plan = CityPlan(scale: scale, seed: seed)
    frame = try CityFrame(plan)
    ground = Ground(plan)
  }
}
