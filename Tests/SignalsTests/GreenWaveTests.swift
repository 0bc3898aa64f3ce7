import SUMOFiles
import Testing

@testable import Signals

@Suite("Green waves are found without a solver")
struct GreenWaveTests {
  /// Green in the first half of the cycle on the only link.
  private static func half(_ cycleSeconds: Int) -> [[Bool]] {
    [(0..<cycleSeconds).map { $0 < cycleSeconds / 2 }]
  }

  private static func leg(_ from: Int, _ to: Int, _ timeSeconds: Int) -> GreenWave.Leg {
    GreenWave.Leg(from: from, fromLink: 0, to: to, toLink: 0, timeSeconds: timeSeconds)
  }

  @Test("On a one-way road each signal waits for the one before by the time between them")
  func oneWay() {
    let wave = GreenWave(vehicles: [
      Self.leg(0, 1, 23): 100, Self.leg(1, 2, 41): 100, Self.leg(2, 3, 95): 90,
    ])
    let offsets = wave.offsetsSeconds(
      from: [7, 0, 0, 0], greens: [[[Bool]]](repeating: Self.half(60), count: 4), cycleSeconds: 60)
    let later = zip(offsets, offsets.dropFirst()).map { (($1 - $0) % 60 + 60) % 60 }
    #expect(later == [23, 41, 35])
  }

  @Test("There and back in a cycle, both directions meet green; else the busier does")
  func twoWays() {
    let greens = [Self.half(60), Self.half(60)]
    let even = GreenWave(vehicles: [Self.leg(0, 1, 30): 50, Self.leg(1, 0, 30): 50])
    let half = even.offsetsSeconds(from: [0, 0], greens: greens, cycleSeconds: 60)
    #expect(abs(half[1] - half[0]) == 30)
    let uneven = GreenWave(vehicles: [Self.leg(0, 1, 20): 80, Self.leg(1, 0, 20): 30])
    let busy = uneven.offsetsSeconds(from: [0, 0], greens: greens, cycleSeconds: 60)
    #expect(((busy[1] - busy[0]) % 60 + 60) % 60 == 20)
  }

  @Test("The legs of a real town are those between its signals, and the wave gains on them")
  func town() throws {
    guard let model = try Scenario.model("cologne8", beginSeconds: 25_200) else { return }
    let templates = model.ownPlan.programs.compactMap {
      SignalTemplate($0, leastGreensSeconds: $0.stages.map { _ in 5 })
    }
    let wave = GreenWave(model, templates)
    #expect(wave.vehicles.count > 20)
    #expect(wave.vehicles.keys.allSatisfy { $0.from != $0.to && $0.timeSeconds > 0 })
    #expect(wave.vehicles.values.reduce(0, +) > model.vehicleCount / 2)
  }
}
