import Dispatch
import FloodCells
import Synchronization

/// Carries a grid over steps, on several threads; the result does not depend on how many.
///
/// Bands of rows change in place, each on one thread. Before a step the rows at the edges of each
/// band are copied, so that a band sees its neighbours as they were.
///
/// Invariant: `bands` changes only between the parallel parts; a thread uses the scratch and kept
/// columns of its number alone.
final class Stepper<B: Backend>: @unchecked Sendable {
  private let grid: WaterGrid<B>
  let sides: Sides<B>
  private let gravity: Double
  private let isSecondOrder: Bool
  private let dryUnits: B.Water
  private let threads: Int
  private let scratch: [B.Scratch]
  private let kept: [[KeptColumns<B>]]
  private let edges: BandEdges<B>
  /// The deepest water of each vector of columns of a band after its step.
  private let deepest: Memory<B.Water>
  private var bands: [BandStep] = []
  /// The band with the fastest wave.
  var fastestBand = 0

  /// Tiles that a block spans at most: its rows in hand then fit into the second cache.
  private static var longestRun: Int { 8 }

  /// What a band's step told.
  private struct BandStep {
    var runs: [Range<Int>] = []
    var result = SweepResult()
    var updates = 0
  }

  init(_ grid: WaterGrid<B>, _ numerics: Numerics, edges: [EdgeCondition]) {
    self.grid = grid
    threads = numerics.threads > 0 ? numerics.threads : Processors.count
    sides = Sides(grid, edges)
    gravity = Numerics.gravity
    isSecondOrder = numerics.order == .second
    dryUnits = B.Water(max(1, (numerics.dryDepthMetres * grid.unitsPerMetre).rounded()))
    let widest = (Self.longestRun + 1) * Tiles.side + 64
    scratch = (0..<threads).map { _ in B.scratch(columns: widest) }
    let tallest = grid.tiles.bands.map(\.count).max()!
    kept = (0..<threads).map { _ in (0..<2).map { _ in KeptColumns(rows: tallest) } }
    self.edges = BandEdges(grid, isSecondOrder: isSecondOrder)
    deepest = Memory(count: grid.tiles.bands.count * grid.stride, filledWith: 0)
    bands = Array(repeating: BandStep(), count: grid.tiles.bands.count)
    for band in bands.indices {
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

  /// One step.
  ///
  /// - Returns: The fastest wave after it (NaN where numbers went astray), the cells reckoned and
  ///   the faces held back.
  func step(_ seconds: Double) -> (fastestWave: Double, updates: Int, limitedFaces: Int) {
    let tiles = grid.tiles
    for band in bands.indices { bands[band].runs = tiles.runs(band, longest: Self.longestRun) }
    let active = bands.indices.filter { !bands[$0].runs.isEmpty }
    inParallel(active.count) { i, _ in self.edges.copy(active[i]) }
    // Bands are handed out largest first, so that no thread waits long for the last one.
    let order = active.sorted {
      (bands[$0].runs.reduce(0) { $0 + $1.count }, $1) > (
        bands[$1].runs.reduce(0) { $0 + $1.count }, $0
      )
    }
    let results = Gathered((sweep: SweepResult(), updates: 0), count: bands.count)
    inParallel(order.count) { i, thread in
      results.set(order[i], self.sweep(order[i], seconds, thread: thread))
    }
    let told = results.values
    fastestBand = active.max { told[$0].sweep.fastestWave < told[$1].sweep.fastestWave } ?? 0
    var (fastest, updates, limited) = (0.0, 0, 0)
    for band in active {
      let result = told[band]
      fastest =
        result.sweep.fastestWave.isNaN || fastest.isNaN
        ? .nan : max(fastest, result.sweep.fastestWave)
      limited += result.sweep.limitedFaces
      updates += result.updates
      for run in bands[band].runs {
        for column in run { noteDeepest(band, column) }
      }
    }
    return (fastest, updates, limited)
  }

  private func sweep(
    _ band: Int, _ seconds: Double, thread: Int
  ) -> (sweep: SweepResult, updates: Int) {
    let rows = grid.tiles.bands[band]
    let runs = bands[band].runs
    var total = SweepResult()
    var updates = 0
    var block = FloodBlock<B.Real, B.Water>(
      stride: grid.stride, gridColumns: grid.columns, gridRows: grid.rows, cells: grid.cells,
      above: band == 0
        ? sides.northRows : edges.rowsAbove(band, areCopied: !bands[band - 1].runs.isEmpty),
      below: band + 1 == bands.count
        ? sides.southRows : edges.rowsBelow(band, areCopied: !bands[band + 1].runs.isEmpty),
      westGhost: sides.westCells, eastGhost: sides.eastCells, rows: rows, columns: 0..<1,
      sideFlows: sides.flows, openSides: sides.open, manning: B.Real(grid.manning),
      deepest: deepest.row.from(band * grid.stride), step: B.Real(seconds),
      stepOverSide: B.Real(seconds / grid.side), unitsPerMetre: B.Real(grid.unitsPerMetre),
      dryWater: dryUnits, gravity: B.Real(gravity), isSecondOrder: isSecondOrder)
    block.envelopes = grid.envelopes
    block.roughness = grid.roughness?.row
    for (k, run) in runs.enumerated() {
      let first = grid.tiles.columns[run.lowerBound].lowerBound
      let end = grid.tiles.columns[run.upperBound - 1].upperBound
      block.columns = first..<end
      block.hasWalls = grid.wall != nil && grid.tiles.any(grid.tiles.hasWalls, band, run)
      block.crests =
        grid.crests != nil && grid.tiles.any(grid.tiles.hasCrests, band, run)
        ? grid.crests!.rows : nil
      block.left =
        k > 0 && runs[k - 1].upperBound == run.lowerBound ? kept[thread][(k + 1) & 1].cells : nil
      block.keptRight =
        k + 1 < runs.count && runs[k + 1].lowerBound == run.upperBound
        ? kept[thread][k & 1].cells : nil
      let spot = deepest.row.from(band * grid.stride + first)
      block.deepest = spot
      for i in 0..<end - first { spot[i] = 0 }
      let result = B.sweep(block, scratch[thread])
      total.fastestWave =
        result.fastestWave.isNaN || total.fastestWave.isNaN
        ? .nan : max(total.fastestWave, result.fastestWave)
      total.limitedFaces += result.limitedFaces
      updates += rows.count * (end - first)
    }
    return (total, updates)
  }

  // MARK: Wetness

  /// The cells that water can pass in a step.
  private static var halo: Int { FloodBlock<B.Real, B.Water>.halo }

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

  /// Notes that a cell got water.
  func noteWater(at place: Int) {
    guard grid.water.row[place] > dryUnits else { return }
    let (row, column) = (place / grid.stride, place % grid.stride)
    let tile = grid.tiles.tile(ofColumn: column, row: row)
    let rows = grid.tiles.bands[tile / grid.tiles.columns.count]
    let columns = grid.tiles.columns[tile % grid.tiles.columns.count]
    grid.tiles.isWet[tile] = true
    if columns.prefix(Self.halo).contains(column) { grid.tiles.reach[tile].insert(.west) }
    if columns.suffix(Self.halo).contains(column) { grid.tiles.reach[tile].insert(.east) }
    if rows.prefix(Self.halo).contains(row) { grid.tiles.reach[tile].insert(.north) }
    if rows.suffix(Self.halo).contains(row) { grid.tiles.reach[tile].insert(.south) }
  }

  /// Notes that a cell of a tile got so much water.
  func note(_ deepest: B.Water, inTile tile: Int) {
    guard deepest > dryUnits else { return }
    grid.tiles.isWet[tile] = true
    grid.tiles.reach[tile] = .all
  }

  /// Runs `body` for 0..<count, each once, on the threads.
  func inParallel(_ count: Int, _ body: @escaping @Sendable (_ index: Int, _ thread: Int) -> Void) {
    let workers = min(threads, count)
    guard workers > 1 else {
      for i in 0..<count { body(i, 0) }
      return
    }
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: workers) { thread in
      while true {
        let i = next.add(1, ordering: .relaxed).oldValue
        guard i < count else { return }
        body(i, thread)
      }
    }
  }
}

extension Numerics {
  /// Gravity, m/s².
  static var gravity: Double { 9.81 }
}
