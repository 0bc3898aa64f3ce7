import Foundation
import TestSupport
import Testing

@testable import Flood

/// A channel of 1000 m with friction, as SWASHES tabulates it.
///
/// MacDonald and others (1997, doi:10.1061/(ASCE)0733-9429(1997)123:11(1041)).
@Suite(
  "A rough channel runs as deep as MacDonald chose",
  .enabled(if: TestData.isExpected, "no test data: set YUTU_TEST_DATA to its folder"))
struct MacDonaldTests {
  /// Bed and level of each 5 m cell.
  private func table(_ name: String) throws -> (bed: [Double], level: [Double]) {
    let text = try String(
      contentsOfFile: TestData.folder + "/flood/macdonald/" + name, encoding: .utf8)
    let rows = text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    return (rows.map { $0[1] }, rows.map { $0[2] })
  }

  private func meanError(
    _ name: String, inflow: Double, rainMetresPerSecond: Double, order: Numerics.Order
  ) throws -> Double {
    let (bed, level) = try table(name)
    let terrain = Channel.grid(columns: bed.count, side: 5) { x, _ in bed[Int(x / 5)] }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 6000)
    setup.roughness.everywhere = 0.033
    setup.numerics.order = order
    if rainMetresPerSecond > 0 {
      setup.rain = Rain(zones: [TimeSeries(constant: rainMetresPerSecond * 3.6e6)])
    }
    setup.edges = [
      BoundaryCondition(side: .west, kind: .discharge(TimeSeries(constant: inflow * 5))),
      BoundaryCondition(side: .east, kind: .level(TimeSeries(constant: level.last!))),
    ]
    let engine = try setup.finished()
    #expect(abs(engine.water.relativeError) < 1e-9)
    let depth = engine.depth().line()
    return Channel.meanError(zip(depth, bed).map { $0 + $1 }, level)
  }

  @Test("Without rain", arguments: [1, 2])
  func dry(order: Int) throws {
    let error = try meanError(
      "mcdo_norain.csv", inflow: 2, rainMetresPerSecond: 0,
      order: Numerics.Order(rawValue: order)!)
    #expect(error <= 0.01)
  }

  @Test("With rain", arguments: [1, 2])
  func rain(order: Int) throws {
    let error = try meanError(
      "mcdo_rain.csv", inflow: 1, rainMetresPerSecond: 0.001,
      order: Numerics.Order(rawValue: order)!)
    #expect(error <= 0.01)
  }
}
