import FloodCells
import Foundation
import SimpleFeatures
import Simulation

/// A run, whichever build of the kernel works for it.
///
/// A bundle of closures and no protocol: so the compiler makes a version of the run for each build.
struct AnySolver {
  let step: (_ notBeyond: Double) throws(FloodError) -> Void
  let clock: () -> Clock
  let activeCells: () -> Int
  let balance: () -> WaterBalance
  let limit: () -> StepLimit?
  let depth: () -> RasterGrid
  let velocity: () -> (east: RasterGrid, north: RasterGrid)
  let envelope: (Numerics.Envelopes) -> RasterGrid?
  let reading: (_ column: Int, _ row: Int) -> GaugeReading
  let storages: () -> [StorageReading]
  let structures: () -> [StructureReading]
  let inlets: () -> [InletReading]
  let encoded: () -> [UInt8]
  let restore: ([UInt8]) throws(SimulationError) -> Void
  let exchange: (_ cubicMetres: Double, _ column: Int, _ row: Int) -> Double

  let bed: () -> RasterGrid
  let openCells: () -> Int
  let cellsDeeper: (_ metres: Double) -> Int
  let isOpen: (_ cell: Int) -> Bool
  let fork: () -> AnySolver
  let continued: (_ by: FloodSetup) -> AnySolver

  init<B: Backend>(_ run: Solver<B>) {
    step = { (end) throws(FloodError) in try run.step(notBeyond: end) }
    clock = { run.clock }
    activeCells = { run.stepper.activeCells }
    balance = { run.balance }
    limit = { run.limit }
    depth = { run.depth() }
    velocity = { run.velocity() }
    envelope = { run.envelope($0) }
    reading = { run.reading(column: $0, row: $1) }
    storages = { run.transfers.storages }
    structures = { run.transfers.structures }
    inlets = { run.inlets.readings }
    encoded = { run.encoded() }
    restore = { (bytes) throws(SimulationError) in try run.restore(bytes) }
    exchange = { run.exchange($0, column: $1, row: $2) }
    bed = { run.grid.raster { Float(run.grid.bedHeight($0)) } }
    openCells = { run.grid.openCells }
    cellsDeeper = { run.grid.cellsDeeper(than: $0) }
    isOpen = { !run.grid.isWall(run.grid.place(ofCell: $0)) }
    fork = { AnySolver(Solver(forking: run)) }
    continued = { AnySolver(Solver($0, continuing: run)) }
  }
}

/// Time and what has been counted.
struct Clock {
  var seconds = 0.0
  var steps = 0
  var cellUpdates = 0
  var limitedFaces = 0
  /// How many times steps may be doubled where water is slow: less while waves grow quickly.
  var mostDoublings = 0
  /// The fastest wave when steps were last chosen, m/s.
  var fastestBefore = 0.0
  var initialUnits: Int128 = 0
  /// Units given to a drainage network less those that came back.
  var exchangedUnits: Int128 = 0
}

/// A run with one build of the kernel.
final class Solver<B: Backend> {
  let setup: FloodSetup
  let grid: WaterGrid<B>
  let stepper: Stepper<B>
  var forcing: Forcing<B>
  var transfers: SourcesAndStructures<B>
  var inlets: Inlets<B>
  var clock = Clock()
  var limit: StepLimit?
  /// What edits did when it went on from another run.
  var edits = WaterEdits()
  /// Whether there has been more water than can be counted.
  private var isOverfull = false

  init(_ setup: FloodSetup) {
    self.setup = setup.withoutGrids
    grid = WaterGrid(setup)
    transfers = SourcesAndStructures(self.setup, grid)
    inlets = Inlets(self.setup, grid)
    stepper = Stepper(
      grid, setup.numerics, edges: setup.edges, sources: transfers.places + inlets.places)
    forcing = Forcing(setup, grid)
    clock.initialUnits = grid.storedUnits
    if let velocity = setup.initialVelocity { setMoving(velocity.east, velocity.north) }
    stepper.noteWaves()
  }

