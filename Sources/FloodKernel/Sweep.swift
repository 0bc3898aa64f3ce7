public import FloodCells

/// Carries the cells of a block over one step.
///
/// Row after row: load, (second order: slopes,) faces, check that no cell gives more water than it
/// has, update. Two rows lie between loading and updating, so the block changes in place.
public func sweep(_ block: FloodBlock<Real, Water>, _ scratch: Scratch) -> SweepResult {
  precondition(block.columns.count <= scratch.columns && !block.rows.isEmpty)
  var sweep = Sweep(block: block, scratch: scratch)
  sweep.run()
  return sweep.result
}

/// One block on its way over a step.
struct Sweep {
  let block: FloodBlock<Real, Water>
  let scratch: Scratch
  let seams: LocalTimeStepInterfaces?
  var result = SweepResult()
  /// Whether a row in hand has cells that cannot feed their outflow.
  var isLimited = [false, false, false, false]
  var isUnstable = LaneMask(repeating: false)
  var lowest = WaterLanes.zero

  /// Columns of the block.
  var width: Int { block.columns.count }
  /// Metres in a unit of water.
  let metresPerUnit: Real
  /// Whether faces look for walls.
  var hasObstacles: Bool { block.hasWalls || block.crests != nil }

  init(block: FloodBlock<Real, Water>, scratch: Scratch) {
    self.block = block
    self.scratch = scratch
    seams = block.seams.map { LocalTimeStepInterfaces(block, $0) }
    metresPerUnit = 1 / block.unitsPerMetre
  }

  /// Where a row stands in the rings of rows in hand.
  func slot(_ row: Int) -> Int { (row - block.rows.lowerBound + 8) & (Scratch.depth - 1) }

  mutating func run() {
    let first = block.rows.lowerBound
    let end = block.rows.upperBound
    let reach = block.isSecondOrder ? 3 : 2
    for row in first - reach..<end + reach {
      load(row)
      if block.isSecondOrder {
        if row >= first - 1 {
          reconstruct(row - 1)
          advance(to: row - 1)
        }
      } else {
        advance(to: row)
      }
    }
    result.isUnstable = any(isUnstable) || any(lowest .< WaterLanes.zero)
  }

  /// Does what can be done once `row` and those before it are at hand.
  private mutating func advance(to row: Int) {
    let first = block.rows.lowerBound
    let end = block.rows.upperBound
    guard row >= first - 1 else { return }
    makeNorthFaces(row)
    if row <= end { makeWestFaces(row) }
    if seams != nil { holdSeams(row) }
    guard row >= first else { return }
    check(row - 1)
    limit(row - 1)
    if seams != nil { passSeams(row - 1) }
    if row >= first + 2 { finish(row - 2) }
  }
}
