import Foundation
import SUMOFiles
import SimpleFeatures
import TestSupport
import Testing

@testable import Signals

/// What holds for any network and routes: they are refused in words, or simulated to an end.
///
/// The simulation checks no index, so that what passes the readers must fit it.
@Suite("Garbled networks and routes in the simulation")
struct ModelFuzzTests {
  private static let count =
    ProcessInfo.processInfo.environment["YUTU_FUZZ_COUNT"].flatMap { Int($0) } ?? 3000

  /// Two streets that cross at a signal; who turns waits within the junction.
  private static let network = """
    <net version="1.20"><edge id=":J_0" function="internal"><lane id=":J_0_0" speed="13.9"
    length="20"/></edge><edge id=":J_1" function="internal"><lane id=":J_1_0" speed="13.9"
    length="8"/></edge><edge id=":J_2" function="internal"><lane id=":J_2_0" speed="6.5"
    length="9"/></edge><edge id="e1" from="A" to="J" priority="1"><lane id="e1_0" speed="13.9"
    length="200"/><lane id="e1_1" speed="13.9" length="200"/></edge><edge id="e2" from="J" to="B"
    priority="1"><lane id="e2_0" speed="13.9" length="30"/></edge><edge id="e3" from="C" to="J"
    priority="1"><lane id="e3_0" speed="13.9" length="60"/></edge><edge id="e4" from="J" to="D"
    priority="1"><lane id="e4_0" speed="13.9" length="7"/></edge><tlLogic id="J" type="static"
    programID="0" offset="0"><phase duration="30" state="Ggr"/><phase duration="5" state="yyr"/>
    <phase duration="30" state="rrG"/><phase duration="5" state="rry"/></tlLogic>
    <junction id="A" type="priority" x="0" y="0"/><junction id="B" type="priority" x="0" y="0"/>
    <junction id="C" type="priority" x="0" y="0"/><junction id="D" type="priority" x="0" y="0"/>
    <junction id="J" type="traffic_light" x="0" y="0"><request index="0" response="000" foes="100"
    cont="0"/><request index="1" response="100" foes="100" cont="1"/><request index="2"
    response="000" foes="011" cont="0"/></junction><connection from="e1" to="e2" fromLane="0"
    toLane="0" via=":J_0_0" tl="J" linkIndex="0" dir="s" state="o"/><connection from="e1" to="e4"
    fromLane="1" toLane="0" via=":J_1_0" tl="J" linkIndex="1" dir="l" state="o"/><connection
    from="e3" to="e4" fromLane="0" toLane="0" via=":J_2_0" tl="J" linkIndex="2" dir="s" state="o"/>
    <connection from=":J_1" to="e4" fromLane="0" toLane="0" via=":J_2_0" dir="l" state="m"/></net>
    """

  private static let routes = """
    <routes><vType id="c" length="5" minGap="2.5" accel="2.6" decel="4.5" tau="1" sigma="0.5"
    maxSpeed="55" speedFactor="normc(1,0.1,0.2,2)"/><vType id="b" vClass="bus"/><route id="r"
    edges="e1 e2"/><flow id="f" type="c" begin="0" end="300" number="60" route="r"/><flow id="g"
    type="b" begin="0" end="200" period="5" from="e3" to="e4"/><flow id="h" type="c" begin="10"
    number="30" period="4" departSpeed="9" departLane="1"><route edges="e1 e4"/></flow></routes>
    """

  private static let values = [
    "0", "-1", "1", "2", "3", "0.01", "0.1", "0.5", "7", "60", "100", "199", "500", "1000", "9999",
    "86400", "1e6", "1e9", "1e308", "nan", "", "e1", "e2", "e3", "e4", "J", "A", "GGG", "rrr",
    "yyy", "gGO", "111", "000", "10", ":J_0_0", ":J_1_0", ":J_2_0", "e1 e2", "e3 e4 e4", "bus",
    "free", "max", "31", "32", "64",
  ]

  /// A text with a few of its attributes' values changed and a few of its elements twice or gone.
  private static func mutated(_ sample: String, _ steps: inout SeededGenerator) -> String {
    var parts = sample.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<Int.random(in: 0...3, using: &steps) {
      let place = Int.random(in: 0..<parts.count / 2, using: &steps) * 2 + 1
      parts[place] =
        Bool.random(using: &steps)
        ? values.randomElement(using: &steps)!
        : parts[Int.random(in: 0..<parts.count / 2, using: &steps) * 2 + 1]
    }
    var elements = parts.joined(separator: "\"").split(
      separator: "<", omittingEmptySubsequences: false)
    if Int.random(in: 0..<4, using: &steps) == 0 {
      let place = Int.random(in: 1..<elements.count, using: &steps)
      if Bool.random(using: &steps) {
        elements.remove(at: place)
      } else {
        elements.insert(elements[place], at: place)
      }
    }
    return elements.joined(separator: "<")
  }

  @Test("They do no harm")
  func simulated() throws {
    var steps = SeededGenerator(seed: 11)
    var (refused, driven) = (0, 0)
    for number in 0..<Self.count {
      let text = (Self.mutated(Self.network, &steps), Self.mutated(Self.routes, &steps))
      do {
        let network = try SUMONetwork(parsing: text.0)
        let demand = try SUMODemand(parsing: text.1)
        guard demand.vehicles.count <= 2000 else { continue }
        let model = try TrafficModel(
          network: network, demand: demand, beginSeconds: 0, endSeconds: 400)
        let measures = model.measures(of: SUMOPlan(programs: network.programs))
        driven += 1
        #expect(
          measures.delaySeconds.isFinite && measures.delaySeconds >= 0
            && measures.finished + measures.undeparted <= measures.vehicles,
          "\(number): \(measures.delaySeconds) s, \(measures.finished) of \(measures.vehicles)"
        )
      } catch let error as SUMOError {
        refused += 1
        #expect(error.message.utf8.count < 900, "input \(number)")
      } catch let error as SignalError {
        refused += 1
        #expect(error.message.utf8.count < 900, "input \(number)")
      }
    }
    #expect(refused > Self.count / 20 && driven > Self.count / 20, "\(refused), \(driven)")
  }
}
