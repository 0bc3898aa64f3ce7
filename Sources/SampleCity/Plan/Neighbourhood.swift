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

  /// The streets inside and on the borders, and the land between them.
  private(set) lazy var layout = StreetLayout(square, number: number, plan, frame)
  /// The streets inside and on the borders.
  var streets: [Street] { layout.net.streets }
  /// The parts of all those streets.
  private(set) lazy var allSegments = streets.flatMap(\.segments)
  /// The parts of streets that no neighbour before this one has.
  private(set) lazy var segments = allSegments.filter { owns($0) }
  /// The places where streets meet that belong to this neighbourhood.
  private(set) lazy var junctions: [Junction] = Set(
    allSegments.filter(\.isRoad).flatMap { [$0.from, $0.to] }
  ).filter(owns).sorted()
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

  /// The middle of the canal in the plan.
  var canal: Int { square.west + CityPlan.canal }

  /// Whether this is the first neighbourhood that touches a place: streets and junctions on borders
  /// belong to it alone.
  func owns(_ junction: Junction) -> Bool { layout.owners[junction, default: number] == number }

  private func owns(_ segment: StreetSegment) -> Bool {
    layout.segmentOwners[segment.id, default: number] == number
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
    ground = Ground(plan, frame)
  }
}
