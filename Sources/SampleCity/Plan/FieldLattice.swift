/// How fields lie outside the city: quadrilaterals of about a hectare between the points of an
/// uneven lattice, by whose lines country roads run.
struct FieldLattice: Sendable {
  private let plan: CityPlan

  init(_ plan: CityPlan) { self.plan = plan }

  /// The distance of the lattice's points in metres of the plan.
  static let step = (across: 128.0, along: 96.0)
  /// Where the first rows begin, on both sides of the river.
  static let bank = 228.0

  /// A field by its south-western point in the lattice.
  struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  private func dice(_ cell: Cell, _ purpose: Int) -> Dice {
    plan.dice(.fields, purpose, cell.column, cell.row)
  }

  /// A point of the lattice.
  func point(_ column: Int, _ row: Int) -> (u: Double, v: Double) {
    var dice = dice(Cell(column: column, row: row), 1)
    let u = Double(column) * Self.step.across + dice.real(-24, 24)
    let v =
      row >= 0
      ? Self.bank + Double(row) * Self.step.along : Double(row + 1) * Self.step.along - Self.bank
    return (u, row == 0 || row == -1 ? v : v + dice.real(-20, 20))
  }

  /// The corners of a cell, counter-clockwise.
  func corners(_ cell: Cell) -> [(u: Double, v: Double)] {
    [
      point(cell.column, cell.row), point(cell.column + 1, cell.row),
      point(cell.column + 1, cell.row + 1), point(cell.column, cell.row + 1),
    ]
  }

  /// The middle of a cell.
  func middle(_ cell: Cell) -> (u: Double, v: Double) {
    let corners = corners(cell)
    return (corners.reduce(0) { $0 + $1.u } / 4, corners.reduce(0) { $0 + $1.v } / 4)
  }

  /// The columns between two u, the rows between two v, and a little more.
  func cells(_ box: PlanBox) -> [Cell] {
    func row(_ v: Int) -> Int {
      let away = (Double(abs(v)) - Self.bank) / Self.step.along
      return v >= 0 ? Int(away.rounded(.down)) : -Int(away.rounded(.down)) - 2
    }
    let columns =
      Int((Double(box.west) / Self.step.across).rounded(.down)) - 1...Int(
        (Double(box.east) / Self.step.across).rounded(.up)) + 1
    return (row(box.south) - 1...row(box.north) + 1).filter { $0 != -1 }.flatMap { row in
      columns.map { Cell(column: $0, row: row) }
    }
  }

  /// What grows in a cell.
  enum Crop { case paddy, dry, wood, none }

  /// What grows in a cell: strips of one kind, fewer towards the edge of what the sample knows.
  func crop(_ cell: Cell) -> Crop {
    let bounds = plan.bounds
    let corners = corners(cell)
    let edge =
      corners.map {
        min(
          $0.u - Double(bounds.west), Double(bounds.east) - $0.u, $0.v - Double(bounds.south),
          Double(bounds.north) - $0.v)
      }.min() ?? 0
    var dice = dice(cell, 2)
    guard edge > 12 + 130 * dice.share() * dice.share() else { return .none }
    let patch = Cell(
      column: Int((Double(cell.column) / 3).rounded(.down)),
      row: Int((Double(cell.row) / 2).rounded(.down)))
    var kind = self.dice(patch, 3)
    let share = kind.share()
    if share < 0.16 { return dice.chance(0.85) ? .wood : .dry }
    return share < 0.68 ? (dice.chance(0.88) ? .paddy : .dry) : (dice.chance(0.8) ? .dry : .wood)
  }
}
