import FloodCells

/// Depth and bed in units, velocities eastwards and southwards, of the cells of a row or at one of
/// their faces.
struct SideScratch {
  var depth, bed: Row<Water>
  var east, south: Row<Real>
}

/// Cells of a row as the scheme sees them.
struct CellScratch {
  var water: Row<Water>
  var side: SideScratch
  /// Not zero where there is a wall.
  var wall: Row<Water>
}

/// What passes the faces of a row.
struct FaceScratch {
  var water: Row<Water>
  var before, behind, along: Row<Real>
}

/// The few rows that a sweep has in hand, kept by each thread.
///
/// Column `c` of a block stands at `c + Scratch.margin`. Invariant: one thread uses it.
@safe public final class Scratch: @unchecked Sendable {
  /// Columns of the widest block.
  public let columns: Int
  /// Columns before the block's first one: lanes begin at the column before that, as what a block
  /// needs does.
  static let margin = laneCount + 1
  /// Rows of each kind in hand.
  static let depth = 4

  private let reals: Memory<Real>
  private let waters: Memory<Water>

  let cells: [CellScratch]
  /// Faces west of the cells of a row, and north of them.
  let westFaces, northFaces: [FaceScratch]
  /// Share of its outflow that a cell can feed, where rows are limited.
  let share: [Row<Real>]
  /// States within the cells at their faces, for the second order.
  let east, west, south, north: [SideScratch]
  /// What the water's slope within the cell drives, for the second order.
  let pushEast, pushSouth: [Row<Real>]
  /// Crests west and north of the cells.
  let westCrest, northCrest: [Row<Water>]

  /// Room for blocks of up to `columns` columns.
  public init(columns: Int) {
    self.columns = columns
    // Vectors run over the block's end, and a face needs the cell before it.
    let length = (columns + Self.margin + 3 * laneCount + 15) / 16 * 16
    let depth = Self.depth
    let reals = Memory<Real>(count: (2 + 6 + 1 + 8 + 2) * depth * length, filledWith: 0)
    let waters = Memory<Water>(count: (2 + 2 + 2 + 8 + 2) * depth * length, filledWith: 0)
    self.reals = reals
    self.waters = waters
    var (nextReal, nextWater) = (0, 0)
    func real() -> Row<Real> {
      defer { nextReal += length }
      return reals.row.from(nextReal)
    }
    func water() -> Row<Water> {
      defer { nextWater += length }
      return waters.row.from(nextWater)
    }
    func side() -> SideScratch {
      SideScratch(depth: water(), bed: water(), east: real(), south: real())
    }
    func face() -> FaceScratch {
      FaceScratch(water: water(), before: real(), behind: real(), along: real())
    }
    let all = 0..<depth
    cells = all.map { _ in
      CellScratch(water: water(), side: side(), wall: water())
    }
    westFaces = all.map { _ in face() }
    northFaces = all.map { _ in face() }
    share = all.map { _ in real() }
    east = all.map { _ in side() }
    west = all.map { _ in side() }
    south = all.map { _ in side() }
    north = all.map { _ in side() }
    pushEast = all.map { _ in real() }
    pushSouth = all.map { _ in real() }
    westCrest = all.map { _ in water() }
    northCrest = all.map { _ in water() }
  }
}
