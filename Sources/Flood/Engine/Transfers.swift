import Simulation

/// Water that comes and goes otherwise than by flowing: inflows, gates, pumps, storages.
struct Transfers<B: Backend> {
  private let setup: FloodSetup
  private var grid: WaterGrid<B>
  /// Where the cells of each inflow lie in memory.
  private let inflowPlaces: [[Int]]
  /// What an inflow still owes its cells, less than a unit each, m³.
  private var owed: [Double]
  private var inflowUnits: [Int128]
  /// m³ in each storage, and what came to all from their own inflows.
  private var volumes: [Double]
  private let initialVolume: Double
  private var storageInflow = 0.0
  private var outside = 0.0
  private var isRunning: [Bool]
  private let places: [WaterPlaces]

  /// The ends of a gate or pump, as places in memory.
  private struct WaterPlaces {
    var from, to: [Int]
  }

  init(_ setup: FloodSetup, _ grid: WaterGrid<B>) {
    self.setup = setup
    self.grid = grid
    inflowPlaces = setup.inflows.map { $0.cells.map(grid.place(ofCell:)) }
    owed = Array(repeating: 0, count: setup.inflows.count)
    inflowUnits = Array(repeating: 0, count: setup.inflows.count)
    volumes = setup.storages.map { $0.volume(atLevel: $0.initialLevelMetres) }
    initialVolume = volumes.reduce(0, +)
    isRunning = Array(repeating: false, count: setup.pumps.count)
    func placesOf(_ body: WaterBody) -> [Int] {
      if case .cells(let cells) = body { cells.map(grid.place(ofCell:)) } else { [] }
    }
    places =
      setup.gates.map { WaterPlaces(from: placesOf($0.from), to: placesOf($0.to)) }
      + setup.pumps.map { WaterPlaces(from: placesOf($0.from), to: placesOf($0.to)) }
  }

  init(forking other: Transfers, _ grid: WaterGrid<B>) {
    self = other
    self.grid = grid
  }

  var storageLevels: [Double] {
    zip(setup.storages, volumes).map { $0.level(atVolume: $1) }
  }

  /// A step no longer than `length` in which no inflow raises waves that run too far.
  func longestStep(_ length: Double, at time: Double, courant: Double) -> Double {
    var length = length
    for (inflow, places) in zip(setup.inflows, inflowPlaces) where !places.isEmpty {
      let rate =
        inflow.cubicMetresPerSecond.largest(from: time, to: time + length)
        / Double(places.count) / grid.area
      guard rate > 0 else { continue }
      let deepest = places.map(grid.depth).max()!
      // Twice is enough: the wave grows with the root of the depth.
      for _ in 0..<3 {
        let wave = (Numerics.gravity * (deepest + rate * length)).squareRoot()
        length = min(length, 2 * courant * grid.side / wave)
      }
    }
    return length
  }

  /// Brings the water of a step that has been swept.
  ///
  /// - Parameter give: Gives a place so many units, as far as it has what is taken; tells how many.
  mutating func apply(from start: Double, to end: Double, give: (Int, Int) -> Int) {
    for (index, inflow) in setup.inflows.enumerated() {
      let places = inflowPlaces[index]
      guard !places.isEmpty else { continue }
      owed[index] += inflow.cubicMetresPerSecond.integral(from: start, to: end)
      let each = owed[index] / Double(places.count) / grid.cubicMetresPerUnit
      let units = grid.wholeUnits(each.rounded(.towardZero))
      guard units != 0 else { continue }
      for place in places {
        let given = give(place, units)
        inflowUnits[index] += Int128(given)
        owed[index] -= Double(given) * grid.cubicMetresPerUnit
      }
      // What is not there to take is not owed for ever.
      if owed[index] < 0 { owed[index] = 0 }
    }
    for (index, storage) in setup.storages.enumerated() {
      guard let inflow = storage.inflow else { continue }
      let volume = max(inflow.integral(from: start, to: end), -volumes[index])
      volumes[index] += volume
      storageInflow += volume
    }
    for (index, gate) in setup.gates.enumerated() {
      let levels = (
        level(gate.from, places[index].from, at: end), level(gate.to, places[index].to, at: end)
      )
      let flow = gate.flow(from: levels.0, to: levels.1, at: end)
      var volume = flow * (end - start)
      if volume > 0 {
        volume = min(volume, settling(gate.from, gate.to, places[index], levels.0 - levels.1))
        move(volume, gate.from, places[index].from, gate.to, places[index].to, give)
      } else if volume < 0 {
        let back = WaterPlaces(from: places[index].to, to: places[index].from)
        volume = min(-volume, settling(gate.to, gate.from, back, levels.1 - levels.0))
        move(volume, gate.to, back.from, gate.from, back.to, give)
      }
    }
    for (index, pump) in setup.pumps.enumerated() {
      let ends = places[setup.gates.count + index]
      let inner = level(pump.from, ends.from, at: end)
      if inner >= pump.startLevelMetres { isRunning[index] = true }
      if inner <= pump.stopLevelMetres { isRunning[index] = false }
      guard isRunning[index], !pump.powerCuts.contains(where: { $0.contains(end) }) else {
        continue
      }
      let head = level(pump.to, ends.to, at: end) - inner
      move(
        pump.flow(atHead: head) * (end - start), pump.from, ends.from, pump.to, ends.to, give)
    }
  }

