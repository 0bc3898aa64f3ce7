import SUMOFiles

extension SafetyChecker {
  /// What is wrong where a time table changes programmes, beyond what is wrong within these.
  func changeFindings(
    _ table: SUMOPlan.Table, _ plan: SUMOPlan, _ byProgram: [[String]: [SafetyDiagnostic]]
  ) -> [SafetyDiagnostic] {
    func fault(_ rule: SafetyDiagnostic.Rule, _ program: String, _ message: String)
      -> [SafetyDiagnostic]
    {
      [
        SafetyDiagnostic(
          rule: rule, severity: .unsafe, signal: table.signal, program: program, links: [],
          message: "signal \"\(table.signal)\": \(message)")
      ]
    }
    guard let signal = signals[table.signal] else {
      return fault(.unknownSignal, table.first, "the network has no such signal")
    }
    var programs: [String: SignalProgram] = [:]
    for program in signal.programs { programs[program.id] = program }
    for program in plan.programs where program.signal == table.signal {
      programs[program.id] = program
    }
    var course: [(timeSeconds: Double, program: SignalProgram)] = []
    for change in [SUMOPlan.Switch(timeSeconds: -.infinity, program: table.first)] + table.switches
    {
      guard let program = programs[change.program] else {
        return fault(
          .unknownSignal, change.program,
          "its time table names programme \"\(change.program)\", "
            + "which is not there")
      }
      guard program.kind == "static" else {
        return fault(
          .notCheckable, change.program,
          "changes into or out of programme \"\(change.program)\" of kind \"\(program.kind)\" "
            + "cannot be "
            + "foreseen")
      }
      if let last = course.last, change.timeSeconds <= last.timeSeconds {
        return fault(.duration, change.program, "its time table is not in order of time")
      }
      if change.timeSeconds != -.infinity, !(abs(change.timeSeconds) <= 1e9) {
        return fault(
          .duration, change.program, "the change at \(change.timeSeconds) s is never reached")
      }
      if change.timeSeconds.isFinite, !signal.isKept(change.timeSeconds, rules) {
        return fault(
          .duration, change.program,
          "the change at \(change.timeSeconds) s is no multiple of the step "
            + "of \(rules.stepSeconds) s"
        )
      }
      course.append((change.timeSeconds, program))
    }
    let own = course.flatMap { change in
      byProgram[[table.signal, change.program.id]] ?? findings(of: change.program)
    }
    // Changes out of or into what cannot be read are not looked at: the plan fails anyway.
    let unreadable: Set<SafetyDiagnostic.Rule> = [
      .stateLength, .unknownLetter, .notCheckable, .duration, .cycle,
    ]
    if own.contains(where: { $0.severity == .unsafe && unreadable.contains($0.rule) }) {
      return []
    }
    return changes(course, signal).filter { !Self.isKnown($0, own) }
  }

  /// Whether one of the programmes does the same by itself, at least as badly.
  private static func isKnown(_ finding: SafetyDiagnostic, _ own: [SafetyDiagnostic]) -> Bool {
    own.contains { other in
      guard other.rule == finding.rule, other.links == finding.links else { return false }
      guard let found = finding.foundSeconds, let otherFound = other.foundSeconds else {
        return true
      }
      return finding.rule == .maximumRed ? otherFound >= found : otherFound <= found
    }
  }

  /// The findings around the changes; those that follow each other closely are looked at together.
  private func changes(
    _ course: [(timeSeconds: Double, program: SignalProgram)], _ signal: SignalReference
  ) -> [SafetyDiagnostic] {
    var findings: [SafetyDiagnostic] = []
    var first = 1
    while first < course.count {
      var last = first
      let roomSeconds = 3 * (course.map(\.program.cycleSeconds).max() ?? 0)
      while last + 1 < course.count,
        course[last + 1].timeSeconds - course[last].timeSeconds <= 2 * roomSeconds
      {
        last += 1
      }
      let timeline = SignalTimeline(
        from: course[first].timeSeconds - roomSeconds, to: course[last].timeSeconds + roomSeconds,
        first: course[first - 1].program, course[first...last].map { ($0.timeSeconds, $0.program) })
      let names = course[(first - 1)...last].map(\.program.id)
      let label =
        names.count > 4
        ? "\(names[0]) > … > \(names[names.count - 1])" : names.joined(separator: " > ")
      findings += signal.findings(in: timeline, rules, label: label, at: course[first].timeSeconds)
      first = last + 1
    }
    return findings
  }
}
