public import SUMOFiles

extension SafetyChecker {
  /// The least whole seconds of each stage with which a programme is safe while the others last as
  /// long as they do; for changes their own.
  ///
  /// People on foot need more than the least green, and in stages that they share with vehicles it
  /// cannot be told from one letter how much. Where a stage is unsafe at its own length too, it is
  /// the least green of the rules.
  public func leastGreens_s(of program: SignalProgram) -> [Int] {
    let known = Set(unsafe(program).map(Fault.init))
    let least_s = Int(rules.minimumGreen_s.rounded(.up))
    return program.stages.indices.map { place in
      let own_s = Int(program.stages[place].duration_s.rounded(.up))
      guard !program.stages[place].isTransition, program.stages[place].hasGreen else {
        return own_s
      }
      func isSafe(_ seconds: Int) -> Bool {
        var tried = program
        tried.stages[place].duration_s = Double(seconds)
        return unsafe(tried).allSatisfy { known.contains(Fault($0)) }
      }
      if isSafe(least_s) { return least_s }
      var (short_s, long_s) = (least_s, max(own_s, least_s))
      guard isSafe(long_s) else { return least_s }
      while long_s - short_s > 1 {
        let middle_s = (short_s + long_s) / 2
        if isSafe(middle_s) { long_s = middle_s } else { short_s = middle_s }
      }
      return long_s
    }
  }

  private func unsafe(_ program: SignalProgram) -> [SafetyFinding] {
    findings(of: program).filter { $0.severity == .unsafe }
  }

  /// What a finding is about, whatever its figures.
  private struct Fault: Hashable {
    let rule: SafetyFinding.Rule
    let links: [Int]

    init(_ finding: SafetyFinding) { (rule, links) = (finding.rule, finding.links) }
  }
}
