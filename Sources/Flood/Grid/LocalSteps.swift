import FloodCells

/// Which tiles step how often: where water is slow, once while others step two, four or eight
/// times.
///
/// Fast waves near a tile's edge count for the neighbours there too: those farther in do not reach
/// them before steps are chosen anew.
///
/// Invariant: steps are chosen between the parallel parts, when nothing is left of what passed; of
/// that each thread writes what its own blocks compute.
final class LocalSteps<B: Backend>: @unchecked Sendable {
  private let grid: WaterGrid<B>
  /// Of each tile: its steps are 2^d times as long as the shortest.
  private let doublings: Memory<UInt8>
  /// Tiles that get or give water from step to step.
  private let isPinned: [Bool]
  /// Tiles that have stepped with water in or near them since steps were chosen.
  private var hasMoved: [Bool]
  private let west, north: Passed
  /// Of each tile: the fastest wave that its steps are for, m/s.
  private var waves: [Double]

  /// Steps are at most so many times doubled.
  static var most: Int { 3 }
  /// The share of steps that local ones may take at most: in short runs of tiles a cell takes a
  /// third to a half longer.
  private static var worthwhile: Double { 0.65 }
  /// By how much waves may grow before steps are chosen anew.
  private static var reserve: Double { 1.1 }

  private final class Passed {
    let water: Memory<B.Water>
    let across, along: Memory<B.Real>
    init(count: Int) {
      water = Memory(count: count, filledWith: 0)
      across = Memory(count: count, filledWith: 0)
      along = Memory(count: count, filledWith: 0)
    }
    var rows: FluxRegisters<B.Real, B.Water> {
      FluxRegisters(water: water.row, across: across.row, along: along.row)
    }
    func clear(_ places: Range<Int>) {
      for place in places {
        water.row[place] = 0
        across.row[place] = 0
        along.row[place] = 0
      }
    }
  }

  /// - Parameter pinned: Places of cells that get or give water from step to step.
  init(_ grid: WaterGrid<B>, pinned: [Int]) {
    self.grid = grid
    let tiles = grid.tiles
    var isPinned = Array(repeating: false, count: tiles.isWet.count)
    for place in pinned {
      isPinned[tiles.tile(ofColumn: place % grid.stride, row: place / grid.stride)] = true
    }
    self.isPinned = isPinned
    hasMoved = isPinned
    waves = Array(repeating: 0, count: isPinned.count)
    doublings = Memory(count: isPinned.count, filledWith: 0)
    west = Passed(count: tiles.columns.count * grid.rows)
    north = Passed(count: tiles.bands.count * grid.stride)
  }

  /// By how much the shortest step should be divided, so that all tiles together step least.
  ///
  /// Most of them may be just a little too fast for longer steps. `nil` where they should all step
  /// alike, as local steps would save too little for what their seams cost.
  ///
  /// - Parameters:
  ///   - fastest: The wave that the shortest step is for, m/s.
  ///   - most: Steps are not doubled more often.
  func divisor(fastest: Double, most: Int) -> Double? {
    noteWaves()
    let tiles = grid.tiles
    var moving: [Double] = []
    for band in tiles.bands.indices {
      for column in tiles.columns.indices where tiles.isActive(band, column) {
        moving.append(waves[band * tiles.columns.count + column])
      }
    }
    func steps(_ divisor: Double) -> Double {
      moving.reduce(0) {
        $0 + divisor / Double(1 << doublings($1, fastest: fastest * divisor, most: most))
      }
    }
    // More steps cost a little besides the cells.
    var (best, least) = (1.0, steps(1) * 0.97)
    for eighths in 9..<16 {
      let divisor = Double(eighths) / 8
      let steps = steps(divisor)
      if steps < least { (best, least) = (divisor, steps) }
    }
    return least < Self.worthwhile * Double(moving.count) ? best : nil
  }

  private func noteWaves() {
    for band in grid.tiles.bands.indices {
      for column in grid.tiles.columns.indices {
        let tile = band * grid.tiles.columns.count + column
        waves[tile] = isPinned[tile] ? .infinity : grid.tiles.fastestAround(band, column)
      }
    }
  }

  /// How often steps may be doubled for a wave.
  private func doublings(_ wave: Double, fastest: Double, most: Int) -> Int {
    var doubled = 0
    while doubled < most, wave * Self.reserve * Double(2 << doubled) <= fastest { doubled += 1 }
    return doubled
  }

