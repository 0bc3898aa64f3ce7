import Simulation

/// Water that comes and goes otherwise than by flowing: inflows, gates, pumps, storages.
struct SourcesAndStructures<B: Backend> {
  let setup: FloodSetup
  var grid: WaterGrid<B>
  /// Where the cells of each inflow lie in memory.
  private let inflowPlaces: [[Int]]
  /// What an inflow still owes its cells, less than a unit each, m³.
  var owed: [Double]
  var inflowUnits: [Int128]
  /// m³ in each storage, the most so far, and what came of its own inflow.
  var volumes, largestVolumes, storageInflows: [Double]
  var initialVolume: Double
  /// Of each joint: m³ to the outer side less what came back, and m³/s in the last step.
  var passed, flows: [Double]
  var isRunning: [Bool]
  /// Gates, then pumps.
  let joints: [Link]
  /// When power goes or comes back, s, in order.
  private let switchings: [Double]

  /// A gate or a pump as what joins two bodies of water.
  struct Link {
    var kind: StructureReading.Kind
    var id: String
    var from, to: Body
  }

  /// A body of water with the places of its cells in memory.
  struct Body {
    var water: WaterBody
    var places: [Int] = []

    init(_ water: WaterBody, _ grid: WaterGrid<B>) {
      self.water = water
      if case .cells(let cells) = water { places = cells.map(grid.place(ofCell:)) }
    }
  }

  init(_ setup: FloodSetup, _ grid: WaterGrid<B>) {
    self.setup = setup
    self.grid = grid
    inflowPlaces = setup.inflows.map { $0.cells.map(grid.place(ofCell:)) }
    owed = Array(repeating: 0, count: setup.inflows.count)
    inflowUnits = Array(repeating: 0, count: setup.inflows.count)
    volumes = setup.storages.map { $0.volume(atLevel: $0.initialLevelMetres) }
    largestVolumes = volumes
    storageInflows = Array(repeating: 0, count: setup.storages.count)
    initialVolume = volumes.reduce(0, +)
    joints =
      setup.gates.map {
        Link(kind: .gate, id: $0.id, from: Body($0.from, grid), to: Body($0.to, grid))
      }
      + setup.pumps.map {
        Link(kind: .pump, id: $0.id, from: Body($0.from, grid), to: Body($0.to, grid))
      }
    passed = Array(repeating: 0, count: joints.count)
    flows = passed
    isRunning = Array(repeating: false, count: setup.pumps.count)
    switchings =
      setup.pumps.flatMap { $0.powerCuts.flatMap { [$0.lowerBound, $0.upperBound] } }.sorted()
  }

  init(forking other: SourcesAndStructures, _ grid: WaterGrid<B>) {
    self = other
    self.grid = grid
  }

  var storages: [StorageReading] {
    setup.storages.enumerated().map { index, storage in
      StorageReading(
        id: storage.id, levelMetres: storage.level(atVolume: volumes[index]),
        volumeCubicMetres: volumes[index],
        highestLevelMetres: storage.level(atVolume: largestVolumes[index]))
    }
  }

  /// Places of the cells that get or give water.
  var places: [Int] {
    inflowPlaces.flatMap { $0 } + joints.flatMap { $0.from.places + $0.to.places }
  }

  var structures: [StructureReading] {
    joints.enumerated().map { index, joint in
      StructureReading(
        kind: joint.kind, id: joint.id, cubicMetresPerSecond: flows[index],
        passedCubicMetres: passed[index])
    }
  }

  // MARK: Steps

