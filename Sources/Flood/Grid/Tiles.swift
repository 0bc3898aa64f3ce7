/// The grid in tiles of about 32 x 32 cells: dry ones far from water are passed over.
///
/// A band is a row of tiles. Bands are nearly alike, so that threads get even shares; no band is
/// thinner than a block's halo unless the grid is.
///
/// Invariant: flags change only between the parallel parts of a step.
final class Tiles: @unchecked Sendable {
  static let side = 32

  /// Rows of each band, columns of each tile in it.
  let bands, columns: [Range<Int>]
  /// One flag a tile, band by band: walls in it, crests in it or at its edges, water that moves.
  var hasWalls, hasCrests, isWet: [Bool]
  /// Whether water stands beyond the grid's side beside a tile, from step to step.
  var isFed: [Bool]
  /// The fastest wave in each tile after its last step, m/s.
  var fastest: [Double]
  /// The sides of each tile that water is near enough to pass in the tile's next step.
  var reach: [TileSides]

  init(columns columnCount: Int, rows rowCount: Int) {
    let bandCount = max(1, rowCount / Self.side)
    bands = (0..<bandCount).map { $0 * rowCount / bandCount..<($0 + 1) * rowCount / bandCount }
    // Tiles begin at whole cache lines; the last takes what is left over.
    let tileCount = max(1, columnCount / Self.side)
    columns = (0..<tileCount).map {
      $0 * Self.side..<($0 + 1 == tileCount ? columnCount : ($0 + 1) * Self.side)
    }
    let count = bands.count * columns.count
    hasWalls = Array(repeating: false, count: count)
    hasCrests = hasWalls
    isWet = hasWalls
    isFed = hasWalls
    fastest = Array(repeating: 0, count: count)
    reach = Array(repeating: [], count: count)
  }

  /// Takes over what depends on the water.
  func takeWater(of other: Tiles) {
    (isWet, reach, fastest) = (other.isWet, other.reach, other.fastest)
  }

  func band(ofRow row: Int) -> Int { ((row + 1) * bands.count - 1) / bands.last!.upperBound }

  func tile(ofColumn column: Int, row: Int) -> Int {
    band(ofRow: row) * columns.count
      + min(column / Self.side, columns.count - 1)
  }

  /// Whether water may move in the tile of a band and column: it holds some, or a neighbour or
  /// what lies beyond the grid's side may pass it some.
  func isActive(_ band: Int, _ column: Int) -> Bool {
    let tile = band * columns.count + column
    return isWet[tile] || isFed[tile]
      || (column > 0 && reach[tile - 1].contains(.east))
      || (column + 1 < columns.count && reach[tile + 1].contains(.west))
      || (band > 0 && reach[tile - columns.count].contains(.south))
      || (band + 1 < bands.count && reach[tile + columns.count].contains(.north))
  }

  /// The runs of tiles of a band that a step is for, each at most `longest` tiles.
  func runs(_ band: Int, longest: Int, where isChosen: (_ column: Int) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for column in 0...columns.count {
      let isChosen = column < columns.count && isChosen(column)
      if let first = start, !isChosen || column - first == longest {
        runs.append(first..<column)
        start = nil
      }
      if isChosen, start == nil { start = column }
    }
    return runs
  }

  /// Whether a flag is set for any tile of a run or around it.
  func any(_ flags: [Bool], _ band: Int, _ run: Range<Int>) -> Bool {
    for b in max(0, band - 1)...min(bands.count - 1, band + 1) {
      for c in max(0, run.lowerBound - 1)...min(columns.count - 1, run.upperBound)
      where flags[b * columns.count + c] { return true }
    }
    return false
  }
}

/// Sides of a tile.
struct TileSides: OptionSet {
  let rawValue: UInt8
  static let west = TileSides(rawValue: 1)
  static let east = TileSides(rawValue: 2)
  static let north = TileSides(rawValue: 4)
  static let south = TileSides(rawValue: 8)
  static let all: TileSides = [.west, .east, .north, .south]
}