  /// A run in the state of another, over the same ground.
  init(forking other: Solver) {
    setup = other.setup
    grid = WaterGrid(forking: other.grid)
    transfers = SourcesAndStructures(forking: other.transfers, grid)
    inlets = Inlets(forking: other.inlets, grid)
    stepper = Stepper(
      grid, setup.numerics, edges: setup.edges, sources: transfers.places + inlets.places)
    grid.tiles.takeWater(of: other.grid.tiles)
    stepper.sides.parts = other.stepper.sides.parts
    forcing = Forcing(forking: other.forcing, grid)
    clock = other.clock
    limit = other.limit
    edits = other.edits
  }

  private func setMoving(_ eastwards: RasterGrid, _ northwards: RasterGrid) {
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let place = row * grid.stride + column
        let (east, north) = (eastwards[column, row], northwards[column, row])
        let depth = grid.depth(place)
        grid.east.row[place] = B.Real(east.isNaN ? 0 : depth * Double(east))
        grid.south.row[place] = B.Real(north.isNaN ? 0 : -depth * Double(north))
      }
    }
  }

  // MARK: Steps

  /// One step, or where water is slow one for up to eight elsewhere.
  func step(notBeyond end: Double) throws(FloodError) {
    let start = clock.seconds
    guard end > start else { return }
    let (length, count, isLast) = try chooseStep(from: start, to: end)
    for number in 1...count {
      let before = clock.seconds
      let now = isLast && number == count ? end : start + length * Double(number)
      if number > 1 { _ = try fillSides(at: before) }
      let told = stepper.step(length, number: number)
      clock.cellUpdates += told.updates
      clock.limitedFaces += told.limitedFaces
      clock.steps += 1
      clock.seconds = now
      guard !told.isUnstable else { throw astray(before) }
      if !stepper.sides.parts.isEmpty {
        stepper.sides.settle(from: before, to: now) { give($0, cubicMetres: $1) }
      }
      transfers.apply(from: before, to: now) { give($0, units: $1) }
      clock.exchangedUnits += inlets.apply(seconds: now - before) { give($0, units: $1) }
    }
    if forcing.isDue(clock.seconds) || isLast {
      rain(until: clock.seconds)
      noteArrival()
    }
    guard !isOverfull else { throw overfull }
  }

  /// The shortest step of tiles, how many of them the longest step takes, and whether the end is
  /// then reached.
  private func chooseStep(
    from start: Double, to end: Double
  ) throws(FloodError) -> (length: Double, count: Int, isLast: Bool) {
    let numerics = setup.numerics
    let fastest = grid.tiles.fastest.max() ?? 0
    var doublings = numerics.hasLocalSteps ? adaptDoublings(to: fastest) : 0
    var length = numerics.largestStepSeconds
    func limit(by wave: Double) {
      if wave > 0 { length = min(length, numerics.courant * grid.side / wave) }
    }
    limit(by: fastest)
    let longest = min(length * Double(1 << doublings), end - start)
    if doublings > 0, !stepper.sides.parts.isEmpty { limit(by: try fillSides(at: start + longest)) }
    limit(by: try fillSides(at: start))
    length = transfers.longestStep(
      length, from: start, to: start + max(length, longest), courant: numerics.courant)
    noteLimit(length, fastest: fastest)

    doublings = mostDoublings(doublings, of: length, in: end - start)
    func waveBound() -> Double { numerics.courant * grid.side / length }
    if doublings > 0 {
      if let divisor = stepper.divisor(fastest: waveBound(), mostDoublings: doublings) {
        let shorter = length / divisor
        if mostDoublings(doublings, of: shorter, in: end - start) == doublings { length = shorter }
      } else {
        doublings = 0
      }
    }
    let count = stepper.chooseSteps(fastest: waveBound(), mostDoublings: doublings)
    // The last two rounds before the end are of one length, so that none is tiny.
    let more = (((end - start) / length).rounded(.up) / Double(count)).rounded(.up)
    if more <= 2 { length = (end - start) / more / Double(count) }
    return (length, count, more == 1)
  }

  /// How often steps may be doubled so that few more are needed until the end than without.
  private func mostDoublings(_ most: Int, of length: Double, in left: Double) -> Int {
    let needed = (left / length).rounded(.up)
    var doublings = most
    while doublings > 0 {
      let count = Double(1 << doublings)
      if count * (needed / count).rounded(.up) <= Self.mostSteps * needed,
        length * count <= setup.numerics.largestStepSeconds
      {
        break
      }
      doublings -= 1
    }
    return doublings
  }

  /// How many times as many of the shortest steps there may be for the sake of doubled ones.
  private static var mostSteps: Double { 1.25 }

  /// Fills what lies beyond the sides; tells the fastest wave there.
  private func fillSides(at time: Double) throws(FloodError) -> Double {
    let fastest = stepper.sides.fill(at: time)
    guard !stepper.sides.isOverfull else { throw overfull }
    return fastest
  }

  /// How often steps may be doubled: once less when waves grew by more than a tenth since steps
  /// were last chosen, once more when they hardly did.
  private func adaptDoublings(to fastest: Double) -> Int {
    let growth = fastest / max(clock.fastestBefore, 1e-9)
    if growth > 1.1 {
      clock.mostDoublings = max(0, clock.mostDoublings - 1)
    } else if growth < 1.03 {
      clock.mostDoublings = min(LocalSteps<B>.most, clock.mostDoublings + 1)
    }
    clock.fastestBefore = fastest
    return clock.mostDoublings
  }

  private var overfull: FloodError {
    let metres = (Double(B.Water.max) / grid.unitsPerMetre / 2).rounded()
    return FloodError(
      .unstable,
      "at \(clock.seconds) s the water rose above \(metres) m, more than numbers of this precision "
        + "count over this terrain",
      hint: "look at the units of inflows, rain and levels; `double` precision counts deeper water")
  }

  /// Gives a cell water, or takes what it has of it; tells how many units.
  private func give(_ place: Int, cubicMetres: Double) -> Int {
    give(place, units: grid.wholeUnits((cubicMetres / grid.cubicMetresPerUnit).rounded()))
  }

  private func give(_ place: Int, units: Int) -> Int {
    let before = Int(grid.water.row[place])
    var given = max(units, -before)
    if given > Int(B.Water.max) - before {
      given = Int(B.Water.max) - before
      isOverfull = true
    }
    grid.water.row[place] = B.Water(before + given)
    if given < 0, before > 0 {
      // What leaves takes its momentum along.
      let kept = B.Real(Double(before + given) / Double(before))
      grid.east.row[place] *= kept
      grid.south.row[place] *= kept
    }
    grid.envelopes.depth?[place] = max(
      grid.envelopes.depth?[place] ?? 0, B.Real(grid.depth(place)))
    stepper.noteWater(at: place)
    return given
  }

  /// Takes water from a cell for a drainage network, or brings some; tells how much it was.
  func exchange(_ cubicMetres: Double, column: Int, row: Int) -> Double {
    let taken = -give(row * grid.stride + column, cubicMetres: -cubicMetres)
    clock.exchangedUnits += Int128(taken)
    return Double(taken) * grid.cubicMetresPerUnit
  }

  private func rain(until now: Double) {
    let deepest = forcing.apply(until: now, stepper)
    if deepest > Int(B.Water.max) / 2 { isOverfull = true }
  }

  private func noteArrival() {
    guard let arrival = grid.arrival else { return }
    let reached = B.Water(WaterGrid<B>.arrivalDepth * grid.unitsPerMetre)
    let now = Float(clock.seconds)
    for (band, rows) in grid.tiles.bands.enumerated() {
      for (column, columns) in grid.tiles.columns.enumerated()
      where grid.tiles.isWet[band * grid.tiles.columns.count + column] {
        for row in rows {
          for place in row * grid.stride + columns.lowerBound..<row * grid.stride
            + columns.upperBound
          where grid.water.row[place] > reached && arrival.row[place] > now {
            arrival.row[place] = now
          }
        }
      }
    }
  }

  // MARK: What limits, what went wrong

  /// Names the cell of the fastest wave where the step is the shortest so far.
  private func noteLimit(_ length: Double, fastest: Double) {
    guard fastest > 0, length < (limit?.stepSeconds ?? setup.numerics.largestStepSeconds) * 0.99
    else { return }
    var found = (place: 0, wave: -1.0)
    guard let tile = grid.tiles.fastest.firstIndex(of: fastest) else { return }
    let (band, tileColumn) = tile.quotientAndRemainder(dividingBy: grid.tiles.columns.count)
    for row in grid.tiles.bands[band] {
      for column in grid.tiles.columns[tileColumn] {
        let place = row * grid.stride + column
        let wave = stepper.wave(place)
        if wave > found.wave { found = (place, wave) }
      }
    }
    let (column, row) = (found.place % grid.stride, found.place / grid.stride)
    let depth = grid.depth(found.place)
    let velocity = velocity(found.place)
    limit = StepLimit(
      stepSeconds: length, atSeconds: clock.seconds, column: column, row: row,
      x: grid.lattice.x(ofColumn: column), y: grid.lattice.y(ofRow: row), depthMetres: depth,
      speedMetresPerSecond: hypot(Double(velocity.east), Double(velocity.north)))
  }

  private func astray(_ start: Double) -> FloodError {
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let place = row * grid.stride + column
        let isSound =
          grid.water.row[place] >= 0 && grid.east.row[place].isFinite
          && grid.south.row[place].isFinite && stepper.wave(place) < 1e5
        guard !isSound else { continue }
        return FloodError(
          .unstable,
          "after \(start) s the water in column \(column), row \(row) (x "
            + "\(grid.lattice.x(ofColumn: column)), y \(grid.lattice.y(ofRow: row))) went astray: "
            + "depth \(grid.depth(place)) m",
          hint: "look at the terrain there for spikes and holes, or take a smaller courant number")
      }
    }
    return FloodError(.unstable, "after \(start) s the numbers went astray")
  }

  // MARK: Balance

  var balance: WaterBalance {
    let unit = grid.cubicMetresPerUnit
    var balance = WaterBalance()
    balance.initial = Double(clock.initialUnits) * unit
    balance.onGrid = Double(grid.storedUnits) * unit
    balance.rain = Double(forcing.rained) * unit
    balance.infiltrated = Double(forcing.taken) * unit
    for part in stepper.sides.parts {
      let side = part.condition.side.rawValue
      balance.enteredOverSides[side, default: 0] += Double(part.entered) * unit
      balance.leftOverSides[side, default: 0] += Double(part.left) * unit
    }
    transfers.tell(&balance)
    balance.exchanged = Double(clock.exchangedUnits) * unit
    balance.limitedFaces = clock.limitedFaces
    edits.tell(&balance)
    return balance
  }

  // MARK: Results

  func depth() -> RasterGrid {
    grid.raster { Float(self.grid.depth($0)) }
  }

  func velocity() -> (east: RasterGrid, north: RasterGrid) {
    (
      grid.raster { self.velocity($0).east },
      grid.raster { self.velocity($0).north }
    )
  }

  private func velocity(_ place: Int) -> (east: Float, north: Float) {
    let depth = grid.depth(place)
    guard depth > setup.numerics.dryDepthMetres else { return (0, 0) }
    return (
      Float(Double(grid.east.row[place]) / depth), Float(-Double(grid.south.row[place]) / depth)
    )
  }

  func envelope(_ which: Numerics.Envelopes) -> RasterGrid? {
    let row: Row<B.Real>?
    switch which {
    case .depth: row = grid.envelopes.depth
    case .speed: row = grid.envelopes.speed
    case .hazard: row = grid.envelopes.hazard
    default:
      return grid.arrival.map { arrival in
        grid.raster { arrival.row[$0].isFinite ? arrival.row[$0] : .nan }
      }
    }
    return row.map { row in grid.raster { Float(row[$0]) } }
  }

  func reading(column: Int, row: Int) -> GaugeReading {
    let place = row * grid.stride + column
    let velocity = velocity(place)
    return GaugeReading(
      depthMetres: grid.depth(place), levelMetres: grid.level(place),
      eastwards: Double(velocity.east), northwards: Double(velocity.north))
  }
}
