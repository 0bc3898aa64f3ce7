import SUMOFiles
import Signals
import SimpleFeatures
import Testing

@testable import CityStreets

@Suite("Signals of a map at their junctions")
struct SignalSiteTests {
  /// Two divided roads: each carriageway 10 m beside the middle, a light before each crossing.
  private func divided() -> Drawing {
    var drawing = Drawing()
    let far = 300.0
    drawing.road([(-far, -10), (-10, -10), (10, -10), (far, -10)], lanes: 3, oneway: "yes")
    drawing.road([(far, 10), (10, 10), (-10, 10), (-far, 10)], lanes: 3, oneway: "yes")
    drawing.road([(10, -far), (10, -10), (10, 10), (10, far)], lanes: 3, oneway: "yes")
    drawing.road([(-10, far), (-10, 10), (-10, -10), (-10, -far)], lanes: 3, oneway: "yes")
    drawing.signal("node/12", -28, -10)
    drawing.signal("node/7", 28, 10)
    drawing.signal("node/31", 10, -28)
    drawing.signal("node/24", -10, 28)
    return drawing
  }

  @Test("Lights before a crossing of divided roads are one signal with the lowest id")
  func joined() throws {
    let streets = try divided().streets()
    let signal = try #require(streets.report.signals.first)
    #expect(streets.report.signals.count == 1)
    #expect(signal.id == "node/7")
    #expect(Set(signal.members) == ["node/7", "node/12", "node/24", "node/31"])
    #expect(signal.approaches == 4)
    #expect(streets.report.innerStreets == 4)
    // Each of four approaches may go three ways.
    let turns = Set(
      streets.network.connections.filter { $0.signal != nil }.map {
        [streets.network.lanes[$0.from].edge, streets.network.lanes[$0.to].edge]
      })
    #expect(turns.count == 12)
  }

  @Test("The checker finds nothing in programmes that are made", arguments: 1...5)
  func safe(lanes: Int) throws {
    for drawing in [Drawing.crossing(lanes: 2 * lanes), divided()] {
      let network = try drawing.streets().network
      let findings = try SafetyChecker(network).findings(of: SUMOPlan(programs: network.programs))
      #expect(findings.isEmpty, "\(findings.map(\.message))")
    }
  }

  @Test("Faster roads get longer yellows")
  func yellow() throws {
    for (speed, seconds) in [(30.0, 3.0), (50, 4), (70, 5)] {
      var drawing = Drawing()
      drawing.road([(-300, 0), (0, 0), (300, 0)], lanes: 2, speed: speed)
      drawing.road([(0, -300), (0, 0), (0, 300)], lanes: 2, speed: speed)
      drawing.signal("S", 0, 0)
      let stages = try drawing.streets().network.programs[0].stages
      #expect(stages.filter(\.isTransition).map(\.durationSeconds).allSatisfy { $0 == seconds })
    }
  }

  @Test("A cycle of the map is kept where it leaves room, and told where it does not")
  func cycles() throws {
    let kept = try Drawing.crossing(cycleSeconds: 97).streets()
    #expect(kept.network.programs[0].cycleSeconds == 97)
    #expect(kept.report.signalsWithOtherCycle.isEmpty)
    let short = try Drawing.crossing(cycleSeconds: 12).streets()
    #expect(short.network.programs[0].cycleSeconds >= 20)
    #expect(short.report.signalsWithOtherCycle == ["XH1"])
  }

  @Test("Signals away from streets, along them, and for people on foot are told, not timed")
  func elsewhere() throws {
    var drawing = Drawing.crossing()
    drawing.signal("far", 200, 200)
    drawing.signal("along", 200, 0)
    drawing.signal("zebra", -200, 0, kind: "crossing")
    drawing.signal("beside", 12, 3, kind: "crossing")
    drawing.signal("gantry", 100, 0, kind: "lane")
    let report = try drawing.streets().report
    #expect(report.signalsWithoutLanes == ["far"])
    #expect(report.signalsWithoutJunction == ["along"])
    #expect(report.crossings == ["zebra"])
    #expect(report.otherSignals == ["gantry"])
    #expect(report.signals.map(\.members) == [["XH1", "beside"]])
    #expect(report.remarks.contains { $0.contains("signals without lanes") })
  }

  @Test("A map without roads or signals is refused with what to do")
  func nothing() throws {
    let empty = #expect(throws: StreetError.self) { try Drawing().streets() }
    #expect(empty?.code == .noRoads)
    var drawing = Drawing()
    drawing.road([(-300, 0), (300, 0)])
    let unlit = #expect(throws: StreetError.self) { try drawing.streets() }
    #expect(unlit?.code == .noSignals)
    #expect(unlit?.hint?.contains("--layer traffic-signal") == true)
    drawing.signal("along", 0, 0)
    let useless = #expect(throws: StreetError.self) { try drawing.streets() }
    #expect(useless?.message.contains("none of 1 signals") == true)
  }

  @Test("An area keeps its signals and the streets that reach into it")
  func area() throws {
    var drawing = Drawing.crossing()
    drawing.road([(1000, -300), (1000, 0), (1000, 300)])
    drawing.road([(700, 0), (1000, 0), (1300, 0)])
    drawing.signal("XH2", 1000, 0)
    let all = try drawing.streets()
    #expect(Set(all.report.signals.map(\.id)) == ["XH1", "XH2"])
    let (west, east) = (Drawing.degrees(-100, -100), Drawing.degrees(100, 100))
    let part = try drawing.streets(
      in: Envelope(minX: west.x, minY: west.y, maxX: east.x, maxY: east.y))
    #expect(part.report.signals.map(\.id) == ["XH1"])
    #expect(part.network.edges.count == 8)
  }
}
