import SimpleFeatures

/// A field as whole multiples of its resolution, with a column to the west and a row to the north
/// of zeros, so that each cell has neighbours.
struct FieldPlane {
  let columns: Int
  let rows: Int
  /// Whole multiples; 0 where there is no value.
  var numbers: [Int32]
  /// What stands in each cell.
  var states: [UInt8]

  /// The cell holds zero.
  static let zero: UInt8 = 0
  /// The cell holds another number.
  static let number: UInt8 = 1
  /// The cell holds no value.
  static let none: UInt8 = 2

  /// From one row to the next.
  var stride: Int { columns + 1 }

  /// The index of a cell.
  func index(_ column: Int, _ row: Int) -> Int { (row + 1) * stride + column + 1 }

  /// A plane of zeros.
  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    numbers = [Int32](repeating: 0, count: (columns + 1) * (rows + 1))
    states = [UInt8](repeating: Self.zero, count: (columns + 1) * (rows + 1))
  }

  /// The numbers of a raster over `resolution`, rounded; `nil` where one is infinite or has more
  /// than 30 bits.
  init?(_ grid: RasterGrid, resolution: Double) {
    self.init(columns: grid.columns, rows: grid.rows)
    let scale = Self.scale(resolution)
    let values = grid.values.span
    let (columns, rows) = (grid.columns, grid.rows)
    var numbers = numbers
    var states = states
    (self.numbers, self.states) = ([], [])
    var numberSpan = numbers.mutableSpan
    var stateSpan = states.mutableSpan
    var largest = 0.0
    for row in 0..<rows {
      let from = row * columns
      let to = (row + 1) * (columns + 1) + 1
      for column in 0..<columns {
        let value = Double(values[from + column])
        let isNumber = value == value
        let scaled = isNumber ? value * scale : 0
        largest = max(largest, abs(scaled))
        // Adding 1.5 x 2^52 rounds to the nearest whole number, which the low bits then are.
        let number = Int32(truncatingIfNeeded: (scaled + 6_755_399_441_055_744).bitPattern)
        numberSpan[to + column] = number
        stateSpan[to + column] = isNumber ? (number == 0 ? Self.zero : Self.number) : Self.none
      }
    }
    guard largest < 1_073_741_824 else { return nil }
    (self.numbers, self.states) = (numbers, states)
  }

  /// The raster of these numbers.
  func grid(_ lattice: RasterLattice, resolution: Double) -> RasterGrid {
    let scale = Self.scale(resolution)
    var grid = RasterGrid(lattice, filledWith: 0)
    let (numbers, states) = (numbers.span, states.span)
    var target = grid.values.mutableSpan
    for row in 0..<rows {
      let (from, to) = (index(0, row), row * columns)
      for column in 0..<columns {
        let value = Float(Double(numbers[from + column]) / scale)
        target[to + column] = states[from + column] == Self.none ? .nan : value
      }
    }
    return grid
  }

  /// How many of the resolution make a unit: whole where the resolution is a whole part of it.
  private static func scale(_ resolution: Double) -> Double {
    let scale = 1 / resolution
    let whole = scale.rounded()
    return abs(scale - whole) < 1e-9 * scale ? whole : scale
  }
}
