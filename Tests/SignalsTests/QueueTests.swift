import SUMOFiles
import Testing

@testable import Signals

@Suite("Queues before signals")
struct QueueTests {
  @Test("On a free road nobody loses time")
  func free() throws {
    let network = try SmallStreets.oneSignal([(60, "G"), (3, "y")])
    let model = try TrafficModel(
      network: network, demand: try SmallStreets.drivers([0]), beginSeconds: 0, endSeconds: 300)
    let measures = model.measures(of: model.ownPlan)
    #expect(measures.finished == 1)
    #expect(abs(measures.delaySeconds) < 1)
    #expect(abs(measures.vehicleSeconds - 1001 / 13.89) < 1)
  }

  @Test("Uniform arrivals wait as the textbook says, plus start and acceleration")
  func uniform() throws {
    // Webster's first term: C (1 - g/C)^2 / (2 (1 - q/s)).
    let (cycleSeconds, greenSeconds, every_s) = (60.0, 27.0, 5.0)
    let network = try SmallStreets.oneSignal([(greenSeconds, "G"), (3, "y"), (30, "r")])
    let departsSeconds = Array(stride(from: 0, to: 3600, by: every_s))
    let model = try TrafficModel(
      network: network, demand: try SmallStreets.drivers(departsSeconds), beginSeconds: 0,
      endSeconds: 4000)
    let delaySeconds = model.delaySeconds(of: model.ownPlan)
    // 1.77 s between vehicles once they move: a headway of 1 s, the excess, 7.5 m at 13.89 m/s.
    let saturation = 1 / 1.77
    let redSeconds = cycleSeconds - greenSeconds - 1.5
    let uniformSeconds =
      redSeconds * redSeconds / (2 * cycleSeconds * (1 - 1 / every_s / saturation))
    #expect(
      delaySeconds > uniformSeconds && delaySeconds < uniformSeconds + 5,
      "\(delaySeconds) against \(uniformSeconds)")
  }

  @Test("A standing queue leaves at the headway of Krauss' model")
  func saturation() throws {
    let network = try SmallStreets.oneSignal([(100, "r"), (200, "G"), (3, "y")], lengthMetres: 800)
    let model = try TrafficModel(
      network: network,
      demand: try SmallStreets.drivers((0..<60).map { Double($0) }), beginSeconds: 0,
      endSeconds: 303)
    let measures = model.measures(of: model.ownPlan, intervalSeconds: 10)
    let lane = network.lanes.firstIndex { $0.id == "in_0" }!
    let flows = (0..<measures.intervals).map { measures.flows[lane * measures.intervals + $0] }
    #expect(flows[0..<10].allSatisfy { $0 == 0 })
    // 20 s into green the speed is reached: 10 s hold five or six vehicles.
    let later = flows[13..<18].reduce(0, +)
    #expect(later > 26 && later < 30, "\(flows)")
    #expect(flows.reduce(0, +) == 60)
  }

  @Test("Every vehicle is somewhere: at its goal, on the road or still waiting to start")
  func conservation() throws {
    let network = try SmallStreets.oneSignal([(5, "G"), (3, "y"), (52, "r")], lengthMetres: 100)
    let demand = try SmallStreets.drivers((0..<400).map { Double($0) * 2 })
    let model = try TrafficModel(network: network, demand: demand, beginSeconds: 0, endSeconds: 800)
    let measures = model.measures(of: model.ownPlan)
    let passed = measures.flows[0..<measures.intervals].reduce(0, +)
    #expect(measures.vehicles == 400)
    #expect(measures.undeparted > 300)
    let onRoad = measures.vehicles - measures.finished - measures.undeparted
    #expect(onRoad >= 0 && onRoad < 30)
    #expect(Int(passed) >= measures.finished)
    // Who cannot get onto the full road waits and is counted.
    #expect(measures.departDelaySeconds > 0.8 * measures.delaySeconds)
  }

  @Test("A full road holds back the one before it, and none is lost")
  func spillback() throws {
    let open = try SmallStreets.oneSignal([(60, "G"), (3, "y")], lengthMetres: 200)
    let shut = try SmallStreets.oneSignal([(60, "r")], lengthMetres: 200)
    let demand = try SmallStreets.drivers((0..<100).map { Double($0) * 3 })
    let model = try TrafficModel(network: open, demand: demand, beginSeconds: 0, endSeconds: 600)
    let free = model.measures(of: model.ownPlan)
    #expect(free.finished == 100)
    let blocked = model.measures(of: SUMOPlan(programs: shut.programs))
    #expect(blocked.finished == 0)
    // 200 m hold 26 or 27 vehicles of 7.5 m.
    #expect((99 - 27...100 - 25).contains(blocked.undeparted), "\(blocked.undeparted)")
  }

  @Test("The same seed gives the same numbers, another one others")
  func reproducible() throws {
    let scenario = try Scenario.cologne1()
    guard let scenario else { return }
    let first = scenario.measures(of: scenario.ownPlan, seed: 3)
    #expect(first == scenario.measures(of: scenario.ownPlan, seed: 3))
    #expect(first.delaySeconds != scenario.measures(of: scenario.ownPlan, seed: 4).delaySeconds)
  }
}
