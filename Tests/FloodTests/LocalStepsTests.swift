import Foundation
import SimpleFeatures
import Simulation
import Testing

@testable import Flood

@Suite("Where water is slow it steps less often, and still none is made or lost")
struct LocalStepsTests {
  /// A deep lake in the east, hills with thin water on rough ground in the west.
  static func shore(_ columns: Int = 300, _ rows: Int = 200) -> FloodSetup {
    let terrain = Channel.grid(columns: columns, rows: rows, side: 5) { x, y in
      let slope = -0.008 * x + 0.4 * sin(x / 31) * cos(y / 23)
      return x > 1200 ? -6 : 13 + slope
    }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 900)
    setup.initial = .level(0)
    setup.roughness.everywhere = 0.05
    setup.rain = Rain(zones: [TimeSeries(constant: 120)])
    setup.numerics.envelopes = .all
    return setup
  }

  @Test("A storm beside a lake takes less than half the work, and depths are those of equal steps")
  func storm() throws {
    var setup = Self.shore()
    let equal = try setup.finished()
    setup.numerics.hasLocalSteps = true
    let local = try setup.finished()
    #expect(local.water.error == 0)
    #expect(Double(local.cellUpdates) < 0.45 * Double(equal.cellUpdates))
    let (a, b) = (local.depth().values, equal.depth().values)
    let mean = zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) } / Float(a.count)
    #expect(mean < 1e-3)
    let wet = zip(a, b).count { $0 > 0.01 && $1 > 0.01 }
    #expect(Double(wet) > 0.99 * Double(zip(a, b).count { $0 > 0.01 || $1 > 0.01 }))
  }

  @Test("A torrent runs through tiles with different steps down into a pool, not held up anywhere")
  func torrent() throws {
    let terrain = Channel.grid(columns: 160, rows: 64, side: 10) { x, y in
      x > 1400 ? -8 : 0.1 * (1400 - x) + 0.05 * abs(y - 320)
    }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 900)
    setup.initial = .level(-2)
    setup.roughness.everywhere = 0.03
    setup.rain = Rain(zones: [TimeSeries(constant: 200)])
    let equal = try setup.finished()
    setup.numerics.hasLocalSteps = true
    let local = try setup.finished()
    #expect(local.water.error == 0)
    #expect(Double(local.cellUpdates) < 0.8 * Double(equal.cellUpdates))
    let worst = zip(local.depth().values, equal.depth().values).map { abs($0 - $1) }.max()!
    #expect(worst < 0.03)
  }

  @Test("Where local steps would save little, all steps are alike")
  func alike() throws {
    let terrain = Channel.grid(columns: 192, rows: 64, side: 5) { x, y in
      x < 780 ? -3 : -0.5 + 0.0001 * y
    }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 200)
    setup.initial = .level(0)
    setup.roughness.everywhere = 0.03
    setup.rain = Rain(zones: [TimeSeries(constant: 80)])
    let equal = try setup.finished()
    setup.numerics.hasLocalSteps = true
    let local = try setup.finished()
    #expect(local.cellUpdates == equal.cellUpdates)
    #expect(local.depth().values == equal.depth().values)
  }

  @Test("Still water stays still between tiles with different steps")
  func rest() throws {
    var setup = Self.shore()
    setup.rain = nil
    setup.initial = .level(1)
    setup.numerics.hasLocalSteps = true
    let engine = try setup.finished()
    #expect(engine.water.error == 0)
    let velocity = engine.velocity()
    #expect(zip(velocity.east.values, velocity.north.values).allSatisfy { $0 == 0 && $1 == 0 })
  }

  @Test("A wave that runs through tiles with different steps keeps its height and place")
  func wave() throws {
    var setup = FloodSetup(
      terrain: Channel.grid(columns: 400, rows: 40, side: 5) { x, _ in x < 500 ? -8 : -1.2 },
      durationSeconds: 150)
    let lattice = setup.terrain.lattice
    var depth = RasterGrid(lattice, filledWith: 1.2)
    for cell in depth.values.indices {
      let x = lattice.x(ofColumn: cell % 400)
      if x < 500 { depth.values[cell] = 8 }
      depth.values[cell] += Float(0.3 * exp(-pow((x - 800) / 60, 2)))
    }
    setup.initial = .depth(depth)
    setup.roughness.everywhere = 0.01
    let equal = try setup.finished()
    setup.numerics.hasLocalSteps = true
    let local = try setup.finished()
    #expect(local.water.error == 0)
    #expect(Double(local.cellUpdates) < 0.8 * Double(equal.cellUpdates))
    let worst = zip(local.depth().values, equal.depth().values).map { abs($0 - $1) }.max()!
    #expect(worst < 0.01)
  }

  @Test("Thin water on rough ground keeps every drop, with walls, dykes and all sides open")
  func drops() throws {
    var random = RandomSource(seed: 11)
    var heights = Channel.grid(columns: 170, rows: 150, side: 2) { _, _ in
      Double.random(in: 0...2, using: &random)
    }
    for cell in heights.values.indices where cell % 170 < 40 { heights.values[cell] -= 20 }
    var setup = FloodSetup(terrain: heights, durationSeconds: 60)
    let lattice = heights.lattice
    var depth = RasterGrid(lattice, filledWith: 0.002)
    for cell in depth.values.indices where heights.values[cell] < -10 { depth.values[cell] = 18 }
    setup.initial = .depth(depth)
    setup.roughness.everywhere = 0.03
    setup.rain = Rain(zones: [TimeSeries(constant: 60)])
    setup.walls = heights.values.indices.map { $0 % 97 == 0 }
    setup.edges = [
      BoundaryCondition(side: .south, kind: .free(slope: nil)),
      BoundaryCondition(side: .east, kind: .level(TimeSeries(constant: 1))),
    ]
    setup.inflows = [
      Inflow(id: "burst", cells: [75 * 170 + 120], cubicMetresPerSecond: TimeSeries(constant: 3))
    ]
    setup.numerics.hasLocalSteps = true
    var states: [[UInt8]] = []
    for threads in [1, 2, 3] {
      setup.numerics.threads = threads
      let engine = try setup.finished()
      #expect(abs(engine.water.relativeError) < 1e-12)
      #expect(!engine.depth().values.contains { $0 < 0 })
      states.append(engine.encoded())
    }
    #expect(states[0] == states[1] && states[0] == states[2])
  }

  @Test("A run that goes on from a saved state gives the same bytes")
  func resume() throws {
    var setup = Self.shore(200, 100)
    setup.durationSeconds = 200
    setup.numerics.hasLocalSteps = true
    let whole = try setup.finished()
    let first = try FloodEngine(setup)
    for _ in 0..<20 { try first.step(notBeyond: 200) }
    let second = try FloodEngine(setup)
    try second.restore(first.encoded())
    while second.seconds < 200 { try second.step(notBeyond: 200) }
    #expect(second.encoded() == whole.encoded())
  }

  @Test(
    "What reaches a slow dry tile from a faster one is there at the end of the step",
    arguments: [10.31, 10.38])
  func jet(end: Double) throws {
    let n = 192
    let isPool = { (column: Int, row: Int) in
      (row >= 64 && column < 24) || (row < 24 && (100..<180).contains(column))
    }
    var terrain = Channel.grid(columns: n, rows: n, side: 5) { _, _ in 0 }
    var setup = FloodSetup(terrain: terrain, durationSeconds: end)
    var depth = RasterGrid(terrain.lattice, filledWith: 0)
    var east = depth
    var north = depth
    for row in 0..<n {
      for column in 0..<n where isPool(column, row) {
        terrain[column, row] = row < 24 ? -5 : -30
        depth[column, row] = row < 24 ? 5 : 30
      }
    }
    // A walled channel that ends at the corner of four tiles.
    for row in 34..<65 { (terrain[62, row], terrain[64, row]) = (.nan, .nan) }
    for column in 62..<65 { terrain[column, 34] = .nan }
    terrain[63, 65] = .nan
    for column in 63..<96 { terrain[column, 64] = -0.5 }
    for row in 36..<60 {
      depth[63, row] = 0.15
      north[63, row] = -0.3
    }
    east[0, 0] = 0
    setup = FloodSetup(terrain: terrain, durationSeconds: end)
    setup.initial = .depth(depth)
    setup.initialVelocity = (east, north)
    setup.roughness.everywhere = 0.005
    setup.numerics.dryDepthMetres = 0.005
    setup.numerics.hasLocalSteps = true
    let engine = try FloodEngine(setup)
    while engine.seconds < end {
      try engine.step(notBeyond: end)
      #expect(engine.water.error == 0, "after \(engine.seconds) s")
    }
  }

  @Test("A run with dry ground and infiltration goes on from a saved state to the same bytes")
  func resumeDry() throws {
    let terrain = Channel.grid(columns: 192, rows: 96, side: 5) { x, _ in x < 400 ? -30 : 5 }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 90)
    var depth = RasterGrid(terrain.lattice, filledWith: 0)
    for row in 0..<96 {
      for column in 0..<192 {
        if column < 80 { depth[column, row] = 30 + 0.5 * Float(cos(Double(column) / 80 * .pi)) }
        if (40..<50).contains(row), (102..<114).contains(column) { depth[column, row] = 0.3 }
      }
    }
    setup.initial = .depth(depth)
    setup.infiltration = Infiltration(classes: [
      .horton(
        initialMillimetresPerHour: 3, finalMillimetresPerHour: 1, decayPerHour: 2)
    ])
    setup.numerics.hasLocalSteps = true
    let whole = try FloodEngine(setup)
    try whole.run(until: 30)
    let state = whole.encoded()
    try whole.run(until: 90)
    let resumed = try FloodEngine(setup)
    try resumed.restore(state)
    let forked = FloodEngine(forking: resumed)
    try resumed.run(until: 90)
    try forked.run(until: 90)
    #expect(resumed.encoded() == whole.encoded())
    #expect(forked.encoded() == whole.encoded())
  }

  @Test("Outputs close to each other cost local steps little more", arguments: [0.35, 0.5, 1.5])
  func outputs(every seconds: Double) throws {
    var setup = Self.shore(200, 100)
    let updates = try [false, true].map { isLocal in
      setup.numerics.hasLocalSteps = isLocal
      let engine = try FloodEngine(setup)
      for output in 1...60 { try engine.run(until: Double(output) * seconds) }
      return engine.cellUpdates
    }
    #expect(Double(updates[1]) < 1.05 * Double(updates[0]))
  }

  @Test("Second order with local steps is refused")
  func secondOrder() throws {
    var setup = Self.shore(40, 40)
    setup.numerics.hasLocalSteps = true
    setup.numerics.order = .second
    #expect(throws: FloodError.self) { try FloodEngine(setup) }
  }
}
