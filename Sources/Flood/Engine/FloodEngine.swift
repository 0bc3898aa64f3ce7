public import SimpleFeatures
public import Simulation

/// Water on the run over ground: the shallow-water equations on a grid of square cells.
///
///     ∂h/∂t + ∇·(h u) = rain − infiltration + inflows
///     ∂(h u)/∂t + ∇·(h u ⊗ u) + ∇(g h² / 2) = −g h ∇z − g n² |u| u / h^(1/3)
///
/// h depth (m), u velocity (m/s), z bed (m), n Manning's roughness (s/m^(1/3)), g = 9.81 m/s².
/// Finite volumes with HLLC fluxes; bed by hydrostatic reconstruction; friction implicit; steps as
/// long as the fastest wave allows. Water is counted in whole units, so none is made or lost, and
/// the result is the same on any number of threads and any processor.
///
/// ```swift
/// let engine = try FloodEngine(setup)
/// try engine.run(until: setup.durationSeconds)
/// let depth = engine.depth()
/// ```
///
/// For one thread at a time.
public final class FloodEngine {
  /// What the run is made of, without its grids: those have become the engine's own.
  public let setup: FloodSetup
  /// Cells that water can enter.
  public let cells: Int
  private let solver: AnySolver

  /// A run at its beginning.
  ///
  /// - Throws: ``FloodError`` that names what does not fit.
  public convenience init(_ setup: FloodSetup) throws(FloodError) {
    try self.init(setup, build: HaswellBackend.isUsable ? .haswell : .portable)
  }

  /// Which build of the kernel works with 32 bits.
  enum Build {
    case portable, haswell
  }

  init(_ setup: FloodSetup, build: Build) throws(FloodError) {
    try SetupValidation(setup).run()
    self.setup = setup.withoutGrids
    solver =
      switch (setup.numerics.precision, build) {
      case (.double, _): AnySolver(Solver<DoubleBackend>(setup))
      case (.single, .haswell): AnySolver(Solver<HaswellBackend>(setup))
      case (.single, .portable): AnySolver(Solver<PortableBackend>(setup))
      }
    cells = solver.openCells()
  }

  /// A run that goes on from the water of another at its time (hot start), whatever has been edited
  /// since: ground, walls, rain, structures, sides.
  ///
  /// Without edits it gives what the other would. Depths stay, also where the ground is another;
  /// water where there are walls now is lost, which the balance tells.
  ///
  /// - Parameter setup: Of the same cells and numbers of the same precision; the water of its
  ///   beginning does not count.
  /// - Throws: ``FloodError`` that names what does not fit.
  public init(_ setup: FloodSetup, continuing other: FloodEngine) throws(FloodError) {
    try SetupValidation(setup).run()
    guard setup.terrain.lattice == other.setup.terrain.lattice else {
      throw FloodError(
        .invalidGrid, "the run begins from one that has other cells",
        hint: "keep its area and the size of its cells")
    }
    guard setup.numerics.precision == other.setup.numerics.precision else {
      throw FloodError(
        .invalidParameter, "the run begins from one of \(other.setup.numerics.precision) precision",
        hint: "compute with the same precision")
    }
    self.setup = setup.withoutGrids
    solver = other.solver.continued(setup)
    cells = solver.openCells()
  }

  /// A run in the same state as another, over the same ground.
  init(forking other: FloodEngine) {
    setup = other.setup
    cells = other.cells
    solver = other.solver.fork()
  }

  // MARK: Time

  /// Seconds since the beginning.
  public var seconds: Double { solver.clock().seconds }
  /// Steps so far.
  public var steps: Int { solver.clock().steps }
  /// Cells times steps that were computed so far; dry cells far from water are passed over.
  public var cellUpdates: Int { solver.clock().cellUpdates }
  /// Cells that the next step will compute.
  public var activeCells: Int { solver.activeCells() }

