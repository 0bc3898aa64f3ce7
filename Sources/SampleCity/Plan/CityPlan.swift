/// The whole city in the planner's coordinates: u runs along the river to the east and v across it
/// to the north, in metres, with the river along v = 0.
///
/// Neighbourhoods are rectangles of the plan: those of row 0 lie on both banks of the river, the
/// others north and south of them. Each is a pure function of this plan and its place, so the city
/// is made one neighbourhood after the other and as often as needed. ``CityFrame`` bends the plan
/// into the real world, where the river has its bends.
struct CityPlan: Sendable {
  /// The width of a neighbourhood in metres.
  static let width = 2000
  /// The depth of a neighbourhood away from the river.
  static let depth = 1400
  /// The depth of the quarters on the northern bank, and on the southern bank.
  static let banks = (north: 850, south: 550)
  /// Where the river's bank roads run, in metres from its middle.
  static let bankRoad = 200
  /// Where the canals of a neighbourhood run, in metres from its western border.
  static let canal = 1000
  /// How far the roads on both sides of a canal are from its middle.
  static let canalRoad = 38

  /// Which neighbourhood: `column` from the west; `row` 0 on both banks of the river, 1, 2, …
  /// northwards and -1, -2, … southwards.
  struct Square: Hashable, Sendable {
    var column: Int
    var row: Int
    /// The western border.
    var west: Int { column * CityPlan.width }
    /// The eastern border.
    var east: Int { west + CityPlan.width }
    /// The southern border.
    var south: Int {
      let bank = CityPlan.bankRoad
      return row > 0
        ? bank + CityPlan.banks.north + (row - 1) * CityPlan.depth
        : row * CityPlan.depth - bank - CityPlan.banks.south
    }
    /// The northern border.
    var north: Int {
      row == 0 ? CityPlan.bankRoad + CityPlan.banks.north : south + CityPlan.depth
    }
    /// What parts the southern quarters from the northern ones: the river or a street.
    var middle: Int { row == 0 ? 0 : south + CityPlan.depth / 2 }
    /// Whether the river flows through it.
    var hasRiver: Bool { row == 0 }
  }

  /// How many neighbourhoods there are, of about 2,000 buildings each.
  let scale: Int
  /// What tells this city from others of its scale.
  let seed: UInt64
  /// The neighbourhoods of a full row.
  let columns: Int

  init(scale: Int, seed: UInt64) {
    self.scale = scale
    self.seed = seed
    columns = Int(Double(scale).squareRoot().rounded(.up))
  }

  /// The rows that are at least begun.
  var rows: ClosedRange<Int> {
    let count = (scale + columns - 1) / columns
    return -((count - 1) / 2)...count / 2
  }

  /// The neighbourhoods in the order of their numbers: the rows nearest the river first.
  var squares: [Square] {
    (0..<scale).map { number in
      let place = number / columns
      return Square(
        column: number % columns, row: place.isMultiple(of: 2) ? -place / 2 : (place + 1) / 2)
    }
  }

  /// The number of a neighbourhood from 0; `nil` for a square outside the city.
  func number(of square: Square) -> Int? {
    guard square.column >= 0, square.column < columns else { return nil }
    let place = square.row > 0 ? 2 * square.row - 1 : -2 * square.row
    let number = place * columns + square.column
    return number < scale ? number : nil
  }

  /// Whether there is a neighbourhood in a column and a row.
  func has(_ column: Int, _ row: Int) -> Bool {
    number(of: Square(column: column, row: row)) != nil
  }

  /// Dice for a part of the city.
  func dice(_ purpose: Purpose, _ words: Int...) -> Dice {
    var dice = Dice(seed: seed, purpose.rawValue)
    for word in words { dice = Dice(seed: dice.next(), word) }
    return dice
  }

  /// What dice are thrown for.
  enum Purpose: Int {
    case frame = 1
    case ground, cuts, names, uses, layout, dwelling, furniture, sensors, facilities, utilities
    case fields
  }

  /// How wide the country around the city is: to the west and east, to the north and south.
  static let belt = (across: 500, along: 350)

  /// The box of all neighbourhoods and the country around them.
  var bounds: PlanBox {
    let belt = Self.belt
    return PlanBox(
      west: -belt.across, south: Square(column: 0, row: rows.lowerBound).south - belt.along,
      east: columns * CityPlan.width + belt.across,
      north: Square(column: 0, row: rows.upperBound).north + belt.along)
  }
}
