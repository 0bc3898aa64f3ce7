import Foundation
import SimpleFeatures
import Testing

@testable import Flood

@Suite("Gates, pumps and storages")
struct StructureTests {
  private func pond(_ seconds: Double) -> FloodSetup {
    let terrain = Channel.grid(columns: 10, rows: 10, side: 10) { _, _ in 0 }
    var setup = FloodSetup(terrain: terrain, durationSeconds: seconds)
    setup.initial = .level(2)
    setup.storages = [
      Storage(
        id: "lake",
        table: [
          .init(levelMetres: 0, areaSquareMetres: 5000, volumeCubicMetres: 0),
          .init(levelMetres: 4, areaSquareMetres: 5000, volumeCubicMetres: 20000),
        ], initialLevelMetres: 1)
    ]
    return setup
  }

  private var middle: WaterBody { .cells([44, 45, 54, 55]) }

  @Test("A gate lets levels meet, and every drop is accounted for")
  func gateEvensLevels() throws {
    var setup = pond(7200)
    setup.gates = [
      Gate(id: "sluice", from: middle, to: .storage(0), widthMetres: 4, sillMetres: 0.5)
    ]
    let engine = try setup.finished()
    // 20,000 m³ over 10,000 m² and 5,000 m³ over 5,000 m²: 25,000 m³ over 15,000 m².
    #expect(abs(engine.storages[0].levelMetres - 25000.0 / 15000) < 0.01)
    #expect(abs(engine.water.relativeError) < 1e-12)
  }

  @Test("A sluice gate closes as long as the water outside stands higher")
  func gateCloses() throws {
    var setup = pond(3600)
    setup.storages = []
    let tide = try TimeSeries(seconds: [0, 1800, 1801, 3600], values: [3, 3, 0, 0])
    setup.gates = [
      Gate(
        id: "flap", from: middle, to: .outside(level: tide), widthMetres: 2, sillMetres: 1,
        opening: TimeSeries(constant: 0.5))
    ]
    let engine = try FloodEngine(setup)
    try engine.run(until: 1800)
    #expect(engine.water.outside["flap"]! == 0)
    try engine.run(until: 3600)
    #expect(engine.water.outside["flap"]! > 100)
    #expect(abs(engine.water.relativeError) < 1e-12)
    setup.gates[0].closesAgainstOutside = false
    let open = try setup.finished()
    #expect(open.water.outside["flap"]! < engine.water.outside["flap"]!)
  }

  @Test("A gate under water discharges as its formula says")
  func orifice() {
    let gate = Gate(
      id: "", from: .storage(0), to: .outside(level: nil), widthMetres: 2, sillMetres: 1,
      opening: TimeSeries(constant: 0.5))
    let drowned = 0.6 * 2 * 0.5 * (2 * 9.81 * 1.0).squareRoot()
    #expect(abs(gate.flow(from: 4, to: 3, at: 0) - drowned) < 1e-9)
    #expect(gate.flow(from: 3, to: 4, at: 0) == 0)
    #expect(abs(gate.flow(from: 1.4, to: 0, at: 0) - 1.7 * 2 * pow(0.4, 1.5)) < 1e-9)
    // Villemonte: nothing passes between equal levels, all of it over a free weir.
    #expect(gate.flow(from: 1.4, to: 1.4, at: 0) == 0)
    var last = 0.0
    for level in stride(from: 1.0, through: 6, by: 0.05) {
      let flow = gate.flow(from: level, to: 0, at: 0)
      #expect(flow >= last)
      last = flow
    }
  }

  @Test("A pump starts and stops by its levels, follows its curve and rests in a power cut")
  func pump() throws {
    var setup = pond(4000)
    setup.pumps = [
      Pump(
        id: "station", from: middle, to: .storage(0),
        curve: [
          (headMetres: -2, cubicMetresPerSecond: 4), (headMetres: 3, cubicMetresPerSecond: 2),
        ],
        startLevelMetres: 1.8, stopLevelMetres: 1.2, powerCuts: [600..<1200])
    ]
    let engine = try FloodEngine(setup)
    try engine.run(until: 600)
    let before = engine.storages[0].levelMetres
    #expect(before > 1.2)
    try engine.run(until: 1200)
    #expect(abs(engine.storages[0].levelMetres - before) < 0.01)
    try engine.run(until: 4000)
    // It stops at 1.2 m, 8,000 m³ later, give or take the slope towards the pump.
    #expect(abs(engine.storages[0].levelMetres - (1 + 8000.0 / 5000)) < 0.1)
    #expect(abs(engine.water.relativeError) < 1e-12)
  }

