import SUMOFiles
import Signals

/// Makes the programmes of a network's signals, so that the safety checker has nothing to say.
struct ProgramMaker {
  private(set) var drafts: [ProgramDraft] = []
  /// Signals with a single stage or none: nothing crosses what they stop.
  private(set) var needless: [String] = []
  /// Signals for which no safe programme was found, and why.
  private(set) var unsafe: [(signal: String, reason: String)] = []
  private let rules: SafetyRules

  init(_ rules: SafetyRules) { self.rules = rules }

  /// Adds a signal; `links` are the connections that it governs.
  mutating func add(
    _ id: String, governed: [Int], of network: SUMONetwork, headings: [Int: SIMD2<Double>],
    phases: Int?, cycleSeconds: Double?
  ) {
    guard let first = governed.first else {
      needless.append(id)
      return
    }
    let junction = network.edges[network.lanes[network.connections[first].from].edge].to
    var served: [Int: Set<Character>] = [:]
    for connection in governed.map({ network.connections[$0] }) {
      served[connection.from, default: []].insert(connection.direction)
    }
    var order: [Int] = []
    let links = governed.map { number in
      let connection = network.connections[number]
      let edge = network.lanes[connection.from].edge
      if !order.contains(edge) { order.append(edge) }
      return SignalStages.Link(
        connection: number, fromEdge: edge, direction: connection.direction,
        request: connection.request ?? 0,
        hasOwnLane: served[connection.from]!.isSubset(of: ["l", "L", "t"]),
        speedMetresPerSecond: network.lanes[connection.from].speedMetresPerSecond)
    }
    // The greater road first.
    let approaches = order.enumerated().sorted {
      (-network.edges[$0.element].priority, $0.offset)
        < (-network.edges[$1.element].priority, $1.offset)
    }.map { (edge: $0.element, headings[$0.element] ?? SIMD2(1, 0)) }
    let stages = SignalStages(
      links, requests: network.junctions[junction].requests, approaches: approaches, most: phases)
    guard stages.stages.count > 1 else {
      needless.append(id)
      return
    }
    drafts.append(ProgramDraft(id, stages, cycleSeconds: cycleSeconds, rules))
  }

  /// Lengthens what clears the junction until the checker finds nothing.
  mutating func clear(_ network: SUMONetwork) throws(SignalError) {
    var waiting = Array(drafts.indices)
    var lastReason: [Int: String] = [:]
    for _ in 0..<8 where !waiting.isEmpty {
      var trial = network
      trial.programs = waiting.map { drafts[$0].program.program }
      let checker = try SafetyChecker(trial, rules)
      waiting = waiting.filter { number in
        let (program, blocks) = drafts[number].program
        let findings = checker.findings(of: program)
        lastReason[number] = findings.first?.message
        for finding in findings {
          guard finding.rule == .intergreen, let asked = finding.askedSeconds,
            let found = finding.foundSeconds, let stage = finding.stage.map({ $0 - 1 }),
            let block = blocks[stage]
          else { continue }
          let before =
            (block + drafts[number].clearanceSeconds.count - 1)
            % drafts[number].clearanceSeconds.count
          let more = ((asked - found) / rules.stepSeconds - 1e-6).rounded(.up) * rules.stepSeconds
          // Several links may ask for it; the one that lacks most decides.
          let nowSeconds = clearanceShown(blocks, program, before: stage)
          drafts[number].clearanceSeconds[before] = max(
            drafts[number].clearanceSeconds[before], nowSeconds + more)
        }
        return !findings.isEmpty
      }
    }
    for number in waiting.sorted(by: >) {
      unsafe.append((drafts[number].signal, lastReason[number] ?? "no safe programme was found"))
      drafts.remove(at: number)
    }
  }

  /// Leaves out signals whose programme, with its greens, breaks a rule after all, as many stages
  /// may with the longest red.
  mutating func dropUnsafe(_ network: SUMONetwork) throws(SignalError) {
    for (number, finding) in try firstFindings(network).enumerated().reversed() {
      guard let finding else { continue }
      unsafe.append((drafts[number].signal, finding.message))
      drafts.remove(at: number)
    }
  }

  /// What the checker finds first in each programme; `nil` where it finds nothing.
  private func firstFindings(
    _ network: SUMONetwork
  ) throws(SignalError) -> [SafetyDiagnostic?] {
    var trial = network
    trial.programs = programs
    let checker = try SafetyChecker(trial, rules)
    return trial.programs.map { checker.findings(of: $0).first }
  }

  /// Seconds of clearance that a programme shows before one of its stages.
  private func clearanceShown(
    _ blocks: [Int?], _ program: SignalProgram, before stage: Int
  ) -> Double {
    let before = (stage + program.stages.count - 1) % program.stages.count
    return program.stages[before].name == "clearance" ? program.stages[before].durationSeconds : 0
  }

  /// Sets the greens of all programmes; says for which the map's cycle cannot be kept.
  mutating func time(_ network: SUMONetwork, flows: [Double]?) -> [String] {
    var others: [String] = []
    for place in drafts.indices {
      let isKept = drafts[place].time(flows: flows) { network.connections[$0].from }
      if !isKept { others.append(drafts[place].signal) }
    }
    return others
  }

  /// The same, where programmes stay safe with the new greens; the others keep those they have.
  mutating func retime(_ network: SUMONetwork, flows: [Double]) throws(SignalError) -> [String] {
    let before = drafts
    let others = time(network, flows: flows)
    for (place, finding) in try firstFindings(network).enumerated() where finding != nil {
      drafts[place] = before[place]
    }
    return others
  }

  var programs: [SignalProgram] { drafts.map(\.program.program) }
}
