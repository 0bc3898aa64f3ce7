import SimpleFeatures
import Testing

@testable import Flood

@Suite("Storm inlets, and where rain on roofs goes")
struct InletTests {
  private func pond(level: Double, seconds: Double) -> FloodSetup {
    let terrain = Channel.grid(columns: 10, rows: 10, side: 10) { _, _ in 0 }
    var setup = FloodSetup(terrain: terrain, durationSeconds: seconds)
    setup.initial = .level(level)
    return setup
  }

  @Test("An inlet under water takes its capacity, and every drop is accounted for")
  func capacity() throws {
    var setup = pond(level: 1, seconds: 1000)
    setup.inlets = [
      Inlet(id: "A", cell: 44, cubicMetresPerSecond: 2),
      Inlet(id: "B", cell: 77, cubicMetresPerSecond: 0.003),
      Inlet(id: "shut", cell: 11, cubicMetresPerSecond: 0),
    ]
    let engine = try setup.finished()
    let taken = engine.inlets.map(\.takenCubicMetres)
    #expect(abs(taken[0] - 2000) < 1e-3 && abs(taken[1] - 3) < 1e-3 && taken[2] == 0, "\(taken)")
    #expect(abs(engine.water.exchanged - taken[0] - taken[1]) < 1e-9)
    #expect(engine.water.error == 0)
    #expect(abs(engine.water.onGrid - (10_000 - engine.water.exchanged)) < 1e-6)
  }

  @Test("An inlet takes no more than there is")
  func little() throws {
    var setup = pond(level: 0.02, seconds: 3600)
    setup.inlets = [Inlet(id: "A", cell: 44, cubicMetresPerSecond: 10)]
    let engine = try setup.finished()
    #expect((150...200).contains(engine.water.exchanged), "\(engine.water.exchanged)")
    #expect(engine.water.error == 0)
  }

  @Test("Inlets go on after a stop to the same bytes, and others are refused")
  func resumed() throws {
    var setup = pond(level: 0.3, seconds: 600)
    setup.rain = Rain(zones: [TimeSeries(constant: 80)])
    setup.inlets = [Inlet(id: "A", cell: 44, cubicMetresPerSecond: 0.37)]
    setup.numerics.hasLocalSteps = true
    let whole = try FloodEngine(setup)
    try whole.run(until: 300)
    let broken = try FloodEngine(setup)
    try broken.restore(whole.encoded())
    try whole.run(until: 600)
    try broken.run(until: 600)
    #expect(whole.encoded() == broken.encoded())
    #expect(whole.inlets == broken.inlets)
    var other = setup
    other.inlets[0].cell = 45
    #expect(throws: (any Error).self) { try FloodEngine(other).restore(whole.encoded()) }
  }

  @Test("An inlet in a wall, or with a capacity that none has, is refused")
  func refused() {
    var setup = pond(level: 1, seconds: 10)
    setup.inlets = [Inlet(id: "A", cell: 44, cubicMetresPerSecond: -1)]
    #expect(throws: FloodError.self) { try FloodEngine(setup) }
    setup.inlets = [Inlet(id: "A", cell: 44, cubicMetresPerSecond: 1)]
    setup.walls = (0..<100).map { $0 == 44 }
    #expect(throws: FloodError.self) { try FloodEngine(setup) }
  }

  // MARK: Roofs

  /// Level ground with a building of 2 by 2 cells, on which it rains 1 mm in one go.
  private func roofs(_ cells: [Int], reach: Double = 100) throws -> [Double] {
    let terrain = Channel.grid(columns: 10, rows: 10, side: 5) { _, _ in 0 }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 2)
    setup.walls = (0..<100).map { [33, 34, 43, 44].contains($0) }
    var rain = Rain(zones: [TimeSeries(constant: 1800)])
    rain.roofCells = cells
    rain.roofReachMetres = reach
    setup.rain = rain
    setup.numerics.forcingSeconds = 2
    let engine = try setup.finished()
    #expect(engine.water.error == 0)
    #expect(abs(engine.water.rain - 2.5) < 1e-4)
    return engine.depth().values.map { Double($0) * 1000 }
  }

  @Test("Rain on a roof goes to the cells around it, or to the nearest of some")
  func nearest() throws {
    let around = try roofs([])
    #expect(abs(around[23] - 1.5) < 1e-3, "one of eight cells around four: \(around[23])")
    // Two cells away, and five.
    let streets = try roofs([36, 93])
    #expect(abs(streets[36] - 5) < 1e-3 && abs(streets[93] - 1) < 1e-3)
    #expect(abs(streets[23] - 1) < 1e-3)
  }

  @Test("Where no such cell is within reach, rain on roofs goes to the ground around")
  func beyondReach() throws {
    let depths = try roofs([99], reach: 20)
    #expect(abs(depths[99] - 1) < 1e-3 && abs(depths[23] - 1.5) < 1e-3)
  }
}
