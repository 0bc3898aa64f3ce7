public import SimpleFeatures

/// What a flood run is made of: the ground, the water that is there, comes and goes, and how to
/// compute.
///
/// All grids lie on the terrain's lattice, whose cells are square; lengths are metres of its CRS.
/// Cells are numbered row by row from the north-west, as in ``RasterGrid``.
///
/// ```swift
/// var setup = FloodSetup(terrain: dem, durationSeconds: 3600)
/// setup.roughness.everywhere = 0.035
/// setup.inflows = [Inflow(id: "dam", cells: [812, 813], cubicMetresPerSecond: hydrograph)]
/// ```
public struct FloodSetup: Sendable {
  /// Height of the bed in metres; NaN where the domain ends: such cells are walls.
  public var terrain: RasterGrid
  /// How long to compute.
  public var durationSeconds: Double
  /// Cells that water cannot enter, such as buildings, one flag a cell; empty for none.
  public var walls: [Bool] = []
  /// Water at the beginning.
  public var initial = InitialWater.dry
  /// How that water moves, m/s, on the terrain's lattice, NaN for not at all; `nil` at rest.
  public var initialVelocity: (east: RasterGrid, north: RasterGrid)?
  /// What slows the water.
  public var roughness = Roughness()
  /// Rain; `nil` for none.
  public var rain: Rain?
  /// What the ground takes; `nil` for nothing.
  public var infiltration: Infiltration?
  /// Water that comes in at cells.
  public var inflows: [Inflow] = []
  /// Storm inlets, which take water into a drainage network that is no part of the run.
  public var inlets: [Inlet] = []
  /// What happens at the four sides, closed where none is named; later ones win.
  public var edges: [BoundaryCondition] = []
  /// Embankments and walls that are thinner than a cell.
  public var crests: [LeveeFace] = []
  /// Lakes, reservoirs, ponds.
  public var storages: [Storage] = []
  /// Sluice gates, culverts and weirs.
  public var gates: [Gate] = []
  /// Pump stations.
  public var pumps: [Pump] = []
  /// Gauges: places whose depth, level and velocity are reported at each output.
  public var gauges: [FloodGauge] = []
  /// Whether frames tell velocities besides depths.
  public var framesHaveVelocity = false
  /// How to compute.
  public var numerics = Numerics()

  /// Itself without what it says cell by cell, which an engine keeps in a form of its own; the
  /// terrain's lattice stays.
  var withoutGrids: FloodSetup {
    var setup = self
    setup.terrain.values = []
    setup.walls = []
    setup.initial = .dry
    setup.initialVelocity = nil
    setup.roughness.grid = nil
    setup.rain?.zoneOfCell = []
    setup.infiltration?.classOfCell = []
    setup.crests = []
    setup.rain?.roofCells = []
    return setup
  }

  /// Dry ground without rain between closed sides.
  public init(terrain: RasterGrid, durationSeconds: Double) {
    self.terrain = terrain
    self.durationSeconds = durationSeconds
  }
}

/// The water that is there at the beginning.
public enum InitialWater: Sendable {
  /// None.
  case dry
  /// Water up to one level, metres, wherever the bed is lower.
  case level(Double)
  /// A depth for each cell, metres; NaN and negative numbers are none.
  case depth(RasterGrid)
}

/// Manning's n of the bed, s/m^(1/3).
public struct Roughness: Sendable {
  /// Where ``grid`` has no value.
  public var everywhere: Double
  /// n of each cell, NaN for ``everywhere``; `nil` for the same everywhere.
  public var grid: RasterGrid?

  /// The same everywhere unless a grid is given.
  public init(everywhere: Double = 0.035, grid: RasterGrid? = nil) {
    self.everywhere = everywhere
    self.grid = grid
  }
}