  /// Cells with deeper water than so many metres.
  public func cells(deeperThan metres: Double) -> Int { solver.cellsDeeper(metres) }

  /// One step, as long as the fastest wave allows, that does not go beyond a time.
  ///
  /// - Throws: ``FloodError`` `unstable` where the numbers go astray.
  public func step(notBeyond end: Double) throws(FloodError) {
    try solver.step(end)
  }

  /// Steps until a time.
  public func run(until end: Double) throws(FloodError) {
    while seconds < end { try step(notBeyond: end) }
  }

  // MARK: Results

  /// Height of the bed in metres; NaN at walls.
  public func bed() -> RasterGrid { solver.bed() }

  /// Depth of water in metres; NaN at walls.
  public func depth() -> RasterGrid { solver.depth() }

  /// Velocity in m/s; NaN at walls, 0 where it is dry.
  public func velocity() -> (east: RasterGrid, north: RasterGrid) { solver.velocity() }

  /// The largest depth so far in metres; `nil` where it is not kept.
  public func largestDepth() -> RasterGrid? { solver.envelope(.depth) }
  /// The largest speed so far in m/s; `nil` where it is not kept.
  public func largestSpeed() -> RasterGrid? { solver.envelope(.speed) }
  /// The largest product of depth and speed so far in m²/s; `nil` where it is not kept.
  public func largestHazard() -> RasterGrid? { solver.envelope(.hazard) }
  /// When places first stood deeper than 1 cm, s, NaN where not yet; `nil` where it is not kept.
  public func arrival() -> RasterGrid? { solver.envelope(.arrival) }

  /// What a gauge reads in the cell in which it stands; `nil` outside the grid and on walls.
  public func reading(at gauge: FloodGauge) -> GaugeReading? {
    guard let cell = setup.terrain.lattice.cell(x: gauge.x, y: gauge.y) else { return nil }
    return reading(atCell: cell.row * setup.terrain.columns + cell.column)
  }

  /// What each storage holds.
  public var storages: [StorageReading] { solver.storages() }

  /// What gates do, then pumps.
  public var structures: [StructureReading] { solver.structures() }

  /// What storm inlets have taken.
  public var inlets: [InletReading] { solver.inlets() }

  /// Where the water came from and where it is.
  public var water: WaterBalance { solver.balance() }

  /// The shortest step so far and the cell that held it; `nil` as long as nothing moved.
  public var limit: StepLimit? { solver.limit() }

  // MARK: A drainage network

  /// Takes water from a cell into a drainage network, or brings water out of one below zero: the
  /// seam for whoever computes the network, once a step for each of its inlets.
  ///
  /// - Parameters:
  ///   - cubicMetres: What the inlet would take in the step that was.
  ///   - cell: The cell's number, from the north-west row by row; no wall.
  /// - Returns: What was taken, m³: no more than there was, in whole units of water.
  public func exchange(_ cubicMetres: Double, atCell cell: Int) -> Double {
    precondition(isOpen(cell), "cell \(cell) is a wall")
    let columns = setup.terrain.columns
    return solver.exchange(cubicMetres, cell % columns, cell / columns)
  }

  /// Depth, level and velocity of a cell; `nil` at walls.
  public func reading(atCell cell: Int) -> GaugeReading? {
    let columns = setup.terrain.columns
    return isOpen(cell) ? solver.reading(cell % columns, cell / columns) : nil
  }

  private func isOpen(_ cell: Int) -> Bool {
    solver.isOpen(cell)
  }

  // MARK: Hot start

  /// The whole state, from which ``restore(_:)`` goes on to the same bytes as an unbroken run.
  public func encoded() -> [UInt8] { solver.encoded() }

  /// Takes up a state that a run of the same setup had.
  ///
  /// - Throws: `SimulationError` `invalid-state` for a damaged state and for one of another setup;
  ///   the run then is not changed.
  public func restore(_ bytes: [UInt8]) throws(SimulationError) { try solver.restore(bytes) }
}
