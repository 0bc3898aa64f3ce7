import Foundation
import SimpleFeatures
import Testing

@testable import Flood

@Suite("A dam breaks on flat, smooth ground")
struct DamBreakTests {
  static let gravity = 9.81

  /// 1000 cells of 1 m, the dam in the middle.
  private func run(
    left: Double, right: Double, seconds: Double, order: Numerics.Order,
    precision: Numerics.Precision = .double
  ) throws -> (x: [Double], depth: [Double], velocity: [Double]) {
    let terrain = Channel.grid(columns: 1000, side: 1) { _, _ in 0 }
    var setup = FloodSetup.smooth(terrain, seconds)
    setup.initial = .depth(
      Channel.grid(columns: 1000, side: 1) { x, _ in x < 500 ? left : right })
    setup.numerics.order = order
    setup.numerics.precision = precision
    let engine = try setup.finished()
    #expect(engine.water.relativeError == 0)
    let x = (0..<1000).map { terrain.lattice.x(ofColumn: $0) - 500 }
    return (x, engine.depth().line(), engine.velocity().east.line())
  }

  /// Ritter (1892).
  private func ritter(_ x: Double, _ t: Double, _ h0: Double) -> Double {
    let c0 = (Self.gravity * h0).squareRoot()
    if x <= -c0 * t { return h0 }
    if x >= 2 * c0 * t { return 0 }
    let c = (2 * c0 - x / t) / 3
    return c * c / Self.gravity
  }

  /// Stoker (1957).
  private func stoker(_ x: Double, _ t: Double, _ hl: Double, _ hr: Double) -> Double {
    let g = Self.gravity
    func f(_ c: Double) -> Double {
      -8 * g * hr * c * c * pow((g * hl).squareRoot() - c, 2)
        + pow(c * c - g * hr, 2) * (c * c + g * hr)
    }
    var (low, high) = ((g * hr).squareRoot(), (g * hl).squareRoot())
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if f(low) * f(middle) <= 0 { high = middle } else { low = middle }
    }
    let c = (low + high) / 2
    let c0 = (g * hl).squareRoot()
    if x <= -c0 * t { return hl }
    if x <= t * (2 * c0 - 3 * c) { return pow(2 * c0 - x / t, 2) / (9 * g) }
    let front = 2 * c * c * (c0 - c) / (c * c - g * hr)
    return x <= front * t ? c * c / g : hr
  }

  @Test("Over water, second order comes within 0.5 % of Stoker's solution")
  func wet() throws {
    let run = try run(left: 4, right: 1, seconds: 40, order: .second)
    let exact = run.x.map { stoker($0, 40, 4, 1) }
    #expect(Channel.relativeL1(run.depth, exact) <= 0.005)
  }

  @Test("Over dry ground, second order comes within 2 % of Ritter's solution")
  func dry() throws {
    let run = try run(left: 4, right: 0, seconds: 25, order: .second)
    let exact = run.x.map { ritter($0, 25, 4) }
    #expect(Channel.relativeL1(run.depth, exact) <= 0.02)
    let single = try self.run(
      left: 4, right: 0, seconds: 25, order: .second, precision: .single)
    #expect(Channel.relativeL1(single.depth, exact) <= 0.02)
  }

  @Test("First order is less sharp, but right")
  func firstOrder() throws {
    let wet = try run(left: 4, right: 1, seconds: 40, order: .first)
    #expect(Channel.relativeL1(wet.depth, wet.x.map { stoker($0, 40, 4, 1) }) <= 0.02)
    let dry = try run(left: 4, right: 0, seconds: 25, order: .first)
    #expect(Channel.relativeL1(dry.depth, dry.x.map { ritter($0, 25, 4) }) <= 0.04)
  }

  @Test("A round dam breaks alike in all eight directions", arguments: [1, 2])
  func symmetry(order: Int) throws {
    let n = 101
    let terrain = Channel.grid(columns: n, rows: n, side: 2) { _, _ in 0 }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 6)
    setup.initial = .depth(
      Channel.grid(columns: n, rows: n, side: 2) { x, y in
        hypot(x - Double(n), y - Double(n)) < 40 ? 5 : 0.5
      })
    setup.roughness.everywhere = 0.03
    setup.numerics.order = order == 1 ? .first : .second
    let depth = try setup.finished().depth()
    var worst: Float = 0
    for row in 0..<n {
      for column in 0..<n {
        let here = depth[column, row]
        for other in [
          depth[n - 1 - column, row], depth[column, n - 1 - row], depth[row, column],
          depth[n - 1 - row, n - 1 - column],
        ] {
          worst = max(worst, abs(here - other))
        }
      }
    }
    #expect(worst <= 1e-5)
    #expect(depth.range!.upperBound > 1)
  }
}
