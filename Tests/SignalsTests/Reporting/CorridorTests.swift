import SUMOFiles
import SimpleFeatures
import Testing

@testable import Signals

/// A grid of signals 300 m apart, named by column and row, with two-way streets of one lane and
/// green for every turn; one end of the second row bends away.
private func grid(_ columns: Int, _ rows: Int) throws -> SUMONetwork {
  func name(_ x: Int, _ y: Int) -> String { "j\(x)\(y)" }
  var edges = ""
  var connections = ""
  var (signals, junctions) = ("", "")
  let steps = [(1, 0), (0, 1), (-1, 0), (0, -1)]
  func isInside(_ x: Int, _ y: Int) -> Bool { (0..<columns).contains(x) && (0..<rows).contains(y) }
  for x in -1...columns {
    for y in -1...rows {
      let kind = isInside(x, y) ? "traffic_light" : "dead_end"
      junctions += "<junction id=\"\(name(x, y))\" type=\"\(kind)\" "
      junctions += "x=\"\(x * 300)\" y=\"\(y * 300)\"/>"
      for (dx, dy) in steps where isInside(x, y) || isInside(x + dx, y + dy) {
        let id = "\(name(x, y))_\(name(x + dx, y + dy))"
        let shape = "\(x * 300),\(y * 300) \((x + dx) * 300),\((y + dy) * 300)"
        edges += "<edge id=\"\(id)\" from=\"\(name(x, y))\" to=\"\(name(x + dx, y + dy))\">"
        edges += "<lane id=\"\(id)_0\" index=\"0\" speed=\"15\" length=\"300\" "
        edges += "shape=\"\(shape)\"/></edge>"
      }
      guard isInside(x, y) else { continue }
      var link = 0
      for (dx, dy) in steps {
        for (turn, letter) in [(0, "s"), (1, "l"), (3, "r")] {
          let way = steps[(steps.firstIndex { $0 == (dx, dy) }! + turn) % 4]
          connections += "<connection from=\"\(name(x - dx, y - dy))_\(name(x, y))\" "
          connections += "to=\"\(name(x, y))_\(name(x + way.0, y + way.1))\" fromLane=\"0\" "
          connections += "toLane=\"0\" tl=\"\(name(x, y))\" linkIndex=\"\(link)\" "
          connections += "dir=\"\(letter)\" state=\"O\"/>"
          link += 1
        }
      }
      signals += "<tlLogic id=\"\(name(x, y))\" type=\"static\" programID=\"0\" offset=\"0\">"
      signals += "<phase duration=\"60\" "
      signals += "state=\"\(String(repeating: "G", count: link))\"/></tlLogic>"
    }
  }
  return try SUMONetwork(
    parsing: "<net version=\"1.9\">\(edges)\(signals)\(junctions)\(connections)</net>")
}

/// What was counted: vehicles by edge.
private func measures(_ network: SUMONetwork, _ flow: (String) -> Float) -> TrafficMeasures {
  TrafficMeasures(
    beginSeconds: 0, endSeconds: 300, intervalSeconds: 300, intervals: 1, delaySeconds: 0,
    departDelaySeconds: 0,
    vehicles: 0, finished: 0, undeparted: 0, vehicleSeconds: 0,
    queues: network.lanes.map { _ in 0 },
    flows: network.lanes.map { flow(network.edges[$0.edge].id) },
    travelTimesSeconds: network.lanes.map { _ in 0 })
}

@Suite("The busiest corridor is a road")
struct CorridorTests {
  @Test("On a grid it goes straight on along the busiest street from end to end")
  func straight() throws {
    let network = try grid(4, 3)
    // The crossing street at each junction is busier than the next piece of the row, but for one.
    let counted = measures(network) { id in
      id == "j11_j21" ? 90 : id.contains("1_") && id.hasSuffix("1") ? 10 : 50
    }
    let corridor = try Corridor(busiestOn: network, counted)
    #expect(corridor.stops.map(\.signal) == ["j01", "j11", "j21", "j31"])
    #expect(corridor.timesSeconds == [20, 20, 20] && corridor.timesBackSeconds == [20, 20, 20])
    let straight = Set(network.connections.filter { $0.direction == "s" }.compactMap(\.linkIndex))
    for stop in corridor.stops {
      #expect(!stop.links.isEmpty && Set(stop.links).isSubset(of: straight))
      #expect(!stop.linksBack.isEmpty)
    }
  }

