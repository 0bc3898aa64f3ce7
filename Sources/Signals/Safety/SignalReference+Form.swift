import SUMOFiles

extension SignalReference {
  private static let epsilon = 1e-6

  /// What is wrong with the form of a programme: its letters, its times, its kind of control.
  func formFindings(of program: SignalProgram, _ rules: SafetyRules) -> [SafetyFinding] {
    var findings: [SafetyFinding] = []
    func add(
      _ rule: SafetyFinding.Rule, stage: Int? = nil, links: [Int] = [], _ message: String,
      asInNetwork: Bool = false
    ) {
      findings.append(
        SafetyFinding(
          rule: rule, severity: asInNetwork ? .asInNetwork : .unsafe, signal: program.signal,
          program: program.id, stage: stage, links: links,
          message: "signal \"\(program.signal)\", programme \"\(program.id)\": \(message)"))
    }
    if program.stages.isEmpty { add(.duration, "it has no stages") }
    if !Self.kinds.contains(program.kind) {
      add(.notCheckable, "control of kind \"\(program.kind)\" cannot be foreseen")
    }
    if let place = program.stages.firstIndex(where: { !$0.next.isEmpty }) {
      let stage = place + 1
      add(.notCheckable, stage: stage, "stage \(stage) names the ones that follow: not foreseen")
    }
    for (place, stage) in program.stages.enumerated() {
      let number = place + 1
      let letters = Array(stage.state.utf8)
      if letters.count != links.links.count {
        add(
          .stateLength, stage: number,
          "stage \(number) shows \(letters.count) letters for \(links.links.count) links")
      }
      if let link = letters.firstIndex(where: { !Self.letters.contains($0) }) {
        add(.unknownLetter, stage: number, links: [link], "stage \(number) shows an unknown letter")
      }
      for (link, letter) in letters.enumerated()
      where link < links.links.count && Light(letter) == .other && !shows(letter, link) {
        add(
          .unregulated, stage: number, links: [link],
          "\(names[link]) shows \(Character(UnicodeScalar(letter))) in stage \(number), which "
            + "the network "
            + "never shows there")
      }
      if !(stage.duration_s > 0) || stage.duration_s > SignalProgram.longestStage_s {
        add(.duration, stage: number, "stage \(number) lasts \(stage.duration_s) s")
      } else if !isKept(stage.duration_s, rules) {
        add(
          .duration, stage: number,
          "stage \(number) lasts \(stage.duration_s) s, no multiple of the step of "
            + "\(rules.step_s) s",
          asInNetwork: programs.contains {
            $0.stages.contains { $0.duration_s == stage.duration_s }
          })
      }
    }
    if !(program.offset_s.magnitude <= SignalProgram.latest_s) {
      add(.duration, "its offset of \(program.offset_s) s is beyond a billion seconds")
    } else if !isKept(program.offset_s, rules) {
      add(
        .duration,
        "its offset of \(program.offset_s) s is no multiple of the step of \(rules.step_s) s",
        asInNetwork: programs.contains { $0.offset_s == program.offset_s })
    }
    return findings
  }

  /// Whether one of the network's own programmes shows a letter at a link.
  private func shows(_ letter: UInt8, _ link: Int) -> Bool {
    programs.contains { program in
      program.stages.contains { stage in
        let letters = Array(stage.state.utf8)
        return link < letters.count && letters[link] == letter
      }
    }
  }

  private static let letters = Set("GgyYrRuUsoO".utf8)

  /// Whether the controller's clock keeps a time.
  func isKept(_ time_s: Double, _ rules: SafetyRules) -> Bool {
    let steps = time_s / rules.step_s
    return abs(steps - steps.rounded()) < Self.epsilon
  }

  /// Cycles beyond the limits.
  func cycleFindings(of program: SignalProgram, _ rules: SafetyRules) -> [SafetyFinding] {
    let durations = program.kind == "static" ? SignalTimeline.Durations.usual : .longest
    let cycle_s = program.stages.reduce(0) { $0 + durations.of($1) }
    let asked_s = cycle_s < rules.minimumCycle_s ? rules.minimumCycle_s : rules.maximumCycle_s
    let isShort = cycle_s < rules.minimumCycle_s - Self.epsilon
    let isLong = cycle_s > rules.maximumCycle_s + Self.epsilon
    guard isShort || isLong else { return [] }
    let known = isShort ? cycle_s >= cycles_s.lowerBound : cycle_s <= cycles_s.upperBound
    return [
      SafetyFinding(
        rule: .cycle, severity: known ? .asInNetwork : .unsafe, signal: program.signal,
        program: program.id, links: [], asked_s: asked_s, found_s: cycle_s,
        message:
          "signal \"\(program.signal)\", programme \"\(program.id)\": its cycle of \(cycle_s) s is "
          + "\(isShort ? "below" : "above") \(asked_s) s")
    ]
  }

  /// Stages that end too soon after links have turned green with them.
  func stageFindings(of program: SignalProgram, _ rules: SafetyRules) -> [SafetyFinding] {
    let durations = program.kind == "static" ? SignalTimeline.Durations.usual : .shortest
    var findings: [SafetyFinding] = []
    for (place, stage) in program.stages.enumerated()
    where stage.hasGreen && !stage.isTransition && durations.of(stage) < rules.minimumGreen_s {
      let number = place + 1
      let before = Array(
        program.stages[(place + program.stages.count - 1) % program.stages.count].state.utf8)
      let letters = Array(stage.state.utf8)
      // A protected green is another light than one that yields.
      let turned = letters.indices.filter {
        Light(letters[$0]) == .green
          && (Light(before[$0]) != .green
            || letters[$0] == UInt8(ascii: "G") && before[$0] != letters[$0])
      }
      guard !turned.isEmpty else { continue }
      let known_s =
        programs.flatMap(\.stages).filter { $0.state == stage.state }.map { durations.of($0) }.min()
        ?? .infinity
      findings.append(
        SafetyFinding(
          rule: .minimumStage,
          severity: durations.of(stage) >= known_s - Self.epsilon ? .asInNetwork : .unsafe,
          signal: program.signal, program: program.id, stage: number, links: turned,
          asked_s: rules.minimumGreen_s, found_s: durations.of(stage),
          message:
            "signal \"\(program.signal)\", programme \"\(program.id)\": stage \(number) lasts "
            + "\(durations.of(stage)) s, at least \(rules.minimumGreen_s) s are asked for"))
    }
    return findings
  }
}
