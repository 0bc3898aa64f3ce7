import Foundation
import SimpleFeatures
import Testing

@testable import Flood

/// Thacker (1981, doi:10.1017/S0022112081001882).
@Suite("Water swings in a bowl as Thacker found it")
struct ThackerTests {
  private let g = 9.81

  /// A bowl of 4 m x 4 m: depth 0.1 m in the middle, shore at 1 m.
  private func bowl(_ n: Int) -> RasterGrid {
    Channel.grid(columns: n, rows: n, side: 4 / Double(n)) { x, y in
      -0.1 * (1 - (pow(x - 2, 2) + pow(y - 2, 2)))
    }
  }

  private func run(
    _ n: Int, seconds: Double, depth: @escaping (Double, Double) -> Double
  ) throws -> FloodEngine {
    let terrain = bowl(n)
    var setup = FloodSetup.smooth(terrain, seconds)
    setup.numerics.order = .second
    setup.numerics.courant = 0.4
    setup.initial = .depth(Channel.grid(columns: n, rows: n, side: 4 / Double(n), depth))
    return try setup.finished()
  }

  @Test("Its flat surface turns for three periods")
  func planar() throws {
    let n = 100
    let omega = (2 * g * 0.1).squareRoot()
    let period = 2 * Double.pi / omega
    let exact = { (t: Double) in
      { (x: Double, y: Double) -> Double in
        let eta = 0.5 * 0.1 * (2 * (x - 2) * cos(omega * t) + 2 * (y - 2) * sin(omega * t) - 0.5)
        let z = -0.1 * (1 - (pow(x - 2, 2) + pow(y - 2, 2)))
        return max(0, eta - z)
      }
    }
    let terrain = bowl(n)
    var setup = FloodSetup.smooth(terrain, 3 * period)
    setup.numerics.order = .second
    setup.initial = .depth(Channel.grid(columns: n, rows: n, side: 0.04, exact(0)))
    setup.initialVelocity = (
      east: RasterGrid(terrain.lattice, filledWith: 0),
      north: RasterGrid(terrain.lattice, filledWith: Float(0.5 * omega))
    )
    let engine = try setup.finished()
    let wanted = Channel.grid(columns: n, rows: n, side: 0.04, exact(3 * period))
    let error = Channel.relativeL1(
      engine.depth().values.map(Double.init), wanted.values.map(Double.init))
    #expect(error <= 0.065)
    #expect(engine.water.error == 0)
  }

  @Test("Its round surface rises and falls for a period")
  func curved() throws {
    let n = 100
    let omega = (8 * g * 0.1).squareRoot()
    let r0 = 0.8
    let a = (1 - r0 * r0) / (1 + r0 * r0)
    let exact = { (t: Double) in
      { (x: Double, y: Double) -> Double in
        let r2 = pow(x - 2, 2) + pow(y - 2, 2)
        let k = 1 - a * cos(omega * t)
        let eta = 0.1 * ((1 - a * a).squareRoot() / k - 1 - r2 * ((1 - a * a) / (k * k) - 1))
        return max(0, eta + 0.1 * (1 - r2))
      }
    }
    let period = 2 * Double.pi / omega
    for t in [period / 2, period] {
      let run = try run(n, seconds: t, depth: exact(0))
      let wanted = Channel.grid(columns: n, rows: n, side: 0.04, exact(t))
      let error = Channel.relativeL1(
        run.depth().values.map(Double.init), wanted.values.map(Double.init))
      #expect(error <= 0.04)
    }
  }
}
