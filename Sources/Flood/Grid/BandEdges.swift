import FloodCells

/// Copies of the rows at the edges of bands as they were before a step.
///
/// Invariant: a band's copy is written by one thread before any thread reads it.
final class BandEdges<B: Backend>: @unchecked Sendable {
  private let grid: WaterGrid<B>
  private let water: Memory<B.Water>
  private let east, south: Memory<B.Real>
  private let halo = FloodBlock<B.Real, B.Water>.halo
  /// Rows beyond a band that its step reads; so many are copied at either edge of a band.
  private let reach: Int

  init(_ grid: WaterGrid<B>, isSecondOrder: Bool) {
    self.grid = grid
    reach = isSecondOrder ? halo : 2
    let count = grid.tiles.bands.count * 2 * reach * grid.stride
    water = Memory(count: count, filledWith: 0)
    east = Memory(count: count, filledWith: 0)
    south = Memory(count: count, filledWith: 0)
  }

  /// Copies the first rows of a band for the blocks above it, and the last ones for those below.
  ///
  /// - Parameters:
  ///   - above: Runs of tiles of the band above that a step is for.
  ///   - below: Those of the band below.
  func copy(_ band: Int, above: [Range<Int>], below: [Range<Int>]) {
    let rows = grid.tiles.bands[band]
    for k in 0..<reach {
      copy(
        min(rows.lowerBound + k, rows.upperBound - 1), of: above, to: band * 2 * reach + k)
      copy(
        max(rows.upperBound - reach + k, rows.lowerBound), of: below,
        to: (band * 2 + 1) * reach + k)
    }
  }

  /// Copies what the blocks of some runs of tiles read of a row: lanes reach a little farther than
  /// cells do.
  private func copy(_ row: Int, of runs: [Range<Int>], to slot: Int) {
    for run in runs {
      let first = max(grid.tiles.columns[run.lowerBound].lowerBound - 16, 0)
      let end = min(grid.tiles.columns[run.upperBound - 1].upperBound + 16, grid.stride)
      let (from, to) = (row * grid.stride + first, slot * grid.stride + first)
      water.row.from(to).copy(end - first, from: grid.water.row.from(from))
      east.row.from(to).copy(end - first, from: grid.east.row.from(from))
      south.row.from(to).copy(end - first, from: grid.south.row.from(from))
    }
  }

  /// The rows above a band that is not the first.
  func rowsAbove(_ band: Int, areCopied: Bool) -> [CellRow<B.Real, B.Water>] {
    let first = grid.tiles.bands[band].lowerBound
    return (0..<halo).map { k in
      let slot = (band * 2 - 1) * reach + k - (halo - reach)
      return row(first - halo + k, copy: areCopied && k >= halo - reach ? slot : nil)
    }
  }

  /// The rows below a band that is not the last.
  func rowsBelow(_ band: Int, areCopied: Bool) -> [CellRow<B.Real, B.Water>] {
    let end = grid.tiles.bands[band].upperBound
    return (0..<halo).map { k in
      row(end + k, copy: areCopied && k < reach ? (band + 1) * 2 * reach + k : nil)
    }
  }

  /// A row of the grid with its water from a copy, where there is one.
  private func row(_ row: Int, copy slot: Int?) -> CellRow<B.Real, B.Water> {
    var cells = grid.cells.from(row * grid.stride)
    if let slot {
      cells.water = water.row.from(slot * grid.stride)
      cells.east = east.row.from(slot * grid.stride)
      cells.south = south.row.from(slot * grid.stride)
    }
    return cells
  }
}

/// The last columns of a block as they were before its step, for the block to its right.
///
/// Invariant: one thread uses them.
final class HaloColumns<B: Backend>: @unchecked Sendable {
  private let water: Memory<B.Water>
  private let east, south: Memory<B.Real>

  init(rows: Int) {
    let count = rows * FloodBlock<B.Real, B.Water>.halo
    water = Memory(count: count, filledWith: 0)
    east = Memory(count: count, filledWith: 0)
    south = Memory(count: count, filledWith: 0)
  }

  /// Ground is not kept: it does not change.
  var cells: CellRow<B.Real, B.Water> {
    CellRow(water: water.row, bed: water.row, east: east.row, south: south.row, wall: nil)
  }
}