  @Test("A pump and a gate at one cell work at the level of the water around it")
  func oneCell() throws {
    func passed(_ cells: [Int], _ change: (inout FloodSetup, WaterBody) -> Void) throws -> Double {
      var setup = pond(900)
      change(&setup, .cells(cells))
      let engine = try setup.finished()
      if setup.pumps.isEmpty { return engine.structures[0].passedCubicMetres }
      // It stops with the pond, but for waves, not with the hole in front of it.
      let level = engine.water.onGrid / 10000
      #expect(abs(level - 1.75) < 0.02, "\(level) m, \(engine.structures)")
      return engine.structures[0].passedCubicMetres
    }
    let all = Array(0..<100)
    for cells in [[44], all] {
      _ = try passed(cells) { setup, body in
        setup.pumps = [
          Pump(
            id: "p", from: body, to: .outside(level: nil),
            curve: [(headMetres: 0, cubicMetresPerSecond: 5)], startLevelMetres: 1.9,
            stopLevelMetres: 1.75)
        ]
      }
    }
    let gates = try [[44], all].map { cells in
      try passed(cells) { setup, body in
        setup.gates = [
          Gate(id: "g", from: body, to: .storage(0), widthMetres: 3, sillMetres: 0.5)
        ]
      }
    }
    #expect(abs(gates[0] / gates[1] - 1) < 0.03, "\(gates)")
  }

  @Test("Power cuts and levels count to the second where steps are long")
  func switching() throws {
    var setup = pond(600)
    setup.initial = .dry
    setup.numerics.largestStepSeconds = 60
    setup.pumps = [
      Pump(
        id: "p", from: .storage(0), to: .outside(level: nil),
        curve: [(headMetres: 0, cubicMetresPerSecond: 2)], startLevelMetres: 0.9,
        stopLevelMetres: 0.8, powerCuts: [13.3..<27.9, 100..<100.5])
    ]
    let engine = try FloodEngine(setup)
    try engine.run(until: 150)
    #expect(abs(engine.water.outside["p"]! - 2 * (150 - 14.6 - 0.5)) < 1e-9)
    try engine.run(until: 600)
    // 0.2 m of 5,000 m².
    #expect(abs(engine.water.outside["p"]! - 1000) < 2.1)
    #expect(engine.structures[0].cubicMetresPerSecond == 0)
    #expect(engine.storages[0].highestLevelMetres == 1)
  }

  @Test("What cannot be is refused with its name", arguments: 0..<10)
  func refusals(_ which: Int) throws {
    var setup = pond(100)
    let words: String
    switch which {
    case 0:
      setup.inflows = [
        Inflow(id: "spring", cells: [1000], cubicMetresPerSecond: TimeSeries(constant: 1))
      ]
      words = "inflow `spring` lies outside the grid"
    case 1:
      setup.walls = Array(repeating: true, count: 100)
      setup.inflows = [
        Inflow(id: "spring", cells: [5], cubicMetresPerSecond: TimeSeries(constant: 1))
      ]
      words = "wall"
    case 2:
      setup.rain = Rain(zones: [try TimeSeries(seconds: [0, 5], values: [3, -1])])
      words = "entry 2 of the rain is negative"
    case 3:
      setup.roughness.everywhere = -0.1
      words = "Manning's n"
    case 4:
      setup.numerics.courant = 0.9
      words = "Courant"
    case 5:
      setup.storages[0].table.swapAt(0, 1)
      words = "table of storage `lake`"
    case 6:
      setup.pumps = [
        Pump(
          id: "p", from: middle, to: .outside(level: nil), curve: [], startLevelMetres: 1,
          stopLevelMetres: 0)
      ]
      words = "pump `p`"
    case 7:
      setup.gates = [
        Gate(id: "g", from: .storage(3), to: middle, widthMetres: 1, sillMetres: 0)
      ]
      words = "storage 3"
    case 8:
      let still = RasterGrid(setup.terrain.lattice, filledWith: 0)
      let wild = RasterGrid(setup.terrain.lattice, filledWith: 1000)
      setup.initialVelocity = (east: still, north: wild)
      words = "1000.0 m/s"
    default:
      setup.terrain = RasterGrid(setup.terrain.lattice)
      words = "no cell with a height"
    }
    let broken = setup
    #expect {
      try FloodEngine(broken)
    } throws: { error in
      "\(error)".contains(words)
    }
  }
}
