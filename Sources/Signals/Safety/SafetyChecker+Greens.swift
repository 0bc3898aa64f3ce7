public import SUMOFiles

extension SafetyChecker {
  /// The least whole seconds of each stage with which a programme is safe while the others last as
  /// long as they do; for changes their own.
  ///
  /// People on foot need more than the least green, and in stages that they share with vehicles it
  /// cannot be told from one letter how much. Where a stage is unsafe at its own length too, it is
  /// the least green of the rules.
  public func leastGreensSeconds(of program: SignalProgram) -> [Int] {
    let known = Set(unsafe(program).map(Diagnostic.init))
    let leastSeconds = Int(rules.minimumGreenSeconds.rounded(.up))
    return program.stages.indices.map { place in
      let ownSeconds = Int(program.stages[place].durationSeconds.rounded(.up))
      guard !program.stages[place].isTransition, program.stages[place].hasGreen else {
        return ownSeconds
      }
      func isSafe(_ seconds: Int) -> Bool {
        var tried = program
        tried.stages[place].durationSeconds = Double(seconds)
        return unsafe(tried).allSatisfy { known.contains(Diagnostic($0)) }
      }
      if isSafe(leastSeconds) { return leastSeconds }
      var (short_s, long_s) = (leastSeconds, max(ownSeconds, leastSeconds))
      guard isSafe(long_s) else { return leastSeconds }
      while long_s - short_s > 1 {
        let middleSeconds = (short_s + long_s) / 2
        if isSafe(middleSeconds) { long_s = middleSeconds } else { short_s = middleSeconds }
      }
      return long_s
    }
  }

  private func unsafe(_ program: SignalProgram) -> [SafetyDiagnostic] {
    findings(of: program).filter { $0.severity == .unsafe }
  }

  /// What a finding is about, whatever its figures.
  private struct Diagnostic: Hashable {
    let rule: SafetyDiagnostic.Rule
    let links: [Int]

    init(_ finding: SafetyDiagnostic) { (rule, links) = (finding.rule, finding.links) }
  }
}
