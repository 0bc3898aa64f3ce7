import FloodCells
import SimpleFeatures
import Simulation

/// The bytes of a run's state: a mark of the setup, numbers, then the grid's memory.
extension Solver {
  private static var magic: UInt64 { 0x3444_4C46_5554_5559 }

  func encoded() -> [UInt8] {
    var out = StateWriter()
    out.put(Self.magic)
    out.put(setupMark)
    out.put(clock.seconds)
    for number in [clock.steps, clock.cellUpdates, clock.limitedFaces, clock.mostDoublings] {
      out.put(number)
    }
    out.put(clock.fastestBefore)
    out.put(grid.tiles.fastest)
    out.put(grid.tiles.partFastest)
    out.put(grid.tiles.isWet.map { UInt8($0 ? 1 : 0) })
    out.put(grid.tiles.reach.map(\.rawValue))
    out.put(clock.initialUnits)
    out.put(clock.exchangedUnits)
    forcing.encode(to: &out)
    transfers.encode(to: &out)
    inlets.encode(to: &out)
    stepper.sides.encode(to: &out)
    encodeLimit(to: &out)
    forEachMemory { (memory) in out.put(memory.bytes(count: grid.stride * grid.rows)) }
    if edits != WaterEdits() { edits.encode(to: &out) }
    return out.sealed()
  }

  /// - Throws: `SimulationError` `invalid-state`; the run is then as it was unless bytes with a
  ///   checksum that holds were written by something else.
  func restore(_ bytes: [UInt8]) throws(SimulationError) {
    var source = try StateReader(sealed: bytes)
    guard try source.get(UInt64.self) == Self.magic else {
      throw SimulationError(.invalidState, "this is no saved state of a flood run")
    }
    guard try source.get(UInt32.self) == setupMark else {
      throw SimulationError(
        .invalidState, "the saved state is of another run: terrain, water or numerics differ",
        hint: "start the run again, or resume with the same setup")
    }
    clock.seconds = try source.getDouble()
    clock.steps = try source.get(Int.self)
    clock.cellUpdates = try source.get(Int.self)
    clock.limitedFaces = try source.get(Int.self)
    clock.mostDoublings = try source.get(Int.self)
    guard (0...LocalSteps<B>.most).contains(clock.mostDoublings) else { throw .mismatch }
    clock.fastestBefore = try source.getDouble()
    let count = grid.tiles.fastest.count
    grid.tiles.fastest = try source.getDoubles(count: count)
    grid.tiles.partFastest = try source.getDoubles(count: grid.tiles.partFastest.count)
    let (isWet, reach) = (try source.getBytes(), try source.getBytes())
    guard isWet.count == count, reach.count == count else { throw .mismatch }
    grid.tiles.isWet = isWet.map { $0 != 0 }
    grid.tiles.reach = reach.map(TileSides.init)
    clock.initialUnits = try source.get(Int128.self)
    clock.exchangedUnits = try source.get(Int128.self)
    try forcing.restore(from: &source)
    try transfers.restore(from: &source)
    try inlets.restore(from: &source)
    try stepper.sides.restore(from: &source)
    try restoreLimit(from: &source)
    try forEachMemory { (memory) throws(SimulationError) in
      guard memory.take(try source.getBytes(), count: grid.stride * grid.rows) else {
        throw SimulationError(.invalidState, "the saved state is of another grid")
      }
    }
    edits = source.isAtEnd ? WaterEdits() : try WaterEdits(from: &source)
  }

  /// Visits the memory that is part of the state, in order.
  private func forEachMemory<E: Error>(_ visit: (any RawMemory) throws(E) -> Void) throws(E) {
    try visit(grid.water)
    try visit(grid.east)
    try visit(grid.south)
    for memory in grid.envelopeMemory { try visit(memory) }
    if let arrival = grid.arrival { try visit(arrival) }
    if let taken = forcing.takenUnits { try visit(taken) }
  }

