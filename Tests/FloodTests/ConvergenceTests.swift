import Foundation
import Testing

@testable import Flood

@Suite("Finer cells come nearer to the truth at the rate that the scheme promises")
struct ConvergenceTests {
  /// Means of the depth of a smooth swell over a smooth bed, in `coarse` parts.
  private func depths(_ cells: Int, _ order: Numerics.Order, coarse: Int) throws -> [Double] {
    let length = 100.0
    let side = length / Double(cells)
    // Heights and depths are means over the cell: second order is lost where they are not.
    func mean(_ x: Double, _ f: (Double) -> Double) -> Double {
      let offset = side / 2 / 3.0.squareRoot()
      return (f(x - offset) + f(x + offset)) / 2
    }
    let bed = { (x: Double) in 0.3 * sin(2 * Double.pi * x / length) }
    let terrain = Channel.grid(columns: cells, side: side) { x, _ in mean(x, bed) }
    var setup = FloodSetup.smooth(terrain, 4)
    setup.numerics.order = order
    setup.initial = .depth(
      Channel.grid(columns: cells, side: side) { x, _ in
        mean(x) { 2 - bed($0) + 0.2 * exp(-pow(($0 - 50) / 8, 2)) }
      })
    let fine = try setup.finished().depth().line()
    let share = cells / coarse
    return (0..<coarse).map { part in
      (0..<share).reduce(0) { $0 + fine[part * share + $1] } / Double(share)
    }
  }

  @Test("First order halves its error, second order quarters it", arguments: [(1, 0.9), (2, 1.7)])
  func order(scheme: Int, least: Double) throws {
    let order = Numerics.Order(rawValue: scheme)!
    let truth = try depths(6400, .second, coarse: 100)
    let errors = try [100, 200, 400, 800].map {
      Channel.meanError(try depths($0, order, coarse: 100), truth)
    }
    let rate = log2(errors[1] / errors[3]) / 2
    #expect(rate >= least, "errors \(errors)")
  }
}
