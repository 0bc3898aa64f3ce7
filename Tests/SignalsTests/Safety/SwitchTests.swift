import SUMOFiles
import Testing

@testable import Signals

@Suite("Changes of programmes")
struct SwitchTests {
  private let network: SUMONetwork
  private let checker: SafetyChecker
  private let day: SignalProgram
  private let peak: SignalProgram

  init() throws {
    network = try TestNetworks.avenue()
    checker = try SafetyChecker(network)
    day = network.programs[0].changed("day", offsetSeconds: 12)
    peak = network.programs[0].changed("peak", offsetSeconds: -5) {
      $0[0].durationSeconds = 40
      $0[5].durationSeconds = 12
    }
  }

  @Test("What is shown around changes is what SUMO 1.28 shows")
  func asSUMO() {
    let timeline = SignalTimeline(
      from: 100, to: 400, first: day, [(200, peak), (300, network.programs[0])])
    // Recorded from SUMO: day to 200 s, peak to 300 s, then the network's own.
    let starts: [(Double, String, Int)] = [
      (100, "day", 9), (102, "day", 0), (130, "day", 1), (135, "day", 2), (138, "day", 3),
      (144, "day", 4), (147, "day", 5), (175, "day", 6), (180, "day", 7), (183, "day", 8),
      (189, "day", 9), (192, "day", 0), (200, "peak", 0), (207, "peak", 1), (212, "peak", 2),
      (215, "peak", 3), (221, "peak", 4), (224, "peak", 5), (236, "peak", 6), (241, "peak", 7),
      (244, "peak", 8), (250, "peak", 9), (253, "peak", 0), (293, "peak", 1), (298, "peak", 2),
      (300, "0", 1), (303, "0", 2), (306, "0", 3), (312, "0", 4), (315, "0", 5), (343, "0", 6),
      (348, "0", 7), (351, "0", 8), (357, "0", 9), (360, "0", 0), (388, "0", 1), (393, "0", 2),
      (396, "0", 3),
    ]
    #expect(timeline.parts.map(\.startSeconds) == starts.map(\.0))
    #expect(timeline.parts.map { timeline.programs[$0.program] } == starts.map(\.1))
    #expect(timeline.parts.map(\.stage) == starts.map(\.2))
    #expect(timeline.endSeconds == 400)
  }

  private func findings(_ timeSeconds: Double) -> [SafetyDiagnostic] {
    let longer = network.programs[0].changed("longer", offsetSeconds: 12) {
      $0[0].durationSeconds = 48
    }
    let plan = SUMOPlan(
      programs: [day, longer],
      tables: [
        SUMOPlan.Table(
          signal: "A0", first: "day",
          switches: [SUMOPlan.Switch(timeSeconds: timeSeconds, program: "longer")])
      ])
    return checker.findings(of: plan).filter { $0.severity == .unsafe && $0.timeSeconds != nil }
  }

  @Test("A change that cuts a green off without yellow is unsafe, one in the same stage is not")
  func cut() {
    // day repeats after 90 s, longer after 110 s, both from 12 s on.
    var safe = 0
    var rules: Set<SafetyDiagnostic.Rule> = []
    for second in 1000..<1990 {
      let found = findings(Double(second))
      if found.isEmpty { safe += 1 }
      rules.formUnion(found.map(\.rule))
      let positions = ((second - 12) % 90, (second - 12) % 110)
      // Both well within their first green: nothing is cut.
      if (10..<20).contains(positions.0), (10..<20).contains(positions.1) {
        #expect(found.isEmpty, "\(second): \(found.map(\.message))")
      }
      // Straight on is green in the one and the other street is in the other.
      if (10..<20).contains(positions.0), (70..<90).contains(positions.1) {
        #expect(found.contains { $0.rule == .yellow }, "\(second)")
      }
    }
    #expect(safe > 20 && safe < 700)
    #expect(rules.isSuperset(of: [.yellow, .intergreen, .minimumGreen]))
  }

  @Test("Time tables that no signal can follow are told")
  func diagnostics() {
    func rules(_ table: SUMOPlan.Table) -> Set<SafetyDiagnostic.Rule> {
      Set(
        checker.findings(of: SUMOPlan(programs: [day, peak], tables: [table]))
          .filter { $0.severity == .unsafe && $0.links.isEmpty }.map(\.rule))
    }
    typealias Table = SUMOPlan.Table
    typealias Switch = SUMOPlan.Switch
    #expect(rules(Table(signal: "Z", first: "day", switches: [])) == [.unknownSignal])
    #expect(rules(Table(signal: "A0", first: "night", switches: [])) == [.unknownSignal])
    let back = [
      Switch(timeSeconds: 900, program: "peak"), Switch(timeSeconds: 900, program: "day"),
    ]
    #expect(rules(Table(signal: "A0", first: "day", switches: back)) == [.duration])
    let half = [Switch(timeSeconds: 900.5, program: "peak")]
    #expect(rules(Table(signal: "A0", first: "day", switches: half)) == [.duration])
    #expect(rules(Table(signal: "A0", first: "day", switches: [])).isEmpty)
    // Times beyond all counting end in words, not in an endless search.
    for time in [1e17, 1e300, -1e17, .infinity, .nan] {
      let never = [Switch(timeSeconds: time, program: "peak")]
      #expect(rules(Table(signal: "A0", first: "day", switches: never)) == [.duration])
    }
  }
}
