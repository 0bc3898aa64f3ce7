import SUMOFiles
import SimpleFeatures
import Testing

@testable import Signals

/// The elements of a drawing by name; `nil` where it is not well-formed.
private func elementCounts(_ drawing: String, _ network: SUMONetwork) -> [String: Int]? {
  // A reader that passes over all elements but its own reads to the end of well-formed text only.
  guard (try? SUMOPlan(parsing: "<additional>\(drawing)</additional>", for: network)) != nil else {
    return nil
  }
  var counts: [String: Int] = [:]
  for part in drawing.split(separator: "<") {
    counts[String(part.prefix { $0.isLetter }), default: 0] += 1
  }
  // Ends have no letters before their stroke.
  counts[""] = nil
  return counts
}

@Suite("Drawings of plans")
struct DiagramTests {
  private let network: SUMONetwork

  init() throws { network = try TestNetworks.avenue() }

  private func checked(_ offsetSeconds: Double, greenSeconds: Double = 28) throws -> CheckedPlan {
    try SafetyChecker(network).checked(
      SUMOPlan(programs: [
        network.programs[0].changed("p", offsetSeconds: 0) { $0[0].durationSeconds = greenSeconds },
        network.programs[1].changed("p", offsetSeconds: offsetSeconds) {
          $0[0].durationSeconds = greenSeconds
        },
      ]))
  }

  @Test("The ring of a plan is well-formed and shows each stage once and each light of each phase")
  func ring() throws {
    let drawing = try checked(0).ringDiagram
    let counts = try #require(elementCounts(drawing, network))
    #expect(counts["path"] == 20)
    let phases = network.programs.map { SignalPhase.phases(of: $0).count }
    #expect(counts["title"] == phases.reduce(0) { $0 + $1 * 10 })
    #expect(!drawing.contains("nan") && !drawing.contains("inf"))
    // One stage that fills the whole cycle is no empty arc.
    let always = SignalProgram(
      signal: "A0", id: "p", offsetSeconds: 0,
      stages: [SignalProgram.Stage(durationSeconds: 60, state: String(repeating: "G", count: 20))])
    #expect(SignalPhase.phases(of: always).count == 1)
  }

  @Test("Phases are the links that show the same, and their greens are what the stages give")
  func phases() {
    let phases = SignalPhase.phases(of: network.programs[0])
    #expect(phases.flatMap(\.links).sorted() == Array(0..<20))
    let first = phases[0]
    #expect(first.greenSeconds == 33)
    let gaps = SignalPhase.intergreens(of: network.programs[0], phases)
    #expect(gaps.allSatisfy { $0.gapSeconds >= 3 && $0.from != $0.to })
  }

  @Test("A corridor has its signals in order with their distance and the lights of its traffic")
  func corridor() throws {
    let corridor = try Corridor(["A0", "B0"], on: network)
    #expect(corridor.stops.map(\.signal) == ["A0", "B0"])
    #expect(corridor.stops[0].distanceMetres == 0)
    // The junctions lie 250 m apart.
    #expect(abs(corridor.stops[1].distanceMetres - 250) < 20)
    #expect(abs(corridor.timesSeconds[0] - corridor.stops[1].distanceMetres / 13.89) < 2)
    let straight = network.connections.filter {
      $0.signal == "B0" && $0.direction == "s"
        && network.edges[network.lanes[$0.from].edge].id.hasPrefix("A0B0")
    }
    #expect(corridor.stops[1].links == straight.compactMap(\.linkIndex))
    #expect(try Corridor(busiestOn: network).stops.map(\.signal).sorted() == ["A0", "B0"])
  }

  @Test("Corridors that cannot be are refused by name")
  func badCorridor() throws {
    #expect(throws: SignalError.self) { try Corridor(["A0"], on: network) }
    #expect(throws: SignalError.self) { try Corridor(["A0", "A0"], on: network) }
    let error = #expect(throws: SignalError.self) { try Corridor(["A0", "Z"], on: network) }
    #expect(error?.message.contains("\"Z\"") == true)
    var cut = network
    cut.connections.removeAll {
      network.edges[network.lanes[$0.from].edge].id.hasPrefix("A0B0")
        || network.edges[network.lanes[$0.to].edge].id.hasPrefix("A0B0")
    }
    #expect(throws: SignalError.self) { try Corridor(["A0", "B0"], on: cut) }
  }

  @Test(
    "The band through two signals is as wide as their greens overlap after the way",
    arguments: [0, 10, 18, 45])
  func band(offset: Int) throws {
    let corridor = try Corridor(["A0", "B0"], on: network)
    let checked = try checked(Double(offset))
    let diagram = TimeSpaceDiagram(checked, along: corridor, on: network)
    // East and west are green from second 45 to 78 of the 90 s; second by second, in steps of 0.05
    // s.
    let timeSeconds = corridor.timesSeconds[0]
    func isGreen(_ moment: Double) -> Bool {
      (45..<78).contains(moment.truncatingRemainder(dividingBy: 90))
    }
    var run = 0.0
    var best = 0.0
    for step in 0..<3600 {
      let moment = 900 + Double(step) * 0.05
      run = isGreen(moment) && isGreen(moment + timeSeconds - Double(offset)) ? run + 0.05 : 0
      best = max(best, run)
    }
    #expect(abs(diagram.bandwidthSeconds(back: false) - best) < 0.11)
    let drawing = try #require(elementCounts(diagram.svg, network))
    #expect((drawing["polygon"] ?? 0) > 0)
    #expect((drawing["rect"] ?? 0) > 10)
  }

  @Test("Both directions are equally good with half a cycle or none between two signals")
  func symmetry() throws {
    let corridor = try Corridor(["A0", "B0"], on: network)
    for offset in [0.0, 45] {
      let diagram = TimeSpaceDiagram(try checked(offset), along: corridor, on: network)
      #expect(
        abs(diagram.bandwidthSeconds(back: false) - diagram.bandwidthSeconds(back: true)) < 0.5)
    }
  }

  @Test("The programme of a time is the one of the time table")
  func tables() {
    let plan = SUMOPlan(
      programs: [network.programs[0].changed("p"), network.programs[0].changed("q")],
      tables: [
        SUMOPlan.Table(
          signal: "A0", first: "0", switches: [SUMOPlan.Switch(timeSeconds: 100, program: "p")])
      ])
    #expect(plan.program(of: "A0", at: 50, on: network)?.id == "0")
    #expect(plan.program(of: "A0", at: 100, on: network)?.id == "p")
    #expect(plan.program(of: "B0", at: 100, on: network)?.id == "0")
    #expect(SUMOPlan(programs: plan.programs).program(of: "A0", at: 0, on: network)?.id == "q")
  }
}
