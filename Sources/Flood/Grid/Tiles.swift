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
  /// The same in the nine parts of each tile, row by row: those in the middle and the cells of
  /// its edges that waves can leave it from before steps are chosen anew.
  var partFastest: [Double]
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
    partFastest = Array(repeating: 0, count: 9 * count)
    reach = Array(repeating: [], count: count)
  }

  /// Takes over what depends on the water.
  func takeWater(of other: Tiles) {
    (isWet, reach) = (other.isWet, other.reach)
    (fastest, partFastest) = (other.fastest, other.partFastest)
  }

  func band(ofRow row: Int) -> Int { ((row + 1) * bands.count - 1) / bands.last!.upperBound }

  func tile(ofColumn column: Int, row: Int) -> Int {
    band(ofRow: row) * columns.count
      + min(column / Self.side, columns.count - 1)
  }

  /// Notes a wave of a cell.
  func noteWave(_ wave: Double, column: Int, row: Int, edge: Int) {
    let tile = tile(ofColumn: column, row: row)
    fastest[tile] = max(fastest[tile], wave)
    let part =
      3 * Self.part(row, of: bands[tile / columns.count], edge: edge)
      + Self.part(column, of: columns[tile % columns.count], edge: edge)
    partFastest[9 * tile + part] = max(partFastest[9 * tile + part], wave)
  }

  /// Whether a number lies among the first of a range, 0, among the last, 2, or between.
  private static func part(_ number: Int, of range: Range<Int>, edge: Int) -> Int {
    number - range.lowerBound < edge ? 0 : range.upperBound - number <= edge ? 2 : 1
  }

  /// Notes that all waves of a tile may have grown so much, but not beyond its fastest.
  func noteGrowth(_ growth: Double, tile: Int) {
    for part in 9 * tile..<9 * tile + 9 {
      partFastest[part] = min(partFastest[part] + growth, fastest[tile])
    }
  }

  /// The fastest wave in a tile and in what its neighbours' edges have beside it, m/s.
  func fastestAround(_ band: Int, _ column: Int) -> Double {
    var wave = fastest[band * columns.count + column]
    for b in max(0, band - 1)...min(bands.count - 1, band + 1) {
      let rows = b < band ? 2...2 : b > band ? 0...0 : 0...2
      for c in max(0, column - 1)...min(columns.count - 1, column + 1)
      where b != band || c != column {
        let first = 9 * (b * columns.count + c)
        for row in rows {
          for part in c < column ? 2...2 : c > column ? 0...0 : 0...2 {
            wave = max(wave, partFastest[first + 3 * row + part])
          }
        }
      }
    }
    return wave
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
