import Foundation
import SimpleFeatures
import Testing

@testable import Flood

@Suite("The ground takes water as its model says")
struct InfiltrationTests {
  /// Millimetres taken by flat closed ground, if not told otherwise in an hour of 60 mm.
  private func taken(
    _ model: Infiltration.Model, rain: TimeSeries = TimeSeries(constant: 60),
    seconds: Double = 3600, forcingSeconds: Double = 1
  ) throws -> Double {
    let terrain = Channel.grid(columns: 4, rows: 4, side: 5) { _, _ in 0 }
    var setup = FloodSetup(terrain: terrain, durationSeconds: seconds)
    setup.rain = Rain(zones: [rain])
    setup.infiltration = Infiltration(classes: [model])
    setup.numerics.forcingSeconds = forcingSeconds
    let balance = try setup.finished().water
    #expect(abs(balance.relativeError) < 1e-12)
    #expect(abs(balance.rain / 400 - rain.stepIntegral(from: 0, to: seconds) / 3.6e6) < 1e-6)
    return balance.infiltrated / 400 * 1000
  }

  @Test("Green and Ampt: the depth taken solves their equation from the time of ponding on")
  func greenAmpt() throws {
    let (k, psi, deficit, intensity) = (10.0, 110.0, 0.3, 60.0)
    let found = try taken(
      .greenAmpt(
        conductivityMillimetresPerHour: k, suctionMillimetres: psi, moistureDeficit: deficit))
    // Mein and Larson (1973): all is taken until it ponds, then F − ψΔθ ln(1 + F/ψΔθ) = K t'.
    let s = psi * deficit
    let ponding = k * s / (intensity - k)
    let shifted = (ponding - s * log(1 + ponding / s)) / k
    let time = 1 - ponding / intensity + shifted
    var depth = 20.0
    for _ in 0..<200 { depth = k * time + s * log(1 + depth / s) }
    #expect(abs(found / depth - 1) < 0.005, "\(found) mm, not \(depth)")
  }

  @Test("Horton: the sum of its falling rate, where there is always water")
  func horton() throws {
    let exact = 8 + (40 - 8) / 3.0 * (1 - exp(-3))
    let found = try taken(
      .horton(
        initialMillimetresPerHour: 40, finalMillimetresPerHour: 8, decayPerHour: 3))
    #expect(abs(found / exact - 1) < 1e-3)
  }

  @Test("Horton: ground that had little rain has not tired yet, however late it is")
  func hortonLater() throws {
    let ground = Infiltration.Model.horton(
      initialMillimetresPerHour: 40, finalMillimetresPerHour: 8, decayPerHour: 3)
    func potential(_ hours: Double) -> Double { 8 * hours + 32 / 3.0 * (1 - exp(-3 * hours)) }
    // Dry for two hours, an hour of 5 mm of which all is taken, then an hour of plenty.
    let rain = try TimeSeries(seconds: [0, 7200, 10800], values: [0, 5, 60])
    let found = try taken(ground, rain: rain, seconds: 14400)
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if potential(middle) < 5 { low = middle } else { high = middle }
    }
    let exact = potential(low + 1)
    #expect(abs(found / exact - 1) < 1e-3, "\(found) mm, not \(exact)")
  }

  @Test("Ground that has taken much goes on as slowly as it should", arguments: [0.05, 0.4])
  func slow(rate: Double) throws {
    let ground = Infiltration.Model.horton(
      initialMillimetresPerHour: 2000, finalMillimetresPerHour: rate, decayPerHour: 10)
    let rain = try TimeSeries(seconds: [0, 3600], values: [600, 0])
    let after = try taken(ground, rain: rain, seconds: 3600 * 4)
    let before = try taken(ground, rain: rain, seconds: 3600 * 2)
    #expect(abs((after - before) / (2 * rate) - 1) < 0.01)
  }

  @Test("Curve number: what does not run off")
  func curveNumber() throws {
    let s = 25400 / 80.0 - 254
    let runoff = pow(60 - 0.2 * s, 2) / (60 + 0.8 * s)
    let found = try taken(.curveNumber(80, initialAbstractionRatio: 0.2))
    #expect(abs(found - (60 - runoff)) < 0.01)
  }

  @Test("Classes and zones are kept apart, cell by cell")
  func classes() throws {
    let terrain = Channel.grid(columns: 20, rows: 20, side: 5) { _, _ in 0 }
    var setup = FloodSetup(terrain: terrain, durationSeconds: 1800)
    setup.walls = (0..<400).map { $0 % 20 == 10 }
    setup.rain = Rain(
      zones: [TimeSeries(constant: 60), TimeSeries(constant: 20)],
      zoneOfCell: (0..<400).map { $0 % 20 < 10 ? 0 : 1 }, roofsDrainToGround: false)
    setup.infiltration = Infiltration(
      classes: [
        .none, .curveNumber(100, initialAbstractionRatio: 0.2),
        .curveNumber(60, initialAbstractionRatio: 0.2),
      ],
      classOfCell: (0..<400).map { $0 % 20 < 10 ? 0 : ($0 / 20 < 10 ? 1 : 2) })
    let engine = try setup.finished()
    // East of the wall 10 mm fell: none is taken at 100, all at 60 (I_a is 34 mm).
    #expect(abs(engine.water.rain - (200 * 25 * 0.03 + 180 * 25 * 0.01)) < 1e-3)
    #expect(abs(engine.water.infiltrated - 90 * 25 * 0.01) < 0.01)
    #expect(abs(engine.depth()[3, 5] - 0.03) < 1e-4)
  }
}