  @Test("It ends where nobody drives on, and where nothing straight on is ever green")
  func ends() throws {
    var network = try grid(4, 3)
    let counted = measures(network) { $0 == "j11_j21" ? 90 : $0 == "j21_j31" ? 0 : 10 }
    #expect(try Corridor(busiestOn: network, counted).stops.map(\.signal) == ["j01", "j11", "j21"])
    let all = measures(network) { $0 == "j11_j21" ? 90 : 10 }
    // The link straight on from west to east at j21 is its first.
    let place = try #require(network.programs.firstIndex { $0.signal == "j21" })
    network.programs[place].stages[0].state = "rGGGGGGGGGGG"
    #expect(try Corridor(busiestOn: network, all).stops.map(\.signal) == ["j01", "j11", "j21"])
  }

  @Test("A road that bends by more than 45° is another road")
  func bends() throws {
    for (slope, isOne) in [(0.9, true), (1.1, false)] {
      var network = try grid(3, 1)
      let edge = try #require(network.edges.firstIndex { $0.id == "j10_j20" })
      for lane in network.edges[edge].lanes {
        network.lanes[lane].shape = [SIMD2(300, 0), SIMD2(600, 300 * slope)]
      }
      let counted = measures(network) { $0.hasPrefix("j00_") ? 50 : 10 }
      let corridor = try Corridor(busiestOn: network, counted)
      #expect(corridor.stops.map(\.signal) == (isOne ? ["j00", "j10", "j20"] : ["j00", "j10"]))
    }
  }

  @Test("A network in which no two signals are on one road has none")
  func none() throws {
    #expect(throws: SignalError.self) { try Corridor(busiestOn: try grid(1, 1)) }
    let error = #expect(throws: SignalError.self) {
      try Corridor(busiestOn: try grid(2, 2), measures(try grid(2, 2)) { _ in 0 })
    }
    #expect(error?.code == .noRoute)
  }

  @Test("Names in the drawing never lie on each other and keep their order")
  func labels() {
    for wanted in [[700, 600, 100], [700, 690, 685, 100], [700.0, 130, 120, 110, 105, 100]] {
      let labels = TimeSpaceDiagram.labels(wanted)
      #expect(zip(labels, labels.dropFirst()).allSatisfy { $0 - $1 >= 26.999 })
      #expect(labels.last == wanted.last)
    }
    #expect(TimeSpaceDiagram.labels([700, 600, 100]) == [700, 600, 100])
  }

  @Test("The drawing says that of a time table only one programme is shown")
  func timeTable() throws {
    let network = try TestNetworks.avenue()
    let programs = network.programs.flatMap { own in
      ["p", "q"].map { own.changed($0, offsetSeconds: 0) { _ in } }
    }
    let changing = SUMOPlan(
      programs: programs,
      tables: [
        SUMOPlan.Table(
          signal: "A0", first: "p", switches: [SUMOPlan.Switch(timeSeconds: 1200, program: "q")])
      ])
    let corridor = try Corridor(["A0", "B0"], on: network)
    let checker = try SafetyChecker(network)
    let words = "only the programmes before 1200 s"
    let drawing = TimeSpaceDiagram(try checker.checked(changing), along: corridor, on: network)
    #expect(drawing.svg.contains(words) && drawing.svg.contains("to the next signal only"))
    let later = TimeSpaceDiagram(
      try checker.checked(changing), along: corridor, on: network, beginSeconds: 1200)
    #expect(!later.svg.contains("时段表"))
    let steady = TimeSpaceDiagram(
      try checker.checked(SUMOPlan(programs: programs)), along: corridor, on: network)
    #expect(!steady.svg.contains("时段表"))
  }
}
