import SUMOFiles

extension SignalReference {
  private static let epsilon = 1e-6

  /// What is wrong with the form of a programme: its letters, its times, its kind of control.
  func formFindings(of program: SignalProgram, _ rules: SafetyRules) -> [SafetyDiagnostic] {
    var findings: [SafetyDiagnostic] = []
    func add(
      _ rule: SafetyDiagnostic.Rule, stage: Int? = nil, links: [Int] = [], _ message: String,
      asInNetwork: Bool = false
    ) {
      findings.append(
        SafetyDiagnostic(
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
      where link < links.links.count && SignalAspect(letter) == .other && !shows(letter, link) {
        add(
          .unregulated, stage: number, links: [link],
          "\(names[link]) shows \(Character(UnicodeScalar(letter))) in stage \(number), which "
            + "the network "
            + "never shows there")
      }
      if !(stage.durationSeconds > 0) || stage.durationSeconds > SignalProgram.longestStageSeconds {
        add(.duration, stage: number, "stage \(number) lasts \(stage.durationSeconds) s")
      } else if !isKept(stage.durationSeconds, rules) {
        add(
          .duration, stage: number,
          "stage \(number) lasts \(stage.durationSeconds) s, no multiple of the step of "
            + "\(rules.stepSeconds) s",
          asInNetwork: programs.contains {
            $0.stages.contains { $0.durationSeconds == stage.durationSeconds }
          })
      }
    }
    if !(program.offsetSeconds.magnitude <= SignalProgram.latestSeconds) {
      add(.duration, "its offset of \(program.offsetSeconds) s is beyond a billion seconds")
    } else if !isKept(program.offsetSeconds, rules) {
      add(
        .duration,
        "its offset of \(program.offsetSeconds) s is no multiple of the step "
          + "of \(rules.stepSeconds) s",
        asInNetwork: programs.contains { $0.offsetSeconds == program.offsetSeconds })
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
  func isKept(_ timeSeconds: Double, _ rules: SafetyRules) -> Bool {
    let steps = timeSeconds / rules.stepSeconds
    return abs(steps - steps.rounded()) < Self.epsilon
  }

  /// Cycles beyond the limits.
  func cycleFindings(of program: SignalProgram, _ rules: SafetyRules) -> [SafetyDiagnostic] {
    let durations = program.kind == "static" ? SignalTimeline.Durations.usual : .longest
    let cycleSeconds = program.stages.reduce(0) { $0 + durations.of($1) }
    let askedSeconds =
      cycleSeconds < rules.minimumCycleSeconds
      ? rules.minimumCycleSeconds : rules.maximumCycleSeconds
    let isShort = cycleSeconds < rules.minimumCycleSeconds - Self.epsilon
    let isLong = cycleSeconds > rules.maximumCycleSeconds + Self.epsilon
    guard isShort || isLong else { return [] }
    let known =
      isShort ? cycleSeconds >= cyclesSeconds.lowerBound : cycleSeconds <= cyclesSeconds.upperBound
    return [
      SafetyDiagnostic(
        rule: .cycle, severity: known ? .asInNetwork : .unsafe, signal: program.signal,
        program: program.id, links: [], askedSeconds: askedSeconds, foundSeconds: cycleSeconds,
        message:
          "signal \"\(program.signal)\", programme \"\(program.id)\": "
          + "its cycle of \(cycleSeconds) s is "
          + "\(isShort ? "below" : "above") \(askedSeconds) s")
    ]
  }

  /// Stages that end too soon after links have turned green with them.
  func stageFindings(of program: SignalProgram, _ rules: SafetyRules) -> [SafetyDiagnostic] {
    let durations = program.kind == "static" ? SignalTimeline.Durations.usual : .shortest
    var findings: [SafetyDiagnostic] = []
    for (place, stage) in program.stages.enumerated()
    where stage.hasGreen && !stage.isTransition && durations.of(stage) < rules.minimumGreenSeconds {
      let number = place + 1
      let before = Array(
        program.stages[(place + program.stages.count - 1) % program.stages.count].state.utf8)
      let letters = Array(stage.state.utf8)
      // A protected green is another light than one that yields.
      let turned = letters.indices.filter {
        SignalAspect(letters[$0]) == .green
          && (SignalAspect(before[$0]) != .green
            || letters[$0] == UInt8(ascii: "G") && before[$0] != letters[$0])
      }
      guard !turned.isEmpty else { continue }
      let knownSeconds =
        programs.flatMap(\.stages).filter { $0.state == stage.state }.map { durations.of($0) }.min()
        ?? .infinity
      findings.append(
        SafetyDiagnostic(
          rule: .minimumStage,
          severity: durations.of(stage) >= knownSeconds - Self.epsilon ? .asInNetwork : .unsafe,
          signal: program.signal, program: program.id, stage: number, links: turned,
          askedSeconds: rules.minimumGreenSeconds, foundSeconds: durations.of(stage),
          message:
            "signal \"\(program.signal)\", programme \"\(program.id)\": stage \(number) lasts "
            + "\(durations.of(stage)) s, at least \(rules.minimumGreenSeconds) s are asked for"))
    }
    return findings
  }
}
