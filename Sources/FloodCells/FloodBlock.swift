/// The state of water in some cells of a row of the grid, and the ground under it.
@frozen public struct CellRow<Real: BitwiseCopyable, Water: BitwiseCopyable>: Sendable {
  /// Depth in units of water.
  public var water: Row<Water>
  /// Height of the bed over the run's datum, in the same units: levels are compared exactly.
  public var bed: Row<Water>
  /// Depth times velocity eastwards and southwards, m²/s.
  public var east, south: Row<Real>
  /// Not zero where there is no room for water; `nil` where there is everywhere.
  public var wall: Row<UInt8>?

  /// The rows of one state.
  public init(
    water: Row<Water>, bed: Row<Water>, east: Row<Real>, south: Row<Real>, wall: Row<UInt8>?
  ) {
    self.water = water
    self.east = east
    self.south = south
    self.bed = bed
    self.wall = wall
  }

  /// The same rows from a cell on.
  @inlinable @inline(__always)
  public func from(_ offset: Int) -> CellRow {
    CellRow(
      water: water.from(offset), bed: bed.from(offset), east: east.from(offset),
      south: south.from(offset), wall: wall?.from(offset))
  }
}

/// Crests on the faces of the cells, row by row.
@frozen public struct CrestRows<Water: BitwiseCopyable>: Sendable {
  /// Where the crests of each row begin; one more than there are rows.
  public var starts: Row<Int32>
  /// Column of the cell west or north of the face.
  public var columns: Row<Int32>
  /// Whether it is the southern face.
  public var isSouthern: Row<Bool>
  /// Height over the datum in units.
  public var heights: Row<Water>

  /// The rows of the crests.
  public init(
    starts: Row<Int32>, columns: Row<Int32>, isSouthern: Row<Bool>, heights: Row<Water>
  ) {
    self.starts = starts
    self.columns = columns
    self.isSouthern = isSouthern
    self.heights = heights
  }
}

/// Something for the rows at a band's northern edge, at its southern one and between.
@frozen public struct BandParts<Part: Sendable>: Sendable {
  /// The parts from north to south.
  public var north, middle, south: Part

  /// The parts from north to south.
  @inlinable
  public init(north: Part, middle: Part, south: Part) {
    self.north = north
    self.middle = middle
    self.south = south
  }

  /// The part that a row of a band lies in.
  @inlinable
  public func part(of row: Int, in band: Range<Int>, edge: Int) -> Part {
    row - band.lowerBound < edge ? north : band.upperBound - row <= edge ? south : middle
  }
}

/// What the most extreme values are kept in; `nil` for those that are not.
@frozen public struct EnvelopeRows<Real: BitwiseCopyable>: Sendable {
  /// Units of water are told in metres here.
  public var depth, speed, hazard: Row<Real>?

  /// Nothing is kept.
  public init() {}
}

