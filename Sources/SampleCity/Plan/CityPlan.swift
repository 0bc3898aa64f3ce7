/// The whole city in the planner's coordinates: u runs east and v north, in metres, with a river
/// along v = 0 and square neighbourhoods on both sides of it.
///
/// A neighbourhood is a pure function of this plan and its place, so the city is made one
/// neighbourhood after the other and as often as needed. ``CityFrame`` bends the squares into
/// the real world.
struct CityPlan: Sendable {
  /// The side of a neighbourhood in metres.
  static let side = 1600
  /// Where the river's bank roads run, in metres from its middle.
  static let bankRoad = 200
  /// Where the canal of a neighbourhood runs, in metres from its western border.
  static let canal = 800

  /// Which of the squares a neighbourhood is: `column` from the west; `row` 0, 1, … northwards from
  /// the river and -1, -2, … southwards.
  struct Square: Hashable, Sendable {
    var column: Int
    var row: Int
    /// The western border.
    var west: Int { column * CityPlan.side }
    /// The southern border.
    var south: Int {
      row * CityPlan.side + (row < 0 ? -CityPlan.bankRoad : CityPlan.bankRoad)
    }
    /// The eastern border.
    var east: Int { west + CityPlan.side }
    /// The northern border.
    var north: Int { south + CityPlan.side }
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
    return -(count / 2)...(count - 1) / 2
  }

  /// The neighbourhoods in the order of their numbers: the rows nearest the river first.
  var squares: [Square] {
    (0..<scale).map { number in
      let place = number / columns
      return Square(
        column: number % columns, row: place.isMultiple(of: 2) ? place / 2 : -(place + 1) / 2)
    }
  }

  /// The number of a neighbourhood from 0; `nil` for a square outside the city.
  func number(of square: Square) -> Int? {
    guard square.column >= 0, square.column < columns else { return nil }
    let place = square.row >= 0 ? 2 * square.row : -2 * square.row - 1
    let number = place * columns + square.column
    return number < scale ? number : nil
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
  }

  /// How wide the belt of fields around the squares is.
  static let belt = 400

  /// The box of all squares and the belt around them: all that the sample knows.
  var bounds: (west: Int, south: Int, east: Int, north: Int) {
    let belt = Self.belt
    let south = Square(column: 0, row: rows.lowerBound).south
    let north = Square(column: 0, row: rows.upperBound).north
    return (
      -belt, min(south, -CityPlan.bankRoad) - belt, columns * CityPlan.side + belt, north + belt
    )
  }
}