  private func encodeLimit(to out: inout StateWriter) {
    out.put(UInt8(limit == nil ? 0 : 1))
    guard let limit else { return }
    for number in [
      limit.stepSeconds, limit.atSeconds, limit.depthMetres, limit.speedMetresPerSecond,
    ] { out.put(number) }
    out.put(limit.column)
    out.put(limit.row)
  }

  private func restoreLimit(from source: inout StateReader) throws(SimulationError) {
    limit = nil
    guard try source.get(UInt8.self) == 1 else { return }
    let (step, time) = (try source.getDouble(), try source.getDouble())
    let (depth, speed) = (try source.getDouble(), try source.getDouble())
    let (column, row) = (try source.get(Int.self), try source.get(Int.self))
    limit = StepLimit(
      stepSeconds: step, atSeconds: time, column: column, row: row,
      x: grid.lattice.x(ofColumn: column), y: grid.lattice.y(ofRow: row), depthMetres: depth,
      speedMetresPerSecond: speed)
  }

  /// Differs for runs whose states do not fit each other.
  private var setupMark: UInt32 {
    var mark = StateWriter()
    let numerics = setup.numerics
    for number in [
      grid.columns, grid.rows, numerics.order.rawValue, numerics.envelopes.rawValue,
      setup.inflows.count, setup.storages.count, setup.gates.count, setup.pumps.count,
      setup.rain?.zones.count ?? 0, stepper.sides.parts.count, numerics.hasLocalSteps ? 1 : 0,
    ] { mark.put(number) }
    for number in [
      grid.side, grid.unitsPerMetre, grid.manning, numerics.courant, numerics.dryDepthMetres,
      numerics.forcingSeconds,
    ] { mark.put(number) }
    mark.put(numerics.precision.rawValue)
    for place in inlets.places { mark.put(place) }
    let count = grid.stride * grid.rows
    mark.put(grid.bed.bytes(count: count))
    if let wall = grid.wall { mark.put(wall.bytes(count: count)) }
    if let roughness = grid.roughness { mark.put(roughness.bytes(count: count)) }
    return mark.checksum
  }
}

extension WaterEdits {
  fileprivate func encode(to out: inout StateWriter) {
    out.put(cubicMetres)
    for volumes in [inflows, storageInflows, entered, left, outside] {
      out.put(volumes.count)
      for (name, volume) in volumes.sorted(by: { $0.key < $1.key }) {
        out.put(name)
        out.put(volume)
      }
    }
  }

  fileprivate init(from source: inout StateReader) throws(SimulationError) {
    cubicMetres = try source.getDouble()
    func volumes() throws(SimulationError) -> [String: Double] {
      var volumes: [String: Double] = [:]
      for _ in 0..<(try source.get(Int.self)) {
        let name = try source.getText()
        volumes[name] = try source.getDouble()
      }
      return volumes
    }
    inflows = try volumes()
    storageInflows = try volumes()
    entered = try volumes()
    left = try volumes()
    outside = try volumes()
  }
}

extension StateWriter {
  /// Appends whole numbers after their count.
  mutating func put(units: [Int128]) {
    put(units.count)
    for unit in units { put(unit) }
  }
}

extension StateReader {
  /// The next whole numbers, which are `count`.
  mutating func getUnits(count: Int) throws(SimulationError) -> [Int128] {
    guard try get(Int.self) == count else { throw .mismatch }
    var units: [Int128] = []
    for _ in 0..<count { units.append(try get(Int128.self)) }
    return units
  }

  /// The next numbers, which are `count`.
  mutating func getDoubles(count: Int) throws(SimulationError) -> [Double] {
    let numbers = try getDoubles()
    guard numbers.count == count else { throw .mismatch }
    return numbers
  }
}

extension SimulationError {
  fileprivate static var mismatch: SimulationError {
    SimulationError(.invalidState, "the saved state is of a run with other water")
  }
}
