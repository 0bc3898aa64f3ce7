import SUMOFiles

extension SafetyChecker {
  /// What is wrong where a time table changes programmes, beyond what is wrong within these.
  func changeFindings(
    _ table: SUMOPlan.Table, _ plan: SUMOPlan, _ byProgram: [[String]: [SafetyFinding]]
  ) -> [SafetyFinding] {
    func fault(_ rule: SafetyFinding.Rule, _ program: String, _ message: String) -> [SafetyFinding]
    {
      [
        SafetyFinding(
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
    var course: [(time_s: Double, program: SignalProgram)] = []
    for change in [SUMOPlan.Switch(time_s: -.infinity, program: table.first)] + table.switches {
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
      if let last = course.last, change.time_s <= last.time_s {
        return fault(.duration, change.program, "its time table is not in order of time")
      }
      if change.time_s != -.infinity, !(abs(change.time_s) <= 1e9) {
        return fault(.duration, change.program, "the change at \(change.time_s) s is never reached")
      }
      if change.time_s.isFinite, !signal.isKept(change.time_s, rules) {
        return fault(
          .duration, change.program,
          "the change at \(change.time_s) s is no multiple of the step of \(rules.step_s) s")
      }
      course.append((change.time_s, program))
    }
    let own = course.flatMap { change in
      byProgram[[table.signal, change.program.id]] ?? findings(of: change.program)
    }
    // Changes out of or into what cannot be read are not looked at: the plan fails anyway.
    let unreadable: Set<SafetyFinding.Rule> = [
      .stateLength, .unknownLetter, .notCheckable, .duration, .cycle,
    ]
    if own.contains(where: { $0.severity == .unsafe && unreadable.contains($0.rule) }) {
      return []
    }
    return changes(course, signal).filter { !Self.isKnown($0, own) }
  }

  /// Whether one of the programmes does the same by itself, at least as badly.
  private static func isKnown(_ finding: SafetyFinding, _ own: [SafetyFinding]) -> Bool {
    own.contains { other in
      guard other.rule == finding.rule, other.links == finding.links else { return false }
      guard let found = finding.found_s, let otherFound = other.found_s else { return true }
      return finding.rule == .maximumRed ? otherFound >= found : otherFound <= found
    }
  }

  /// The findings around the changes; those that follow each other closely are looked at together.
  private func changes(
    _ course: [(time_s: Double, program: SignalProgram)], _ signal: SignalReference
  ) -> [SafetyFinding] {
    var findings: [SafetyFinding] = []
    var first = 1
    while first < course.count {
      var last = first
      let room_s = 3 * (course.map(\.program.cycle_s).max() ?? 0)
      while last + 1 < course.count, course[last + 1].time_s - course[last].time_s <= 2 * room_s {
        last += 1
      }
      let timeline = SignalTimeline(
        from: course[first].time_s - room_s, to: course[last].time_s + room_s,
        first: course[first - 1].program, course[first...last].map { ($0.time_s, $0.program) })
      let names = course[(first - 1)...last].map(\.program.id)
      let label =
        names.count > 4
        ? "\(names[0]) > … > \(names[names.count - 1])" : names.joined(separator: " > ")
      findings += signal.findings(in: timeline, rules, label: label, at: course[first].time_s)
      first = last + 1
    }
    return findings
  }
}
