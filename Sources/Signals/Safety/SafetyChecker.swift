public import SUMOFiles
public import SimpleFeatures

/// Says whether a plan is safe on a network's streets, and what is wrong where it is not.
///
/// It knows nothing of how plans are made or judged. Conflicts come from the junctions' requests
/// and, apart from these, from the lines of the ways; times come from ``SafetyRules``. Where the
/// network's own programme already undercuts a rule, its figure is the least that is accepted, and
/// each use of it is told as a finding of severity `as-in-network`.
///
/// Ways that cross are never accepted green at once without one that yields, whatever the network
/// shows; only vehicles of one road, or into one lane, may be side by side as it has them.
public struct SafetyChecker: Sendable {
  /// The rules it checks.
  public let rules: SafetyRules
  /// By signal: what is known of it.
  let signals: [String: SignalReference]
  /// Pairs of signals with ways that cross on one junction.
  private let neighbours: [(first: String, second: String, junction: String)]

  /// - Throws: ``SignalError`` for rules without meaning and for a network whose conflicts cannot
  ///   be told.
  public init(_ network: SUMONetwork, _ rules: SafetyRules = SafetyRules()) throws(SignalError) {
    try rules.check()
    self.rules = rules
    var signals: [String: SignalReference] = [:]
    for program in network.programs where signals[program.signal] == nil {
      signals[program.signal] = try SignalReference(program.signal, network, rules)
    }
    self.signals = signals
    neighbours = Self.neighbours(network)
  }

  private static func neighbours(
    _ network: SUMONetwork
  ) -> [(first: String, second: String, junction: String)] {
    var requests: [Int: [Int: String]] = [:]
    for connection in network.connections {
      guard let signal = connection.signal, let request = connection.request else { continue }
      requests[network.edges[network.lanes[connection.from].edge].to, default: [:]][request] =
        signal
    }
    var found: Set<[String]> = []
    for (number, signals) in requests {
      let junction = network.junctions[number]
      for (request, signal) in signals where request < junction.requests.count {
        for other in junction.requests[request].crosses {
          guard let beside = signals[other], beside != signal else { continue }
          found.insert([min(signal, beside), max(signal, beside), junction.id])
        }
      }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }.map { ($0[0], $0[1], $0[2]) }
  }

  /// What is wrong with one programme; fast enough for the inside of a search.
  public func findings(of program: SignalProgram) -> [SafetyDiagnostic] {
    guard let signal = signals[program.signal] else {
      return [
        SafetyDiagnostic(
          rule: .unknownSignal, severity: .unsafe, signal: program.signal, program: program.id,
          links: [], message: "the network has no signal \"\(program.signal)\"")
      ]
    }
    var findings = signal.formFindings(of: program, rules)
    // States that do not fit the signal say nothing about its links.
    let unreadable: Set<SafetyDiagnostic.Rule> = [
      .stateLength, .unknownLetter, .notCheckable,
    ]
    if program.stages.isEmpty || findings.contains(where: { unreadable.contains($0.rule) })
      || !(program.cycleSeconds > 0)
    {
      return findings
    }
    let (shortest, longest) = SignalReference.timelines(of: program)
    findings += signal.findings(in: shortest, rules, label: program.id)
      .filter { longest == nil || ![.maximumRed, .cycle].contains($0.rule) }
    if let longest {
      findings += signal.findings(in: longest, rules, label: program.id)
        .filter { [.maximumRed].contains($0.rule) }
    }
    findings += signal.cycleFindings(of: program, rules)
    findings += signal.stageFindings(of: program, rules)
    return findings
  }

  /// What is wrong with a plan: with each programme, and with each change from one to another.
  public func findings(of plan: SUMOPlan) -> [SafetyDiagnostic] {
    var findings: [SafetyDiagnostic] = []
    var byProgram: [[String]: [SafetyDiagnostic]] = [:]
    for program in plan.programs {
      let own = self.findings(of: program)
      if byProgram.updateValue(own, forKey: [program.signal, program.id]) != nil {
        findings.append(
          SafetyDiagnostic(
            rule: .unknownSignal, severity: .unsafe, signal: program.signal, program: program.id,
            links: [], message: "programme \"\(program.id)\" is in the plan twice"))
      }
      findings += own
    }
    let planned = Set(plan.programs.map(\.signal))
    for pair in neighbours where planned.contains(pair.first) || planned.contains(pair.second) {
      findings.append(
        SafetyDiagnostic(
          rule: .sharedJunction, severity: .asInNetwork, signal: pair.first, program: "",
          links: [],
          message: "ways of signals \"\(pair.first)\" and \"\(pair.second)\" cross on junction "
            + "\"\(pair.junction)\"; what both show together is not checked"))
    }
    var tabled: Set<String> = []
    for table in plan.tables {
      guard tabled.insert(table.signal).inserted else {
        findings.append(
          SafetyDiagnostic(
            rule: .unknownSignal, severity: .unsafe, signal: table.signal, program: table.first,
            links: [], message: "signal \"\(table.signal)\" follows two time tables"))
        continue
      }
      findings += changeFindings(table, plan, byProgram)
    }
    return findings
  }

  /// The plan as one that may leave.
  ///
  /// - Throws: ``SignalError`` `unsafe-plan` with the first of what is wrong.
  public func checked(_ plan: SUMOPlan) throws(SignalError) -> CheckedPlan {
    let findings = findings(of: plan)
    let unsafe = findings.filter { $0.severity == .unsafe }
    if let first = unsafe.first {
      let more = unsafe.count > 1 ? ", and \(unsafe.count - 1) more" : ""
      throw SignalError(
        .unsafePlan, "the plan is unsafe: \(first.message)\(more)",
        hint: "yutu signals check lists all faults.")
    }
    return CheckedPlan(plan, findings, proof: SafetyProof(plan, self, findings))
  }
}

/// A plan that a ``SafetyChecker`` has passed; nothing else makes one, and only such a plan is
/// written.
public struct CheckedPlan: Sendable {
  /// The plan.
  public let plan: SUMOPlan
  /// Where it undercuts a rule no further than the network's own programme does.
  public let findings: [SafetyDiagnostic]
  /// Why it is safe, in numbers.
  public let proof: SafetyProof

  fileprivate init(_ plan: SUMOPlan, _ findings: [SafetyDiagnostic], proof: SafetyProof) {
    self.plan = plan
    self.findings = findings
    self.proof = proof
  }
}