/// Some columns of a band of rows that the kernel carries over one step.
///
/// The band's own rows are changed in place. Its neighbours may be changed at the same time by
/// another thread, so the rows above and below are copies of before the step; beyond the grid they
/// are what its sides are taken to hold.
@frozen
public struct FloodBlock<Real: BitwiseCopyable & Sendable, Water: BitwiseCopyable & Sendable>:
  Sendable
{
  /// How many cells beyond its own a block needs on each side.
  public static var halo: Int { 3 }
  /// Waves in so many cells at an edge are told for themselves.
  public static var edge: Int { 4 }

  /// The whole grid: numbers from one row to the next, and its size.
  public var stride, gridColumns, gridRows: Int
  /// The cells of the grid from its north-western one.
  public var cells: CellRow<Real, Water>
  /// The three rows above and below the band, northernmost first.
  public var above, below: [CellRow<Real, Water>]
  /// Beyond the western and eastern side: `halo` cells from the west for each row, and `halo` rows
  /// more above and below.
  public var westGhost, eastGhost: CellRow<Real, Water>
  /// The state before the step of the columns left of the block: for each row of the band `halo`
  /// cells; `nil` where they have not changed.
  public var left: CellRow<Real, Water>?
  /// Where the block's own last columns are kept for the block to its right.
  public var keptRight: CellRow<Real, Water>?
  /// What the block holds.
  public var rows, columns: Range<Int>

  /// Whether there are walls in the block or beside it.
  public var hasWalls = false
  /// Crests where there are some in the block or beside it.
  public var crests: CrestRows<Water>?
  /// Manning's n in units of 1e-5 s/m^(1/3); `nil` where it is ``manning`` everywhere.
  public var roughness: Row<UInt16>?
  /// Manning's n where it is the same everywhere.
  public var manning: Real
  /// What is kept of the most extreme values.
  public var envelopes: EnvelopeRows<Real>
  /// Where the water is told that passed the sides of the grid, in units eastwards and southwards:
  /// a number for each row (west, east) or column (north, south).
  public var westFlow, eastFlow, northFlow, southFlow: Row<Water>
  /// Not zero where water may pass the sides of the grid, for each row or column.
  public var westOpen, eastOpen, northOpen, southOpen: Row<UInt8>
  /// For each column the deepest water that the step left, in units.
  public var deepest: Row<Water>
  /// For each column the fastest wave that the step left, m/s, as the mean of both directions':
  /// in the band's first rows, ``edge`` of them, in those between and in its last ones.
  public var fastest: BandParts<Row<Real>>
  /// Where other steps meet the block's; `nil` where none do.
  public var seams: SeamRows<Real, Water>?

  /// The step in seconds, and that over the cell's side in s/m.
  public var step, stepOverSide: Real
  /// Units of water in a metre of depth.
  public var unitsPerMetre: Real
  /// Units below which water does not move.
  public var dryWater: Water
  /// Gravity, m/s².
  public var gravity: Real
  /// Whether the scheme is of second order.
  public var isSecondOrder: Bool

  /// A block with all that it needs.
  public init(
    stride: Int, gridColumns: Int, gridRows: Int, cells: CellRow<Real, Water>,
    above: [CellRow<Real, Water>], below: [CellRow<Real, Water>],
    westGhost: CellRow<Real, Water>, eastGhost: CellRow<Real, Water>, rows: Range<Int>,
    columns: Range<Int>,
    sideFlows: (west: Row<Water>, east: Row<Water>, north: Row<Water>, south: Row<Water>),
    openSides: (west: Row<UInt8>, east: Row<UInt8>, north: Row<UInt8>, south: Row<UInt8>),
    manning: Real, deepest: Row<Water>, fastest: BandParts<Row<Real>>, step: Real,
    stepOverSide: Real,
    unitsPerMetre: Real, dryWater: Water, gravity: Real, isSecondOrder: Bool
  ) {
    self.stride = stride
    self.gridColumns = gridColumns
    self.gridRows = gridRows
    self.cells = cells
    self.above = above
    self.below = below
    self.westGhost = westGhost
    self.eastGhost = eastGhost
    self.rows = rows
    self.columns = columns
    (westFlow, eastFlow, northFlow, southFlow) = sideFlows
    (westOpen, eastOpen, northOpen, southOpen) = openSides
    self.manning = manning
    envelopes = EnvelopeRows()
    self.deepest = deepest
    self.fastest = fastest
    self.step = step
    self.stepOverSide = stepOverSide
    self.unitsPerMetre = unitsPerMetre
    self.dryWater = dryWater
    self.gravity = gravity
    self.isSecondOrder = isSecondOrder
  }
}

/// What a block tells of its step.
@frozen public struct SweepResult: Sendable {
  /// Whether numbers went astray.
  public var isUnstable = false
  /// Faces whose flow was held back because a cell had no more water.
  public var limitedFaces = 0

  /// Nothing yet.
  public init() {}
}
