import Foundation
import SimpleFeatures
import Simulation
import Testing

@testable import Flood

@Suite("Water is neither made nor lost, and the result is the same however it is computed")
struct WaterTests {
  /// A block of houses, streets between them, on 2 m cells: what makes local-inertial models
  /// create water.
  static func cityBlock(_ n: Int) -> RasterGrid {
    Channel.grid(columns: n, rows: n, side: 2) { x, y in
      let ground = 20 + 0.002 * x + 0.001 * y + 0.3 * sin(x / 37) * cos(y / 51)
      let isHouse =
        x.truncatingRemainder(dividingBy: 40) > 14
        && y.truncatingRemainder(dividingBy: 32) > 12
      return ground + (isHouse ? 6 : 0)
    }
  }

  private func setup(_ n: Int, _ order: Numerics.Order) -> FloodSetup {
    var setup = FloodSetup(terrain: Self.cityBlock(n), durationSeconds: 60)
    setup.initial = .depth(RasterGrid(setup.terrain.lattice, filledWith: 0.1))
    setup.roughness.everywhere = 0.03
    setup.numerics.order = order
    setup.numerics.envelopes = .all
    return setup
  }

  @Test("A closed city block under water keeps every drop", arguments: [1, 2])
  func cityBlock(order: Int) throws {
    let engine = try setup(200, Numerics.Order(rawValue: order)!).finished()
    let balance = engine.water
    #expect(balance.error == 0)
    #expect(engine.depth().values.allSatisfy { $0 >= 0 })
    #expect(engine.depth().range!.upperBound > 0.15)
  }

  @Test("Rain, infiltration, inflows and open sides are all inside the balance")
  func openRun() throws {
    var setup = setup(128, .first)
    setup.durationSeconds = 120
    setup.rain = Rain(zones: [try TimeSeries(seconds: [0, 60], values: [80, 20])])
    setup.infiltration = Infiltration(classes: [
      .greenAmpt(
        conductivityMillimetresPerHour: 10, suctionMillimetres: 100, moistureDeficit: 0.3)
    ])
    setup.inflows = [
      Inflow(id: "burst", cells: [64 * 128 + 3], cubicMetresPerSecond: TimeSeries(constant: 2))
    ]
    setup.edges = [
      BoundaryCondition(side: .south, kind: .free(slope: nil)),
      BoundaryCondition(side: .west, kind: .level(TimeSeries(constant: 20.4))),
    ]
    for precision in [Numerics.Precision.single, .double] {
      setup.numerics.precision = precision
      let balance = try setup.finished().water
      #expect(abs(balance.relativeError) < 1e-12)
      let area = 128.0 * 128 * 4
      #expect(abs(balance.rain / (area * (80 + 20) / 60 / 1000) - 1) < 1e-4)
      #expect(abs(balance.inflows["burst"]! - 240) < 0.01)
      #expect(balance.infiltrated > 0 && balance.leftOverSides["south"]! > 0)
    }
  }

  @Test("Beside an open stretch of a side, the closed stretch lets nothing through")
  func mixedSides() throws {
    var setup = setup(70, .second)
    setup.durationSeconds = 60
    setup.edges = [
      BoundaryCondition(side: .north, range: 10..<25, kind: .level(TimeSeries(constant: 20.8))),
      BoundaryCondition(side: .west, range: 30..<50, kind: .discharge(TimeSeries(constant: 6))),
      BoundaryCondition(side: .east, kind: .free(slope: 0.002)),
    ]
    let balance = try setup.finished().water
    #expect(abs(balance.relativeError) < 1e-12)
    #expect(balance.leftOverSides["east"]! > 0 && balance.leftOverSides["south"] == nil)
    #expect(abs(balance.enteredOverSides["west"]! - balance.leftOverSides["west"]! - 360) < 0.5)
  }

  @Test("One thread and two give the same bytes", arguments: [1, 2])
  func threads(order: Int) throws {
    var setup = setup(200, Numerics.Order(rawValue: order)!)
    setup.rain = Rain(zones: [TimeSeries(constant: 50)])
    setup.durationSeconds = 20
    let states = try [1, 2, 3].map { threads in
      setup.numerics.threads = threads
      return try setup.finished().encoded()
    }
    #expect(states[0] == states[1] && states[0] == states[2])
  }

  @Test("The plain build and the one for newer processors give the same bytes", arguments: [1, 2])
  func builds(order: Int) throws {
    guard HaswellBackend.isUsable else { return }
    var setup = setup(150, Numerics.Order(rawValue: order)!)
    setup.rain = Rain(zones: [TimeSeries(constant: 50)])
    setup.walls = (0..<22500).map { $0 % 97 == 0 }
    setup.durationSeconds = 20
    let runs = try [FloodEngine.Build.portable, .haswell].map { build in
      let engine = try FloodEngine(setup, build: build)
      try engine.run(until: 20)
      return engine.encoded()
    }
    #expect(runs[0] == runs[1])
  }