  private func level(_ body: WaterBody, _ places: [Int], at time: Double) -> Double {
    switch body {
    case .cells:
      let deepest = places.max { grid.depth($0) < grid.depth($1) }
      return deepest.map(grid.level) ?? -.infinity
    case .storage(let index): return setup.storages[index].level(atVolume: volumes[index])
    case .outside(let series): return series?.value(at: time) ?? -1e9
    }
  }

  /// The volume after whose passage half of a difference of levels would be gone: more would make
  /// the flow swing.
  private func settling(
    _ from: WaterBody, _ to: WaterBody, _ places: WaterPlaces, _ difference: Double
  ) -> Double {
    func area(_ body: WaterBody, _ places: [Int]) -> Double {
      switch body {
      case .cells: Double(places.count) * grid.area
      case .storage(let index): setup.storages[index].area(atVolume: volumes[index])
      case .outside: .infinity
      }
    }
    let (a, b) = (area(from, places.from), area(to, places.to))
    let joined = 1 / (1 / a + 1 / b)
    return joined.isFinite ? 0.5 * difference * joined : .infinity
  }

  private mutating func move(
    _ volume: Double, _ from: WaterBody, _ fromPlaces: [Int], _ to: WaterBody, _ toPlaces: [Int],
    _ give: (Int, Int) -> Int
  ) {
    guard volume > 0 else { return }
    let unit = grid.cubicMetresPerUnit
    var taken = volume
    var units: Int?
    switch from {
    case .cells:
      let sum = fromPlaces.reduce(0.0) { $0 + grid.depth($1) }
      guard sum > 0 else { return }
      var moved = 0
      for place in fromPlaces {
        moved -= give(
          place, -grid.wholeUnits((volume / unit * grid.depth(place) / sum).rounded(.down)))
      }
      units = moved
      taken = Double(moved) * unit
    case .storage(let index):
      taken = min(volume, volumes[index])
    case .outside: break
    }
    // Cells take whole units only; what is left over stays behind.
    if case .cells = to {
      guard !toPlaces.isEmpty else { return }
      let units = units ?? grid.wholeUnits((taken / unit).rounded(.down))
      for (k, place) in toPlaces.enumerated() {
        _ = give(place, units / toPlaces.count + (k < units % toPlaces.count ? 1 : 0))
      }
      taken = Double(units) * unit
    }
    switch from {
    case .storage(let index): volumes[index] -= taken
    case .outside: outside -= taken
    case .cells: break
    }
    switch to {
    case .storage(let index): volumes[index] += taken
    case .outside: outside += taken
    case .cells: break
    }
  }

  func tell(_ balance: inout WaterBalance) {
    balance.initial += initialVolume
    balance.inStorages = volumes.reduce(0, +)
    balance.storageInflow = storageInflow
    balance.pumpedOutside = outside
    for (index, inflow) in setup.inflows.enumerated() {
      balance.inflows[inflow.id, default: 0] +=
        Double(inflowUnits[index]) * grid.cubicMetresPerUnit
    }
  }

  // MARK: Hot start

  func encode(to out: inout StateWriter) {
    out.put(owed)
    out.put(volumes)
    out.put(storageInflow)
    out.put(outside)
    out.put(units: inflowUnits)
    for isOn in isRunning { out.put(UInt8(isOn ? 1 : 0)) }
  }

  mutating func restore(from source: inout StateReader) throws(SimulationError) {
    owed = try source.getDoubles(count: owed.count)
    volumes = try source.getDoubles(count: volumes.count)
    storageInflow = try source.getDouble()
    outside = try source.getDouble()
    inflowUnits = try source.getUnits(count: inflowUnits.count)
    for index in isRunning.indices { isRunning[index] = try source.get(UInt8.self) != 0 }
  }
}