  /// A step no longer than `length` in which no inflow raises waves that run too far.
  ///
  /// - Parameters:
  ///   - start: The time at which steps begin, s.
  ///   - end: When steps are chosen anew at the latest, s.
  func longestStep(
    _ length: Double, from start: Double, to end: Double, courant: Double
  ) -> Double {
    var length = length
    for (inflow, places) in zip(setup.inflows, inflowPlaces) where !places.isEmpty {
      let rate =
        inflow.cubicMetresPerSecond.largest(from: start, to: end)
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
    bringInflows(from: start, to: end, give)
    guard !volumes.isEmpty || !joints.isEmpty else { return }
    let before = passed
    var time = start
    for next in pieces(from: start, to: end) {
      work(from: time, to: next, give)
      time = next
    }
    for index in flows.indices { flows[index] = (passed[index] - before[index]) / (end - start) }
  }

  private mutating func bringInflows(
    from start: Double, to end: Double, _ give: (Int, Int) -> Int
  ) {
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
  }

  /// Ends of parts of a step no longer than a second, over which power is there or not.
  private func pieces(from start: Double, to end: Double) -> [Double] {
    var from = start
    return (switchings.filter { $0 > start && $0 < end } + [end]).flatMap { mark -> [Double] in
      defer { from = mark }
      let count = max(1, (mark - from).rounded(.up))
      return (1..<Int(count)).map { from + (mark - from) * Double($0) / count } + [mark]
    }
  }

  /// Lets storages' inflows, gates and pumps work for a while that is short for them.
  private mutating func work(from start: Double, to end: Double, _ give: (Int, Int) -> Int) {
    let (seconds, middle) = (end - start, (start + end) / 2)
    for (index, storage) in setup.storages.enumerated() {
      guard let inflow = storage.inflow else { continue }
      let volume = max(inflow.integral(from: start, to: end), -volumes[index])
      volumes[index] += volume
      storageInflows[index] += volume
    }
    for (index, (gate, joint)) in zip(setup.gates, joints).enumerated() {
      let inner = water(joint.from, at: middle)
      let outer = water(joint.to, at: middle)
      if inner.level >= outer.level {
        let passage = StructureFlow(upper: inner, lower: outer)
        let volume = passage.volume(in: seconds, atMost: passage.settling) {
          gate.flow(from: $0, to: $1, at: middle)
        }
        passed[index] += move(volume, joint.from, joint.to, give)
      } else {
        let passage = StructureFlow(upper: outer, lower: inner)
        let volume = passage.volume(in: seconds, atMost: passage.settling) {
          -gate.flow(from: $1, to: $0, at: middle)
        }
        passed[index] -= move(volume, joint.to, joint.from, give)
      }
    }
    for (index, pump) in setup.pumps.enumerated() {
      let place = setup.gates.count + index
      let joint = joints[place]
      let inner = water(joint.from, at: middle)
      if inner.level >= pump.startLevelMetres { isRunning[index] = true }
      if inner.level <= pump.stopLevelMetres { isRunning[index] = false }
      guard isRunning[index], !pump.powerCuts.contains(where: { $0.contains(middle) }) else {
        continue
      }
      let passage = StructureFlow(upper: inner, lower: water(joint.to, at: middle))
      // In the middle of the while the level is not below that at which the pump stops.
      let most = 2 * inner.falling * (inner.level - pump.stopLevelMetres)
      let volume = passage.volume(in: seconds, atMost: most) { pump.flow(atHead: $1 - $0) }
      passed[place] += move(volume, joint.from, joint.to, give)
    }
    for index in volumes.indices {
      largestVolumes[index] = max(largestVolumes[index], volumes[index])
    }
  }

  private func water(_ body: Body, at time: Double) -> WaterEnd {
    switch body.water {
    case .cells:
      let places = body.places
      guard let deepest = places.max(by: { grid.depth($0) < grid.depth($1) }) else {
        return WaterEnd(level: -.infinity, falling: 0, rising: 0)
      }
      // What is taken comes from each cell by its depth, what is brought goes to all alike.
      let depths = places.reduce(0) { $0 + grid.depth($1) }
      return WaterEnd(
        level: grid.level(deepest),
        falling: depths > 0 ? grid.area * depths / grid.depth(deepest) : 0,
        rising: grid.area * Double(places.count))
    case .storage(let index):
      let storage = setup.storages[index]
      let area = storage.area(atVolume: volumes[index])
      return WaterEnd(level: storage.level(atVolume: volumes[index]), falling: area, rising: area)
    case .outside(let series):
      return WaterEnd(
        level: series?.value(at: time) ?? -1e9, falling: .infinity, rising: .infinity)
    }
  }

  /// Takes water from one body to another as far as it is there; tells how much, m³.
  private mutating func move(
    _ volume: Double, _ from: Body, _ to: Body, _ give: (Int, Int) -> Int
  ) -> Double {
    guard volume > 0 else { return 0 }
    let unit = grid.cubicMetresPerUnit
    var taken = volume
    var units: Int?
    switch from.water {
    case .cells:
      let sum = from.places.reduce(0.0) { $0 + grid.depth($1) }
      guard sum > 0 else { return 0 }
      var moved = 0
      for place in from.places {
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
    if case .cells = to.water {
      let units = units ?? grid.wholeUnits((taken / unit).rounded(.down))
      let count = to.places.count
      for (k, place) in to.places.enumerated() {
        _ = give(place, units / count + (k < units % count ? 1 : 0))
      }
      taken = Double(units) * unit
    }
    if case .storage(let index) = from.water { volumes[index] -= taken }
    if case .storage(let index) = to.water { volumes[index] += taken }
    return taken
  }

  // MARK: Balance

  func tell(_ balance: inout WaterBalance) {
    balance.initial += initialVolume
    balance.inStorages = volumes.reduce(0, +)
    for (storage, volume) in zip(setup.storages, storageInflows) where storage.inflow != nil {
      balance.storageInflows[storage.id, default: 0] += volume
    }
    for (index, inflow) in setup.inflows.enumerated() {
      balance.inflows[inflow.id, default: 0] +=
        Double(inflowUnits[index]) * grid.cubicMetresPerUnit
    }
    for (joint, volume) in zip(joints, passed) {
      if case .outside = joint.to.water { balance.outside[joint.id, default: 0] += volume }
      if case .outside = joint.from.water { balance.outside[joint.id, default: 0] -= volume }
    }
  }

  // MARK: Hot start

  func encode(to out: inout StateWriter) {
    for numbers in [owed, volumes, largestVolumes, storageInflows, passed, flows] {
      out.put(numbers)
    }
    out.put(units: inflowUnits)
    for isOn in isRunning { out.put(UInt8(isOn ? 1 : 0)) }
  }

  mutating func restore(from source: inout StateReader) throws(SimulationError) {
    owed = try source.getDoubles(count: owed.count)
    volumes = try source.getDoubles(count: volumes.count)
    largestVolumes = try source.getDoubles(count: volumes.count)
    storageInflows = try source.getDoubles(count: volumes.count)
    passed = try source.getDoubles(count: joints.count)
    flows = try source.getDoubles(count: joints.count)
    inflowUnits = try source.getUnits(count: inflowUnits.count)
    for index in isRunning.indices { isRunning[index] = try source.get(UInt8.self) != 0 }
  }
}
