import FloodCells
import Simulation

/// Carries a grid over steps, on several threads; the result does not depend on how many.
///
/// Bands of rows change in place, each on one thread. Before a step the rows at the edges of each
/// band are copied, so that a band sees its neighbours as they were.
///
/// Invariant: `bands` changes only between the parallel parts; a thread uses the scratch and kept
/// columns of its number alone.
final class Stepper<B: Backend>: @unchecked Sendable {
  private let grid: WaterGrid<B>
  let sides: Boundaries<B>
  private let gravity: Double
  private let isSecondOrder: Bool
  private let dryUnits: B.Water
  private let threads: Int
  private let scratch: [B.Scratch]
  private let kept: [[HaloColumns<B>]]
  private let edges: BandEdges<B>
  /// The deepest water of each column of a band after its step, and the fastest wave in each of
  /// its three parts.
  private let deepest: Memory<B.Water>
  private let fastest: Memory<B.Real>
  /// Where slow water steps less often; `nil` where all steps are alike.
  private let local: LocalSteps<B>?
  /// The runs of tiles of each band that a step is for.
  private var runs: [[Range<Int>]]

  /// Tiles that a block spans at most: its rows in hand then fit into the second cache.
  private static var longestRun: Int { 8 }

  /// - Parameter sources: Cells with sources or sinks, by their places in the grid.
  init(_ grid: WaterGrid<B>, _ numerics: Numerics, edges: [BoundaryCondition], sources: [Int]) {
    self.grid = grid
    threads = numerics.threads > 0 ? numerics.threads : Processors.count
    sides = Boundaries(grid, edges)
    gravity = Numerics.gravity
    isSecondOrder = numerics.order == .second
    dryUnits = B.Water(max(1, (numerics.dryDepthMetres * grid.unitsPerMetre).rounded()))
    let widest = (Self.longestRun + 1) * Tiles.side + 64
    scratch = (0..<threads).map { _ in B.scratch(columns: widest) }
    let tallest = grid.tiles.bands.map(\.count).max()!
    kept = (0..<threads).map { _ in (0..<2).map { _ in HaloColumns(rows: tallest) } }
    self.edges = BandEdges(grid, isSecondOrder: isSecondOrder)
    deepest = Memory(count: grid.tiles.bands.count * grid.stride, filledWith: 0)
    fastest = Memory(count: 3 * grid.tiles.bands.count * grid.stride, filledWith: 0)
    local = numerics.hasLocalSteps ? LocalSteps(grid, pinned: sources + sides.openPlaces) : nil
    runs = grid.tiles.bands.map { _ in [] }
    for band in runs.indices {
      for column in grid.tiles.columns.indices { noteWetness(band, column) }
    }
  }

  /// Cells of tiles that hold water or may get some from a neighbour.
  var activeCells: Int {
    var cells = 0
    for (band, rows) in grid.tiles.bands.enumerated() {
      for (column, columns) in grid.tiles.columns.enumerated()
      where grid.tiles.isActive(band, column) { cells += rows.count * columns.count }
    }
    return cells
  }

  /// What a step told.
  struct StepStatistics {
    var isUnstable = false
    /// Cells computed and faces held back.
    var updates = 0
    var limitedFaces = 0

    static func += (told: inout StepStatistics, part: StepStatistics) {
      told.isUnstable = told.isUnstable || part.isUnstable
      told.updates += part.updates
      told.limitedFaces += part.limitedFaces
    }
  }

  /// How many of the shortest steps the longest steps of tiles take together.
  ///
  /// - Parameters:
  ///   - fastest: The wave that the shortest step is for, m/s.
  ///   - mostDoublings: Steps are not doubled more often.
  func chooseSteps(fastest: Double, mostDoublings: Int) -> Int {
    1 << (local?.choose(fastest: fastest, most: mostDoublings) ?? 0)
  }

  /// By how much the shortest step should be divided for the sake of longer ones elsewhere; `nil`
  /// where all steps should be alike.
  func divisor(fastest: Double, mostDoublings: Int) -> Double? {
    local?.divisor(fastest: fastest, most: mostDoublings)
  }

  /// One of the shortest steps, after which those tiles step too whose longer steps end with it.
  ///
  /// - Parameter number: Counts the shortest steps from 1 since steps were chosen.
  func step(_ seconds: Double, number: Int) -> StepStatistics {
    guard let local else { return step(seconds) { self.grid.tiles.isActive($0, $1) } }
    var told = StepStatistics()
    for doubled in 0...min(number.trailingZeroBitCount, LocalSteps<B>.most) {
      told += step(seconds * Double(1 << doubled)) { local.isChosen($0, $1, doubled) }
      local.clear(doubled)
    }
    return told
  }

