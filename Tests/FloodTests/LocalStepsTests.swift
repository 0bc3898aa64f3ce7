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

  @Test("A storm beside a lake takes half the work, and depths are those of equal steps")
  func storm() throws {
    var setup = Self.shore()
    let equal = try setup.finished()
    setup.numerics.hasLocalSteps = true
    let local = try setup.finished()
    #expect(local.water.error == 0)
    #expect(Double(local.cellUpdates) < 0.55 * Double(equal.cellUpdates))
    let (a, b) = (local.depth().values, equal.depth().values)
    let mean = zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) } / Float(a.count)
    #expect(mean < 1e-3)
    let wet = zip(a, b).count { $0 > 0.01 && $1 > 0.01 }
    #expect(Double(wet) > 0.99 * Double(zip(a, b).count { $0 > 0.01 || $1 > 0.01 }))
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
      EdgeCondition(side: .south, kind: .free(slope: nil)),
      EdgeCondition(side: .east, kind: .level(TimeSeries(constant: 1))),
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

  @Test("Second order with local steps is refused")
  func secondOrder() throws {
    var setup = Self.shore(40, 40)
    setup.numerics.hasLocalSteps = true
    setup.numerics.order = .second
    #expect(throws: FloodError.self) { try FloodEngine(setup) }
  }
}
