import SUMOFiles
import Testing

@testable import Signals

/// The kernel is compiled without checks of its own: what is odd must not lead it astray.
@Suite("Odd streets are simulated to the end")
struct OddStreetTests {
  /// A road of many lanes, of which one leads on.
  private static func wide(_ lanes: Int, leadsOn: Int) throws -> SUMONetwork {
    func edge(_ id: String, _ from: String, _ to: String) -> String {
      let inside = (0..<lanes).map {
        "<lane id=\"\(id)_\($0)\" index=\"\($0)\" speed=\"13.89\" length=\"200\"/>"
      }
      return "<edge id=\"\(id)\" from=\"\(from)\" to=\"\(to)\">\(inside.joined())</edge>"
    }
    return try SUMONetwork(
      parsing: """
        <net version="1.9">
          \(edge("in", "a", "b"))\(edge("out", "b", "c"))
          <junction id="a" type="dead_end" x="0" y="0"/>
          <junction id="b" type="priority" x="200" y="0">
            <request index="0" response="0" foes="0" cont="0"/>
          </junction>
          <junction id="c" type="dead_end" x="400" y="0"/>
          <connection from="in" to="out" fromLane="\(leadsOn)" toLane="0" dir="s" state="M"/>
        </net>
        """)
  }

  @Test("Of forty or three thousand lanes the one that leads on is found", arguments: [40, 3000])
  func manyLanes(lanes: Int) throws {
    let model = try TrafficModel(
      network: try Self.wide(lanes, leadsOn: lanes - 2),
      demand: try SmallStreets.drivers([0, 1, 2]), beginSeconds: 0, endSeconds: 300)
    #expect(model.measures(of: model.ownPlan).finished == 3)
  }

  @Test("A lane that leads to itself is left after the rounds of the way")
  func loop() throws {
    let network = try SUMONetwork(
      parsing: """
        <net version="1.9">
          <edge id="ring" from="a" to="a">
            <lane id="ring_0" index="0" speed="13.89" length="100"/>
          </edge>
          <junction id="a" type="priority" x="0" y="0">
            <request index="0" response="0" foes="0" cont="0"/>
          </junction>
          <connection from="ring" to="ring" fromLane="0" toLane="0" dir="s" state="M"/>
        </net>
        """)
    let rounds = [String](repeating: "ring", count: 5).joined(separator: " ")
    let vehicles = (0..<8).map {
      "<vehicle id=\"\($0)\" type=\"t\" depart=\"\($0)\"><route edges=\"\(rounds)\"/></vehicle>"
    }
    let demand = try SUMODemand(
      parsing: "<routes><vType id=\"t\" sigma=\"0\" speedDev=\"0\"/>\(vehicles.joined())</routes>")
    let model = try TrafficModel(network: network, demand: demand, beginSeconds: 0, endSeconds: 900)
    let measures = model.measures(of: model.ownPlan)
    #expect(measures.finished == 8)
    #expect(measures.delaySeconds < 300)
  }

  @Test("More types of vehicles than a byte counts keep each its own")
  func manyTypes() throws {
    let types = (0..<300).map {
      "<vType id=\"t\($0)\" sigma=\"0\" speedDev=\"0\" maxSpeed=\"\(5 + Double($0) / 100)\"/>"
    }
    let vehicle = "<vehicle id=\"v\" type=\"t299\" depart=\"0\"><route edges=\"in out\"/></vehicle>"
    let others = (0..<299).map {
      "<vehicle id=\"\($0)\" type=\"t\($0)\" depart=\"\(5000 + $0)\"><route edges=\"in out\"/>"
        + "</vehicle>"
    }
    let demand = try SUMODemand(
      parsing: "<routes>\(types.joined())\(vehicle)\(others.joined())</routes>")
    let model = try TrafficModel(
      network: try SmallStreets.oneSignal([(90, "G")]), demand: demand, beginSeconds: 0,
      endSeconds: 9000)
    let alone = try TrafficModel(
      network: try SmallStreets.oneSignal([(90, "G")]),
      demand: try SUMODemand(parsing: "<routes>\(types[299])\(vehicle)</routes>"), beginSeconds: 0,
      endSeconds: 9000)
    let seconds = alone.measures(of: alone.ownPlan).vehicleSeconds
    // 1000 m at 7.99 m/s.
    #expect(abs(seconds - 1001 / 7.99) < 3)
    #expect(model.measures(of: model.ownPlan).finished == 300)
  }
}
