import SUMOFiles
import Signals
import SimpleFeatures
import TestSupport
import Testing

@testable import CityStreets

@Suite("Maps drawn at random")
struct RandomMapTests {
  /// Roads between points of a crooked grid, with lanes, one-ways and signals as they come.
  private func drawing(_ seed: UInt64) -> Drawing {
    var dice = SeededGenerator(seed: seed &* 7919 + 1)
    var drawing = Drawing()
    let classes = ["primary", "secondary", "tertiary", "residential", "service", "primary_link"]
    func place() -> (Double, Double) {
      let step = [20.0, 60, 150].randomElement(using: &dice)!
      return (
        Double(Int.random(in: -3...3, using: &dice)) * step
          + Double.random(in: -4...4, using: &dice),
        Double(Int.random(in: -3...3, using: &dice)) * step
          + Double.random(in: -4...4, using: &dice)
      )
    }
    let nodes = (0..<14).map { _ in place() }
    for _ in 0..<Int.random(in: 3...20, using: &dice) {
      let count = Int.random(in: 2...4, using: &dice)
      drawing.road(
        (0..<count).map { _ in nodes.randomElement(using: &dice)! },
        class: classes.randomElement(using: &dice)!,
        lanes: Bool.random(using: &dice) ? Int.random(in: 0...9, using: &dice) : nil,
        oneway: ["yes", "no", "-1", nil].randomElement(using: &dice)!,
        speed: Bool.random(using: &dice) ? Double.random(in: 1...120, using: &dice) : nil)
    }
    for number in 0..<6 {
      let node = nodes.randomElement(using: &dice)!
      drawing.signal(
        "s\(number)", node.0 + Double.random(in: -9...9, using: &dice), node.1,
        phases: Bool.random(using: &dice) ? Int.random(in: 1...6, using: &dice) : nil,
        cycleSeconds: Bool.random(using: &dice) ? Double.random(in: 10...400, using: &dice) : nil)
    }
    return drawing
  }

  @Test("Whatever is drawn, programmes are safe and all traffic finds its way")
  func safe() throws {
    var made = 0
    for seed in UInt64(0)..<300 {
      let streets: CityStreets
      do {
        streets = try drawing(seed).streets()
      } catch let error as StreetError {
        #expect([.noSignals, .noRoads].contains(error.code), "seed \(seed): \(error.message)")
        continue
      }
      made += 1
      let network = streets.network
      let findings = try SafetyChecker(network).findings(of: SUMOPlan(programs: network.programs))
      #expect(findings.isEmpty, "seed \(seed): \(findings.map(\.message))")
      guard let traffic = try? streets.traffic(assumedByClassFor: 600) else { continue }
      var timed = streets
      try timed.time(for: traffic.laneFlows)
      let after = try SafetyChecker(network).findings(
        of: SUMOPlan(programs: timed.network.programs))
      #expect(after.isEmpty, "seed \(seed): \(after.map(\.message))")
      let model = try TrafficModel(
        network: network, demand: traffic.demand, beginSeconds: traffic.beginSeconds,
        endSeconds: traffic.endSeconds)
      #expect(model.measures(of: model.ownPlan).delaySeconds >= 0)
    }
    #expect(made > 50, "\(made)")
  }
}
