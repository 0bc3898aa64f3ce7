import Parking
import Testing

@Suite("An afternoon of guided drivers")
struct GuidanceTests {
  private func check(_ instance: GuidanceInstance, _ result: GuidanceResult) {
    // Each driver is parked or has no space, and lots hold who parked there.
    var cars = instance.lots.map { _ in 0 }
    for (driver, outcome) in zip(instance.drivers, result.outcomes) {
      guard let lot = outcome.lot else {
        #expect(outcome.costSeconds == instance.unservedSeconds)
        continue
      }
      cars[lot] += 1
      // Nobody pays less than for the direct way.
      let spared = max(0, 1 - driver.slowness) * 900
      #expect(
        outcome.costSeconds >= GuidanceInstance.costSeconds(driver, instance.lots[lot]) - spared)
    }
    #expect(cars == result.guided)
    for (j, lot) in instance.lots.enumerated() {
      #expect(result.fullest[j] <= lot.capacity)
      #expect(result.guided[j] <= result.freeSinceSeconds[j].count)
      let times = result.freeSinceSeconds[j]
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test("Each driver ends parked or without a space, and no lot is over-full")
  func conservation() {
    for seed in UInt64(1)...3 {
      let instance = GuidanceInstance(seed: seed, ratio: 0.9, drivers: 200, lots: 10)
      var greedy = GreedyGuidance()
      check(instance, GuidanceSimulation.play(instance, &greedy))
      var foresight = ForesightGuidance(past: (0..<5).map { instance.pastDay($0) })
      check(instance, GuidanceSimulation.play(instance, &foresight))
    }
  }

  @Test("The same seed plays the same afternoon")
  func deterministic() {
    let results = (0..<2).map { _ in
      let instance = GuidanceInstance(seed: 9, ratio: 1.05, drivers: 150, lots: 8)
      var policy = ForesightGuidance(past: (0..<5).map { instance.pastDay($0) })
      return GuidanceSimulation.play(instance, &policy)
    }
    #expect(results[0] == results[1])
  }

  @Test("Foresight costs all together less than sending each to the cheapest lot free now")
  func better() {
    var sums = (0.0, 0.0)
    for seed in UInt64(1)...3 {
      let instance = GuidanceInstance(seed: seed, ratio: 1.05, drivers: 300, lots: 15)
      var greedy = GreedyGuidance()
      var foresight = ForesightGuidance(past: (0..<10).map { instance.pastDay($0) })
      sums.0 += GuidanceSimulation.play(instance, &greedy).costSeconds
      sums.1 += GuidanceSimulation.play(instance, &foresight).costSeconds
    }
    #expect(sums.1 < 0.97 * sums.0)
  }
}
