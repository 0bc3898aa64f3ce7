import Foundation
import SimpleFeatures
import Testing

@testable import Flood

@Suite("Water at rest stays at rest")
struct RestTests {
  /// Three humps on a flat bed, as the folder lake-at-rest has them (Kawahara and Umetsu 1986).
  static func humps(_ x: Double, _ y: Double) -> Double {
    max(
      0, 1 - hypot(x - 30, y - 6) / 8, 1 - hypot(x - 30, y - 24) / 8,
      2.8 * (1 - hypot(x - 47.5, y - 15) / 10))
  }

  private func fastest(_ precision: Numerics.Precision, _ order: Numerics.Order) throws -> Float {
    let terrain = Channel.grid(columns: 75, rows: 30, side: 1, Self.humps)
    var setup = FloodSetup(terrain: terrain, durationSeconds: 600)
    setup.initial = .level(0.875)
    setup.roughness.everywhere = 0.04
    setup.numerics.precision = precision
    setup.numerics.order = order
    let engine = try setup.finished()
    let velocity = engine.velocity()
    #expect(engine.water.error == 0)
    return zip(velocity.east.values, velocity.north.values).reduce(0) {
      max($0, abs($1.0), abs($1.1))
    }
  }

  @Test("A lake around dry humps does not stir in ten minutes", arguments: [1, 2])
  func lake(order: Int) throws {
    let order = Numerics.Order(rawValue: order)!
    #expect(try fastest(.single, order) <= 1e-6)
    #expect(try fastest(.double, order) <= 1e-13)
  }

  @Test("Two ponds of different level behind a wall do not mix")
  func walls() throws {
    let terrain = Channel.grid(columns: 40, rows: 9, side: 2) { x, _ in 0.02 * x }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 300)
    setup.initial = .depth(
      Channel.grid(columns: 40, rows: 9, side: 2) { x, _ in max(0, (x < 40 ? 3 : 2) - 0.02 * x) })
    setup.walls = (0..<360).map { $0 % 40 == 20 || $0 % 40 == 19 }
    let engine = try setup.finished()
    let depth = engine.depth()
    #expect(engine.water.error == 0)
    for row in 0..<9 {
      #expect(depth[19, row].isNaN && depth[20, row].isNaN)
      #expect(abs(depth[5, row] - (3 - 0.02 * 11)) < 1e-5)
      #expect(abs(depth[30, row] - (2 - 0.02 * 61)) < 1e-5)
    }
  }

  @Test("An embankment thinner than a cell holds water back, until it is overtopped")
  func crests() throws {
    let terrain = Channel.grid(columns: 40, rows: 3, side: 2) { _, _ in 0 }
    func levels(_ crest: Double) throws -> (left: Float, right: Float) {
      var setup = FloodSetup(terrain: terrain, durationSeconds: 1200)
      setup.initial = .depth(
        Channel.grid(columns: 40, rows: 3, side: 2) { x, _ in x < 40 ? 2 : 0.5 })
      setup.crests = (0..<3).map {
        LeveeFace(cell: $0 * 40 + 19, isSouthern: false, heightMetres: crest)
      }
      let engine = try setup.finished()
      #expect(engine.water.error == 0)
      let depth = engine.depth()
      return (depth[3, 1], depth[36, 1])
    }
    let held = try levels(2.5)
    #expect(abs(held.left - 2) < 1e-5 && abs(held.right - 0.5) < 1e-5)
    let overtopped = try levels(1.6)
    #expect(overtopped.left < 1.75 && overtopped.left > 1.55)
    #expect(abs(overtopped.left + overtopped.right - 2.5) < 0.05)
  }
}
