import SUMOFiles
import Signals
import SimpleFeatures
import TestSupport
import Testing

@Suite("Safety of plans")
struct SafetyCheckerTests {
  private let network: SUMONetwork
  private let checker: SafetyChecker
  private let own: SignalProgram

  init() throws {
    network = try TestNetworks.avenue()
    checker = try SafetyChecker(network)
    own = network.programs[0]
  }

  /// The rules that a programme breaks worse than the network's own does.
  private func broken(_ program: SignalProgram) -> Set<SafetyDiagnostic.Rule> {
    Set(checker.findings(of: program).filter { $0.severity == .unsafe }.map(\.rule))
  }

  private func broken(_ change: (inout [SignalProgram.Stage]) -> Void) -> Set<SafetyDiagnostic.Rule>
  {
    broken(own.changed("p", change))
  }

  /// A state with other letters at some links.
  private func state(_ state: String, _ letters: [Int: Character]) -> String {
    String(state.enumerated().map { letters[$0.offset] ?? $0.element })
  }

  @Test("The network's own programmes pass; what they break is told as such")
  func ownProgrammes() throws {
    let plan = SUMOPlan(programs: network.programs)
    let checked = try checker.checked(plan)
    #expect(checked.plan == plan)
    #expect(!checked.findings.isEmpty)
    #expect(checked.findings.allSatisfy { $0.severity == .asInNetwork })
    // 50 km/h ask for 3.3 s of yellow, SUMO's nets show 3 s.
    #expect(
      checked.findings.contains {
        $0.rule == .yellow && $0.foundSeconds == 3
          && abs(($0.askedSeconds ?? 0) - (1 + 13.89 / 6)) < 1e-9
      })
  }

  @Test(
    "The programmes of real nets pass",
    .enabled(if: TestData.isExpected, "no test data: set YUTU_TEST_DATA to its folder"),
    arguments: TestNetworks.names)
  func real(name: String) throws {
    let network = try TestNetworks.real(name)
    let checked = try SafetyChecker(network).checked(SUMOPlan(programs: network.programs))
    #expect(checked.findings.allSatisfy { $0.severity == .asInNetwork })
    #expect(checked.proof.json["result"]?.string == "passed")
  }

  @Test("Other durations and offsets within the limits pass")
  func durations() {
    let changed = own.changed(offsetSeconds: 17) {
      $0[0].durationSeconds = 12
      $0[3].durationSeconds = 5
      $0[5].durationSeconds = 61
    }
    #expect(broken(changed).isEmpty)
  }

  @Test("Two ways that cross may not be green at once")
  func conflict() throws {
    // 1 goes straight on, 5 crosses it straight on: yielding is not enough.
    for letter in ["G", "g"] as [Character] {
      #expect(broken { $0[0].state = state($0[0].state, [5: letter]) }.contains(.conflict))
    }
    // Where no rule says who yields, nothing but red helps.
    var lawless = network
    for junction in lawless.junctions.indices {
      for request in lawless.junctions[junction].requests.indices {
        lawless.junctions[junction].requests[request].yieldsTo = []
      }
    }
    let changed = own.changed { $0[0].state = state($0[0].state, [5: "g"]) }
    let found = try SafetyChecker(lawless).findings(of: changed).filter { $0.severity == .unsafe }
    #expect(found.contains { $0.rule == .conflict && $0.links == [1, 5] && $0.stage == 1 })
    // The lines of the ways alone are enough to see it.
    for junction in lawless.junctions.indices { lawless.junctions[junction].requests = [] }
    for way in lawless.connections.indices { lawless.connections[way].request = nil }
    for crossing in lawless.crossings.indices { lawless.crossings[crossing].request = nil }
    let seen = try SafetyChecker(lawless).findings(of: changed).filter { $0.severity == .unsafe }
    #expect(seen.contains { $0.rule == .conflict && $0.links == [1, 5] })
  }

  @Test("Ways that cross are refused even where the network shows both green")
  func conflictInNetwork() throws {
    var bad = network
    bad.programs[0].stages[0].state = state(own.stages[0].state, [5: "G"])
    let checker = try SafetyChecker(bad)
    let found = checker.findings(of: bad.programs[0]).filter { $0.severity == .unsafe }
    #expect(found.contains { $0.rule == .conflict && $0.links == [1, 5] })
    #expect(throws: SignalError.self) { try checker.checked(SUMOPlan(programs: bad.programs)) }
    #expect(checker.findings(of: bad.programs[1]).allSatisfy { $0.severity == .asInNetwork })
  }

  @Test("Lights that leave it to the drivers are refused where the network has none")
  func unregulated() {
    for letter in ["o", "O", "s"] as [Character] {
      #expect(broken { $0[3].state = state($0[3].state, [0: letter]) }.contains(.unregulated))
    }
  }

  @Test("Who turns left must yield to who comes towards them, or be alone")
  func leftTurn() {
    // 2 turns left across 9, which goes straight on: g yields, G does not.
    #expect(own.stages[0].state.hasPrefix("gGg"))
    #expect(broken { _ in }.isEmpty)
    let found = broken { $0[0].state = state($0[0].state, [2: "G"]) }
    #expect(found == [.mustYield])
  }

  @Test("A left turn gets no green of its own while who came towards it still shows yellow")
  func protectedGreen() {
    // 2 turns left across 9; its own green begins as 9 turns yellow.
    let found = broken {
      let yellow = $0.firstIndex { $0.state.utf8.dropFirst(9).first == UInt8(ascii: "y") }!
      $0[yellow].state = state($0[yellow].state, [2: "G"])
    }
    #expect(found.contains(.intergreen))
  }

  @Test("A light that is off goes with no green across it")
  func offAndGreen() throws {
    // A night programme with all lights off allows these letters, but not beside green.
    var night = network
    night.programs.append(
      SignalProgram(
        signal: own.signal, id: "night", offsetSeconds: 0,
        stages: [
          .init(
            durationSeconds: 60,
            state: String(repeating: "o", count: own.stages[0].state.utf8.count))
        ]))
    let checker = try SafetyChecker(night)
    let mixed = own.changed("p") { $0[0].state = state($0[0].state, [5: "O"]) }
    let found = checker.findings(of: mixed).filter { $0.severity == .unsafe }
    #expect(found.contains { $0.rule == .conflict && $0.links == [1, 5] })
  }

  @Test("The least greens are those with which a programme stays safe")
  func leastGreens() {
    let least = checker.leastGreensSeconds(of: own)
    for (place, seconds) in least.enumerated() where own.stages[place].hasGreen {
      let shorter = own.changed("p") { $0[place].durationSeconds = Double(seconds) }
      #expect(broken(shorter).isEmpty, "stage \(place) of \(seconds) s")
    }
    #expect(zip(least, own.stages).allSatisfy { Double($0) <= max($1.durationSeconds, 5) })
  }

  @Test("People and vehicles that do not yield are not green at once")
  func crossing() {
    // The crossing of the approach whose vehicles go straight on.
    #expect(broken { $0[0].state = state($0[0].state, [16: "G"]) }.contains(.mustYield))
  }

  @Test("Green never turns to red without its yellow")
  func yellow() {
    #expect(broken { $0.remove(at: 2) }.contains(.yellow))
    // A left turn has its own green after it.
    #expect(broken { $0[2].durationSeconds = 2 } == [.yellow, .intergreen])
    #expect(broken { $0[4].durationSeconds = 2 } == [.yellow, .intergreen])
    #expect(broken { $0[2].durationSeconds = 4 }.isEmpty)
    #expect(broken { $0[2].state = $0[2].state.replacing("y", with: "s") }.contains(.yellow))
  }

  @Test("A pair of links keeps the gap that the network shows")
  func intergreen() {
    // 3 s of yellow after the protected left turns, shortened by letting the next start during
    // them.
    let next = own.stages[5].state
    let found = checker.findings(
      of: own.changed {
        $0[4].state = String(
          zip($0[4].state, next).map { $0 == "r" && $1 != "r" && $1 != "g" ? $1 : $0 })
      })
    let gap = found.first { $0.rule == .intergreen && $0.severity == .unsafe }
    #expect(gap?.foundSeconds == 0)
    #expect(gap?.stage == 5)
    #expect(gap?.links.count == 2)
  }

  @Test("Greens are not shorter than 5 s, nor than what people need")
  func green() {
    #expect(broken { $0[3].durationSeconds = 4 } == [.minimumStage])
    #expect(broken { $0[3].durationSeconds = 5 }.isEmpty)
    #expect(broken { $0[0].durationSeconds = 4 }.isSuperset(of: [.pedestrianGreen, .minimumStage]))
  }

  @Test("Nobody waits longer than the longest red, and everybody gets green")
  func red() {
    #expect(broken { $0[0].durationSeconds = 170 } == [.maximumRed])
    #expect(broken { $0[0].durationSeconds = 300 } == [.maximumRed, .cycle])
    let found = broken {
      for stage in $0.indices { $0[stage].state = state($0[stage].state, [3: "r"]) }
    }
    #expect(found.contains(.neverGreen))
  }

  @Test("Limits are parameters, checked as such")
  func parameters() throws {
    var rules = SafetyRules()
    rules.maximumRedSeconds = 300
    rules.maximumCycleSeconds = 400
    let lenient = try SafetyChecker(network, rules)
    #expect(
      lenient.findings(of: own.changed { $0[0].durationSeconds = 170 }).allSatisfy {
        $0.severity == .asInNetwork
      })
    rules.decelerationMetresPerSecondSquared = 0
    #expect(throws: SignalError.self) { try SafetyChecker(network, rules) }
    rules = SafetyRules()
    rules.stepSeconds = .nan
    #expect(throws: SignalError.self) { try SafetyChecker(network, rules) }
  }

  @Test("States that do not fit the signal, and times that no controller keeps, are told")
  func form() {
    #expect(broken { $0[0].state.removeLast() } == [.stateLength])
    #expect(broken { $0[0].state = state($0[0].state, [4: "?"]) } == [.unknownLetter])
    #expect(broken { $0[0].durationSeconds = 28.5 } == [.duration])
    #expect(broken { $0[0].durationSeconds = 0 }.contains(.duration))
    #expect(broken { $0[0].durationSeconds = .nan }.contains(.duration))
    #expect(broken { $0.removeAll() } == [.duration])
    #expect(broken(own.changed(offsetSeconds: 0.25)) == [.duration])
    #expect(broken { for stage in $0.indices { $0[stage].durationSeconds = 1 } }.contains(.cycle))
    #expect(broken { $0[0].next = [3] } == [.notCheckable])
    var program = own
    program.kind = "NEMA"
    #expect(broken(program) == [.notCheckable])
    program.signal = "Z"
    #expect(broken(program) == [.unknownSignal])
  }

  @Test("Where detectors decide, the shortest and the longest course count")
  func actuated() {
    var program = own.changed {
      $0[0].minimumSeconds = 28
      $0[0].maximumSeconds = 60
    }
    program.kind = "actuated"
    #expect(broken(program).isEmpty)
    program.stages[3].minimumSeconds = 2
    #expect(broken(program).contains(.minimumStage))
    program.stages[3].minimumSeconds = 6
    program.stages[0].maximumSeconds = 190
    #expect(broken(program).isSuperset(of: [.maximumRed]))
  }

  @Test("Programmes that cannot be foreseen are no example of what is accepted")
  func noExample() throws {
    var other = network
    other.programs[0].kind = "NEMA"
    // A network that shows its stages without the yellow between them.
    other.programs[0].stages.removeAll { $0.isTransition }
    let checker = try SafetyChecker(other)
    var plan = other.programs[0].changed("p")
    plan.kind = "static"
    let found = checker.findings(of: plan).filter { $0.severity == .unsafe }
    #expect(found.contains { $0.rule == .yellow })
    other.programs[0].kind = "static"
    let lenient = try SafetyChecker(other).findings(of: plan).filter { $0.severity == .unsafe }
    #expect(!lenient.contains { $0.rule == .yellow })
  }

  @Test("An unsafe plan does not become a checked one")
  func refused() {
    let plan = SUMOPlan(programs: [own.changed { $0.remove(at: 2) }])
    let error = #expect(throws: SignalError.self) { _ = try checker.checked(plan) }
    #expect(error?.code == .unsafePlan)
    #expect(error?.message.contains("A0") == true)
    #expect(error?.hint != nil)
    let twice = SUMOPlan(programs: [own.changed(), own.changed()])
    #expect(throws: SignalError.self) { try checker.checked(twice) }
  }

  @Test("The proof names the gap of every pair of conflicting links")
  func proof() throws {
    let proof = try checker.checked(SUMOPlan(programs: [own.changed()])).proof.json
    let programme = try #require(proof["programmes"]?.items?.first)
    let pairs = try #require(programme["pairs"]?.items)
    #expect(pairs.count > 50)
    for pair in pairs {
      let together = pair["green_together"]?.string == "one yields"
      let gaps = try #require(pair["gap_s"]?.items).map(\.number)
      let asked = try #require(pair["gap_accepted_s"]?.items).map(\.number)
      #expect(asked.allSatisfy { $0 != nil })
      for (gap, asked) in zip(gaps, asked) where gap != nil {
        #expect(try #require(gap) >= #require(asked) - 1e-6)
      }
      #expect(together || gaps.contains { $0 != nil })
    }
  }
}