  /// Chooses the steps of all tiles; tells how many times those of active ones are doubled at most.
  ///
  /// - Parameters:
  ///   - fastest: The wave that the shortest step is for, m/s.
  ///   - most: Steps are not doubled more often.
  func choose(fastest: Double, most: Int) -> Int {
    noteWaves()
    let tiles = grid.tiles
    for tile in hasMoved.indices { hasMoved[tile] = false }
    var used = 0
    for band in tiles.bands.indices {
      for column in tiles.columns.indices {
        let tile = band * tiles.columns.count + column
        let doubled = doublings(waves[tile], fastest: fastest, most: most)
        doublings.row[tile] = UInt8(doubled)
        if tiles.isActive(band, column) { used = max(used, doubled) }
      }
    }
    // All tiles step before steps are chosen anew, also those that water only then reaches.
    for tile in 0..<doublings.count { doublings.row[tile] = min(doublings.row[tile], UInt8(used)) }
    return used
  }

  /// Whether a tile steps with those whose steps are doubled so often: water is in or near it, or a
  /// neighbour that steps more often may have passed it some.
  func isChosen(_ band: Int, _ column: Int, _ doubled: Int) -> Bool {
    guard has(band, column, doubled) else { return false }
    let tile = band * grid.tiles.columns.count + column
    if grid.tiles.isActive(band, column) {
      hasMoved[tile] = true
      return true
    }
    let sides = fasterNeighbours(band, column)
    return sides.contains(.west) && hasMoved[tile - 1]
      || sides.contains(.east) && hasMoved[tile + 1]
      || sides.contains(.north) && hasMoved[tile - grid.tiles.columns.count]
      || sides.contains(.south) && hasMoved[tile + grid.tiles.columns.count]
  }

  private func has(_ band: Int, _ column: Int, _ doubled: Int) -> Bool {
    doubled == doublings.row[band * grid.tiles.columns.count + column]
  }

  private func fasterNeighbours(_ band: Int, _ column: Int) -> TileSides {
    let tiles = grid.tiles
    let tile = band * tiles.columns.count + column
    let own = doublings.row[tile]
    var sides: TileSides = []
    if column > 0, doublings.row[tile - 1] < own { sides.insert(.west) }
    if column + 1 < tiles.columns.count, doublings.row[tile + 1] < own { sides.insert(.east) }
    if band > 0, doublings.row[tile - tiles.columns.count] < own { sides.insert(.north) }
    if band + 1 < tiles.bands.count, doublings.row[tile + tiles.columns.count] < own {
      sides.insert(.south)
    }
    return sides
  }

  /// The seams of a block; `nil` where all tiles around it step alike.
  func seams(_ band: Int, _ run: Range<Int>) -> SeamRows<B.Real, B.Water>? {
    let tiles = grid.tiles
    let own = doublings.row[band * tiles.columns.count + run.lowerBound]
    let columns = max(0, run.lowerBound - 1)...min(tiles.columns.count - 1, run.upperBound)
    let meets = (max(0, band - 1)...min(tiles.bands.count - 1, band + 1)).contains { b in
      columns.contains { doublings.row[b * tiles.columns.count + $0] != own }
    }
    guard meets else { return nil }
    return SeamRows(
      doublings: doublings.row, tilesInBand: tiles.columns.count, bands: tiles.bands.count,
      tileColumns: Tiles.side, band: band, tiles: run, west: west.rows, north: north.rows)
  }

  /// Begins to add up anew what passes to tiles of so many doublings, which have stepped.
  func clear(_ doubled: Int) {
    guard doubled > 0 else { return }
    let tiles = grid.tiles
    for (band, rows) in tiles.bands.enumerated() {
      for (column, columns) in tiles.columns.enumerated() where has(band, column, doubled) {
        let sides = fasterNeighbours(band, column)
        func clearWest(_ column: Int) {
          let first = column * grid.rows
          west.clear(first + rows.lowerBound..<first + rows.upperBound)
        }
        func clearNorth(_ band: Int) {
          let first = band * grid.stride
          north.clear(first + columns.lowerBound..<first + columns.upperBound)
        }
        if sides.contains(.west) { clearWest(column) }
        if sides.contains(.east) { clearWest(column + 1) }
        if sides.contains(.north) { clearNorth(band) }
        if sides.contains(.south) { clearNorth(band + 1) }
      }
    }
  }
}
