import Foundation
import SimpleFeatures
import Simulation
import Testing

@testable import Flood

@Suite("The flood is one model among others, and a drainage network can take its water")
struct ModelTests {
  /// A street block in the rain, with houses as walls.
  private func setup() -> FloodSetup {
    let terrain = Channel.grid(columns: 64, rows: 48, side: 2) { x, y in
      10 - 0.01 * x + 0.004 * abs(y - 48)
    }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 240)
    setup.rain = Rain(zones: [TimeSeries(constant: 60)])
    setup.walls = terrain.values.indices.map { cell in
      (10..<20).contains(cell % 64) && (10..<30).contains(cell / 64)
    }
    setup.gauges = [FloodGauge(id: "corner", x: terrain.lattice.x(ofColumn: 62), y: 48)]
    setup.framesHaveVelocity = true
    return setup
  }

  @Test("A run gives frames, balance and the same bytes when it is broken and resumed")
  func run() throws {
    let clock = RunClock(endSeconds: 240, everySeconds: 60)
    let whole = MemorySink()
    let unbroken = try Run<FloodEngine>(setup(), clock: clock)
    try unbroken.execute(into: whole)
    #expect(whole.frames.map(\.seconds) == [0, 60, 120, 180, 240])
    #expect(whole.head?.fields.map(\.name) == ["depth", "velocity-east", "velocity-north"])
    #expect(whole.frames.last!.numbers.map(\.name) == ["gauge:corner.depth", "gauge:corner.level"])
    #expect(whole.frames.last!.numbers[0].value > 0)

    let parts = MemorySink()
    var saved: [UInt8] = []
    let first = try Run<FloodEngine>(setup(), clock: clock)
    #expect(throws: SimulationError.self) {
      try first.execute(
        into: parts,
        saving: { checkpoint in
          saved = checkpoint.bytes
          if parts.frames.count == 3 { first.cancel() }
        })
    }
    let second = try Run<FloodEngine>(setup(), clock: clock, resuming: saved)
    try second.execute(into: parts)
    #expect(parts.frames.map(\.seconds) == whole.frames.map(\.seconds))
    for (a, b) in zip(parts.frames, whole.frames) {
      for (x, y) in zip(a.fields, b.fields) { #expect(Self.isSame(x, y)) }
    }
    #expect(second.summary.text == unbroken.summary.text)
    #expect(try unbroken.fork().encoded() == second.fork().encoded())
  }

  private static func isSame(_ a: RasterGrid, _ b: RasterGrid) -> Bool {
    zip(a.values, b.values).allSatisfy { $0.bitPattern == $1.bitPattern }
  }

  @Test("The ledger names where water came from, and its sums close")
  func ledger() throws {
    var setup = setup()
    setup.edges = [BoundaryCondition(side: .east, kind: .free(slope: nil))]
    let engine = try setup.finished()
    let ledger = engine.balance
    #expect(ledger.relativeError <= engine.balanceTolerance)
    let area = 64.0 * 48 * 4
    let rain = try #require(ledger.gains.first { $0.name == "rain" }).amount
    #expect(abs(rain / (area * 0.06 * 240 / 3600) - 1) < 1e-3)
    #expect(try #require(ledger.losses.first { $0.name == "side east" }).amount > 1)
  }

  @Test("Rain on houses runs off to the ground around them, or is led away")
  func roofs() throws {
    var setup = setup()
    setup.durationSeconds = 30
    let open = Double(setup.walls.count { !$0 })
    let fallen = 0.06 * 30 / 3600 * 4
    let all = try setup.finished()
    #expect(abs(all.water.rain / (fallen * Double(setup.walls.count)) - 1) < 1e-3)
    #expect(all.water.error == 0)
    setup.rain?.roofsDrainToGround = false
    let ground = try setup.finished()
    #expect(abs(ground.water.rain / (fallen * open) - 1) < 1e-3)
    // Beside the house it is deeper, far from it the same.
    let (wet, dry) = (all.depth(), ground.depth())
    #expect(wet.values[20 * 64 + 20] > 1.3 * dry.values[20 * 64 + 20])
    #expect(abs(wet.values[2 * 64 + 40] / dry.values[2 * 64 + 40] - 1) < 0.01)
  }

  @Test("An inlet takes what it would as far as there is water, and gives it back in a surcharge")
  func exchange() throws {
    var setup = setup()
    setup.rain = nil
    setup.initial = .depth(RasterGrid(setup.terrain.lattice, filledWith: 0.02))
    let engine = try FloodEngine(setup)
    let inlet = 24 * 64 + 60
    var taken = 0.0
    while engine.seconds < 60 {
      let before = engine.seconds
      try engine.step(notBeyond: 60)
      taken += engine.exchange(0.02 * (engine.seconds - before), atCell: inlet)
    }
    #expect(abs(taken - 0.02 * 60) < 1e-4)
    #expect(engine.water.exchanged == taken && engine.water.error == 0)
    // More than there is leaves the cell dry and no more.
    let depth = try #require(engine.reading(atCell: inlet)).depthMetres
    #expect(engine.exchange(1e6, atCell: inlet) == depth * 4)
    #expect(try #require(engine.reading(atCell: inlet)).depthMetres == 0)
    // A surcharged manhole floods the street around it.
    let resumed = try FloodEngine(setup, restoring: engine.encoded())
    #expect(resumed.water == engine.water)
    #expect(resumed.exchange(-8, atCell: inlet) < -7.9999)
    try resumed.run(until: 80)
    #expect(try #require(resumed.reading(atCell: inlet - 64)).depthMetres > 0.03)
    #expect(resumed.water.error == 0)
  }
}