  /// One step of some tiles.
  private func step(
    _ seconds: Double, of isChosen: (_ band: Int, _ column: Int) -> Bool
  ) -> StepStatistics {
    for band in runs.indices {
      runs[band] = grid.tiles.runs(band, longest: Self.longestRun) { isChosen(band, $0) }
    }
    let active = runs.indices.filter { !runs[$0].isEmpty }
    inParallel(active.count) { i, _ in
      let band = active[i]
      self.edges.copy(
        band, above: band == 0 ? [] : self.runs[band - 1],
        below: band + 1 == self.runs.count ? [] : self.runs[band + 1])
    }
    // Bands are handed out largest first, so that no thread waits long for the last one.
    let order = active.sorted {
      (runs[$0].reduce(0) { $0 + $1.count }, $1) > (runs[$1].reduce(0) { $0 + $1.count }, $0)
    }
    let results = PerThread(StepStatistics(), count: order.count)
    inParallel(order.count) { i, thread in
      results.set(i, self.sweep(order[i], seconds, thread: thread))
    }
    var told = StepStatistics()
    for part in results.values { told += part }
    for band in active {
      for run in runs[band] {
        for column in run { noteDeepest(band, column) }
      }
    }
    return told
  }

  private func sweep(_ band: Int, _ seconds: Double, thread: Int) -> StepStatistics {
    let rows = grid.tiles.bands[band]
    let (above, own, below) = (
      band == 0 ? [] : runs[band - 1], runs[band], band + 1 == runs.count ? [] : runs[band + 1]
    )
    var told = StepStatistics()
    var block = FloodBlock<B.Real, B.Water>(
      stride: grid.stride, gridColumns: grid.columns, gridRows: grid.rows, cells: grid.cells,
      above: band == 0
        ? sides.northRows : edges.rowsAbove(band, areCopied: !above.isEmpty),
      below: band + 1 == runs.count
        ? sides.southRows : edges.rowsBelow(band, areCopied: !below.isEmpty),
      westGhost: sides.westCells, eastGhost: sides.eastCells, rows: rows, columns: 0..<1,
      sideFlows: sides.flows, openSides: sides.open, manning: B.Real(grid.manning),
      deepest: deepest.row, fastest: waves(band, from: 0), step: B.Real(seconds),
      stepOverSide: B.Real(seconds / grid.side), unitsPerMetre: B.Real(grid.unitsPerMetre),
      dryWater: dryUnits, gravity: B.Real(gravity), isSecondOrder: isSecondOrder)
    block.envelopes = grid.envelopes
    block.roughness = grid.roughness?.row
    for (k, run) in own.enumerated() {
      let first = grid.tiles.columns[run.lowerBound].lowerBound
      let end = grid.tiles.columns[run.upperBound - 1].upperBound
      block.columns = first..<end
      block.hasWalls = grid.wall != nil && grid.tiles.any(grid.tiles.hasWalls, band, run)
      block.crests =
        grid.crests != nil && grid.tiles.any(grid.tiles.hasCrests, band, run)
        ? grid.crests!.rows : nil
      block.left =
        k > 0 && own[k - 1].upperBound == run.lowerBound ? kept[thread][(k + 1) & 1].cells : nil
      block.keptRight =
        k + 1 < own.count && own[k + 1].lowerBound == run.upperBound
        ? kept[thread][k & 1].cells : nil
      block.seams = local?.seams(band, run)
      block.deepest = deepest.row.from(band * grid.stride + first)
      block.fastest = waves(band, from: first)
      for i in 0..<end - first {
        block.deepest[i] = 0
        block.fastest.north[i] = 0
        block.fastest.middle[i] = 0
        block.fastest.south[i] = 0
      }
      let result = B.sweep(block, scratch[thread])
      told.isUnstable = told.isUnstable || result.isUnstable
      told.limitedFaces += result.limitedFaces
      told.updates += rows.count * (end - first)
    }
    return told
  }

  /// Where the fastest waves of a band's columns are told.
  private func waves(_ band: Int, from column: Int) -> BandParts<Row<B.Real>> {
    func part(_ number: Int) -> Row<B.Real> {
      fastest.row.from((3 * band + number) * grid.stride + column)
    }
    return BandParts(north: part(0), middle: part(1), south: part(2))
  }

  // MARK: Wetness

  /// The cells that water can pass in a step.
  private static var halo: Int { FloodBlock<B.Real, B.Water>.halo }
  private static var edge: Int { FloodBlock<B.Real, B.Water>.edge }

  /// Looks anew whether a tile holds water that moves, and near which of its sides.
  func noteWetness(_ band: Int, _ column: Int) {
    noteWetness(band, column) { part in
      grid.tiles.bands[band].contains { row in hasWater(row, part) }
    }
  }

