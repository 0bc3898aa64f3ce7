import Foundation
import SimpleFeatures
import Testing

@testable import Flood

@Suite("Steady flow settles where hydraulics puts it")
struct SteadyTests {
  private let g = 9.81

  private func bump(_ x: Double) -> Double { x > 8 && x < 12 ? 0.2 - 0.05 * pow(x - 10, 2) : 0 }

  /// Depth over the bump by Bernoulli's equation, on the branch that `isFast` tells.
  private func bernoulli(_ q: Double, head: Double, _ z: Double, isFast: Bool) -> Double {
    let critical = cbrt(q * q / g)
    func excess(_ h: Double) -> Double { h + z + q * q / (2 * g * h * h) - head }
    var (low, high) = isFast ? (1e-3, critical) : (critical, 10)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      // Energy falls with depth on the fast branch and grows on the slow one.
      if (excess(middle) > 0) == isFast { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  private func settled(
    q: Double, level: Double?, start: Double, cells: Int = 250
  ) throws -> (x: [Double], depth: [Double], flow: [Double]) {
    let side = 25 / Double(cells)
    let terrain = Channel.grid(columns: cells, side: side) { x, _ in bump(x) }
    var setup = FloodSetup.smooth(terrain, 300)
    setup.initial = .level(start)
    setup.numerics.order = .second
    setup.edges = [
      BoundaryCondition(side: .west, kind: .discharge(TimeSeries(constant: q * side))),
      BoundaryCondition(
        side: .east,
        kind: level.map { .level(TimeSeries(constant: $0)) } ?? .free(slope: nil)),
    ]
    let engine = try setup.finished()
    let depth = engine.depth().line()
    let velocity = engine.velocity().east.line()
    return (
      (0..<cells).map { terrain.lattice.x(ofColumn: $0) }, depth,
      zip(depth, velocity).map { $0 * $1 }
    )
  }

  @Test("Slow flow over a bump")
  func subcritical() throws {
    let run = try settled(q: 4.42, level: 2, start: 2)
    let head = 2 + 4.42 * 4.42 / (2 * g * 4)
    let exact = run.x.map { bernoulli(4.42, head: head, bump($0), isFast: false) }
    #expect(Channel.meanError(run.depth, exact) <= 0.005)
    #expect(run.flow.allSatisfy { abs($0 - 4.42) < 0.05 })
  }

  @Test("Flow that becomes fast over a bump")
  func transcritical() throws {
    let run = try settled(q: 1.53, level: 0.66, start: 0.66)
    let critical = cbrt(1.53 * 1.53 / g)
    let head = 0.2 + 1.5 * critical
    let exact = run.x.map { bernoulli(1.53, head: head, bump($0), isFast: $0 > 10) }
    #expect(Channel.meanError(run.depth, exact) <= 0.01)
  }

  @Test("Flow that jumps back behind a bump")
  func jump() throws {
    let run = try settled(q: 0.18, level: 0.33, start: 0.33)
    let critical = cbrt(0.18 * 0.18 / g)
    let upper = 0.2 + 1.5 * critical
    let lower = 0.33 + pow(0.18 / 0.33, 2) / (2 * g)
    func momentum(_ h: Double) -> Double { 0.18 * 0.18 / h + g * h * h / 2 }
    // The jump stands where momentum on both sides is alike.
    let jump =
      stride(from: 10.0, to: 12, by: 0.001).first {
        momentum(bernoulli(0.18, head: upper, bump($0), isFast: true))
          < momentum(bernoulli(0.18, head: lower, bump($0), isFast: false))
      } ?? 12
    let exact = run.x.map { x in
      x < jump
        ? bernoulli(0.18, head: upper, bump(x), isFast: x > 10)
        : bernoulli(0.18, head: lower, bump(x), isFast: false)
    }
    #expect(Channel.meanError(run.depth, exact) <= 0.01)
  }

  @Test("Rain on a plane runs off as the kinematic wave says")
  func rainOnPlane() throws {
    // 200 m at 5 %, n 0.02, 50 mm/h for half an hour.
    let terrain = Channel.grid(columns: 100, side: 2) { x, _ in 10 - 0.05 * x }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 1800)
    setup.roughness.everywhere = 0.02
    setup.rain = Rain(zones: [TimeSeries(constant: 50)])
    setup.edges = [BoundaryCondition(side: .east, kind: .free(slope: 0.05))]
    let engine = try FloodEngine(setup)
    let intensity = 50 / 3.6e6
    let slope = (0.05).squareRoot() / 0.02
    // While the wave has not come down, the outlet runs as the rain so far.
    let concentration = pow(200 / (slope * pow(intensity, 2.0 / 3)), 0.6)
    for share in [0.3, 0.6, 0.9] {
      let t = share * concentration
      try engine.run(until: t)
      let reading = engine.reading(at: FloodGauge(id: "outlet", x: 195, y: 1))!
      let flow = reading.depthMetres * reading.eastwards
      let exact = slope * pow(intensity * t, 5.0 / 3)
      #expect(abs(flow / exact - 1) < 0.05, "at \(t) s: \(flow), not \(exact)")
    }
    try engine.run(until: 1800)
    for place in [25, 50, 75, 98] {
      let x = terrain.lattice.x(ofColumn: place)
      let reading = engine.reading(at: FloodGauge(id: "", x: x, y: 1))!
      let flow = reading.depthMetres * reading.eastwards
      #expect(abs(flow / (intensity * x) - 1) < 0.03)
      let depth = pow(intensity * x / slope, 0.6)
      #expect(abs(reading.depthMetres / depth - 1) < 0.03)
    }
    #expect(abs(engine.water.relativeError) < 1e-9)
  }
}