  @Test("A run taken up from its saved state equals an unbroken one")
  func resume() throws {
    var setup = setup(128, .second)
    setup.rain = Rain(zones: [TimeSeries(constant: 50)])
    setup.inflows = [
      Inflow(id: "a", cells: [200], cubicMetresPerSecond: TimeSeries(constant: 1))
    ]
    let unbroken = try FloodEngine(setup)
    let broken = try FloodEngine(setup)
    for _ in 0..<37 {
      try unbroken.step(notBeyond: 60)
      try broken.step(notBeyond: 60)
    }
    let resumed = try FloodEngine(setup)
    try resumed.restore(broken.encoded())
    let fork = broken.fork()
    for engine in [unbroken, resumed, fork] { try engine.run(until: 60) }
    #expect(resumed.encoded() == unbroken.encoded())
    #expect(fork.encoded() == unbroken.encoded())
    #expect(resumed.water == unbroken.water)
    var other = setup
    other.roughness.everywhere = 0.05
    let bytes = broken.encoded()
    #expect(throws: SimulationError.self) { try FloodEngine(other).restore(bytes) }
    var torn = bytes
    torn[torn.count / 2] ^= 1
    let damaged = torn
    #expect(throws: SimulationError.self) { try FloodEngine(setup).restore(damaged) }
  }

  @Test("Dry ground far from water costs nothing, and changes nothing")
  func activeTiles() throws {
    let terrain = Channel.grid(columns: 640, rows: 256, side: 5) { x, y in
      x < 600 ? 5 + 0.01 * abs(y - 640) : 5 + 0.01 * abs(y - 640) + 0.02 * (x - 600)
    }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 600)
    setup.inflows = [
      Inflow(
        id: "river", cells: (120..<136).map { $0 * 640 + 2 },
        cubicMetresPerSecond: TimeSeries(constant: 20))
    ]
    let engine = try setup.finished()
    #expect(engine.water.error.magnitude < 1e-6)
    #expect(engine.cellUpdates < engine.steps * 640 * 256 / 2)
    #expect(abs(engine.water.onGrid - 12000) < 1)
  }

  @Test("Only tiles that water can reach in a step are computed")
  func reachedTiles() throws {
    let n = 5 * 32
    func active(x: Double, y: Double) throws -> Int {
      let terrain = Channel.grid(columns: n, rows: n, side: 1) { _, _ in 0 }
      var setup = FloodSetup(terrain: terrain, durationSeconds: 60)
      setup.initial = .depth(
        Channel.grid(columns: n, rows: n, side: 1) { hypot($0 - x, $1 - y) < 8 ? 1 : 0 })
      return try FloodEngine(setup).activeCells / (32 * 32)
    }
    #expect(try active(x: 80, y: 80) == 1)
    #expect(try active(x: 74, y: 80) == 2)
    #expect(try active(x: 80, y: 86) == 2)
    #expect(try active(x: 64, y: 96) == 4)
  }

  @Test("Where tiles begin makes no difference", arguments: [1, 2])
  func tileEdges(order: Int) throws {
    let n = 200
    /// A pool that runs out over rough, dry ground, with `margin` cells of wall in the north-west.
    func run(margin: Int) throws -> (depth: [Float], east: [Float]) {
      let side = n + margin
      let terrain = Channel.grid(columns: side, rows: side, side: 2) { x, y in
        let x = x - Double(2 * margin)
        guard x > 0, y < Double(2 * n) else { return .nan }
        return 0.2 * sin(x / 7) * cos(y / 9) + 0.002 * x
      }
      var setup = FloodSetup(terrain: terrain, durationSeconds: 40)
      setup.initial = .depth(
        Channel.grid(columns: side, rows: side, side: 2) { x, y in
          hypot(x - Double(2 * margin) - 205, y - 190) < 60 ? 3 : 0
        })
      setup.inflows = [
        Inflow(
          id: "spring", cells: [(margin + 150) * side + margin + 30],
          cubicMetresPerSecond: TimeSeries(constant: 8))
      ]
      setup.numerics.order = Numerics.Order(rawValue: order)!
      let engine = try setup.finished()
      func inner(_ grid: RasterGrid) -> [Float] {
        (margin..<side).flatMap { row in (margin..<side).map { grid[$0, row] } }
      }
      return (inner(engine.depth()), inner(engine.velocity().east))
    }
    let (whole, shifted) = (try run(margin: 0), try run(margin: 21))
    #expect(whole.depth == shifted.depth)
    #expect(whole.east == shifted.east)
    #expect(whole.depth.count { $0 == 0 } > n * n / 10 && whole.depth.count { $0 > 0 } > n * n / 4)
  }
}