  /// The same where the deepest water of each column is known.
  private func noteDeepest(_ band: Int, _ column: Int) {
    let spot = deepest.row.from(band * grid.stride)
    noteWetness(band, column) { part in part.contains { spot[$0] > dryUnits } }
    let tile = band * grid.tiles.columns.count + column
    let columns = grid.tiles.columns[column]
    let waves = waves(band, from: 0)
    let (west, east) = (columns.prefix(Self.edge), columns.suffix(Self.edge))
    let middle = min(west.endIndex, east.startIndex)..<east.startIndex
    var fastest = B.Real.zero
    for (row, waves) in [waves.north, waves.middle, waves.south].enumerated() {
      for (part, columns) in [west, middle, east].enumerated() {
        var wave = B.Real.zero
        for column in columns { wave = max(wave, waves[column]) }
        grid.tiles.partFastest[9 * tile + 3 * row + part] = Double(wave)
        fastest = max(fastest, wave)
      }
    }
    grid.tiles.fastest[tile] = Double(fastest)
  }

  private func noteWetness(
    _ band: Int, _ column: Int, isWet: (_ columns: Range<Int>) -> Bool
  ) {
    let (rows, columns) = (grid.tiles.bands[band], grid.tiles.columns[column])
    let tile = band * grid.tiles.columns.count + column
    var reach: TileSides = []
    grid.tiles.isWet[tile] = isWet(columns)
    if grid.tiles.isWet[tile] {
      if isWet(columns.prefix(Self.halo)) { reach.insert(.west) }
      if isWet(columns.suffix(Self.halo)) { reach.insert(.east) }
      if rows.prefix(Self.halo).contains(where: { hasWater($0, columns) }) { reach.insert(.north) }
      if rows.suffix(Self.halo).contains(where: { hasWater($0, columns) }) { reach.insert(.south) }
    }
    grid.tiles.reach[tile] = reach
  }

  private func hasWater(_ row: Int, _ columns: Range<Int>) -> Bool {
    columns.contains { grid.water.row[row * grid.stride + $0] > dryUnits }
  }

  /// The mean of the waves along rows and along columns, m/s: together they bound the step.
  func wave(_ place: Int) -> Double {
    guard grid.water.row[place] > dryUnits else { return 0 }
    let depth = grid.depth(place)
    let flow = abs(Double(grid.east.row[place])) + abs(Double(grid.south.row[place]))
    return flow / depth / 2 + (gravity * depth).squareRoot()
  }

  /// Notes the fastest wave of each tile as its cells are.
  func noteWaves() {
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        grid.tiles.noteWave(
          wave(row * grid.stride + column), column: column, row: row, edge: Self.edge)
      }
    }
  }

  /// Notes that a cell got water.
  func noteWater(at place: Int) {
    guard grid.water.row[place] > dryUnits else { return }
    let (row, column) = (place / grid.stride, place % grid.stride)
    let tile = grid.tiles.tile(ofColumn: column, row: row)
    grid.tiles.noteWave(wave(place), column: column, row: row, edge: Self.edge)
    let rows = grid.tiles.bands[tile / grid.tiles.columns.count]
    let columns = grid.tiles.columns[tile % grid.tiles.columns.count]
    grid.tiles.isWet[tile] = true
    if columns.prefix(Self.halo).contains(column) { grid.tiles.reach[tile].insert(.west) }
    if columns.suffix(Self.halo).contains(column) { grid.tiles.reach[tile].insert(.east) }
    if rows.prefix(Self.halo).contains(row) { grid.tiles.reach[tile].insert(.north) }
    if rows.suffix(Self.halo).contains(row) { grid.tiles.reach[tile].insert(.south) }
  }

  /// Notes that the deepest cell of a tile has so much water, where no cell got more than `most`.
  func note(_ deepest: B.Water, inTile tile: Int, most: Int) {
    guard deepest > dryUnits else { return }
    grid.tiles.isWet[tile] = true
    grid.tiles.reach[tile] = .all
    let wave = (gravity * Double(deepest) / grid.unitsPerMetre).squareRoot()
    grid.tiles.fastest[tile] = max(grid.tiles.fastest[tile], wave)
    grid.tiles.noteGrowth((gravity * Double(most) / grid.unitsPerMetre).squareRoot(), tile: tile)
  }

  /// Runs `body` for 0..<count, each once, on the threads.
  func inParallel(_ count: Int, _ body: @escaping @Sendable (_ index: Int, _ thread: Int) -> Void) {
    Simulation.inParallel(count, threads: threads, body)
  }
}

extension Numerics {
  /// Gravity, m/s².
  static var gravity: Double { 9.81 }
}