/// Rain by zones.
public struct Rain: Sendable {
  /// Intensity of each zone in mm/h: each holds from its time on until the next.
  public var zones: [TimeSeries]
  /// The zone of each cell; empty where all lie in the first.
  public var zoneOfCell: [UInt16]
  /// Whether rain on ``FloodSetup/walls`` runs off to the open cells around them; else it is led
  /// away and is no part of the run.
  public var roofsDrainToGround: Bool
  /// Cells, such as those of streets, to the nearest of which roofs drain instead, where the way
  /// over open ground is at most ``roofReachMetres``; empty for none.
  public var roofCells: [Int] = []
  /// How far the water of a roof is led, metres.
  public var roofReachMetres = 100.0

  /// Rain that falls alike everywhere unless zones are given.
  public init(
    zones: [TimeSeries], zoneOfCell: [UInt16] = [], roofsDrainToGround: Bool = true
  ) {
    self.zones = zones
    self.zoneOfCell = zoneOfCell
    self.roofsDrainToGround = roofsDrainToGround
  }
}

/// Water that comes in (or, below zero, is taken out as far as there is any) at cells.
public struct Inflow: Sendable {
  /// A name for messages and the balance.
  public var id: String
  /// The cells that share it evenly.
  public var cells: [Int]
  /// Of all cells together, between its times along straight lines.
  public var cubicMetresPerSecond: TimeSeries

  /// An inflow that cells share evenly.
  public init(id: String, cells: [Int], cubicMetresPerSecond: TimeSeries) {
    self.id = id
    self.cells = cells
    self.cubicMetresPerSecond = cubicMetresPerSecond
  }
}

/// A storm inlet: it takes what is there in its cell, up to its capacity.
///
/// It stands for the drainage network until one is coupled (``FloodEngine/exchange(_:atCell:)``).
public struct Inlet: Sendable {
  /// A name for messages and results.
  public var id: String
  /// The cell; no wall.
  public var cell: Int
  /// What it takes at most, m³/s.
  public var cubicMetresPerSecond: Double

  /// An inlet in a cell.
  public init(id: String, cell: Int, cubicMetresPerSecond: Double) {
    self.id = id
    self.cell = cell
    self.cubicMetresPerSecond = cubicMetresPerSecond
  }
}

/// What happens along a part of a side of the grid.
public struct BoundaryCondition: Sendable {
  /// A side of the grid.
  public enum Side: String, Sendable, CaseIterable {
    case west, east, south, north
  }

  /// What water does there.
  public enum Kind: Sendable {
    /// A wall.
    case closed
    /// Water leaves as if the ground went on; with a slope, at normal depth down that slope.
    case free(slope: Double?)
    /// Water outside stands at a level, metres.
    case level(TimeSeries)
    /// Water comes in, m³/s along the whole part.
    case discharge(TimeSeries)
  }

  /// Which side.
  public var side: Side
  /// Rows (west, east; from the north) or columns (south, north; from the west); `nil` for all.
  public var range: Range<Int>?
  /// What happens there.
  public var kind: Kind

  /// A condition along a side or a part of it.
  public init(side: Side, range: Range<Int>? = nil, kind: Kind) {
    self.side = side
    self.range = range
    self.kind = kind
  }
}

/// A wall or embankment on the face between two cells, thinner than they are; of several on one
/// face the highest holds.
public struct LeveeFace: Sendable {
  /// The cell west or north of the face.
  public var cell: Int
  /// Whether the face is that cell's southern one; else its eastern one.
  public var isSouthern: Bool
  /// Height of the crest in metres.
  public var heightMetres: Double

  /// A crest on the eastern or southern face of a cell.
  public init(cell: Int, isSouthern: Bool, heightMetres: Double) {
    self.cell = cell
    self.isSouthern = isSouthern
    self.heightMetres = heightMetres
  }
}

/// A gauge: a place whose water is reported at each output.
public struct FloodGauge: Sendable {
  /// Its name.
  public var id: String
  /// Coordinates in the terrain's CRS.
  public var x, y: Double

  /// A gauge at a place.
  public init(id: String, x: Double, y: Double) {
    self.id = id
    self.x = x
    self.y = y
  }
}
