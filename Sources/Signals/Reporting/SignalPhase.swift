import SUMOFiles

/// Links that show the same in all stages of a programme: 相位.
struct SignalPhase {
  /// Its number, from 1.
  var number: Int
  /// The links, as places in the states.
  var links: [Int]
  /// What it shows, by stage.
  var letters: [UInt8]
  /// Seconds of green in a cycle.
  var greenSeconds: Double

  /// The phases of a programme in the order of their first links; shorter states count as red.
  static func phases(of program: SignalProgram) -> [SignalPhase] {
    let states = program.stages.map { Array($0.state.utf8) }
    var phases: [SignalPhase] = []
    var numbers: [[UInt8]: Int] = [:]
    for link in 0..<(states.map(\.count).max() ?? 0) {
      let letters = states.map { link < $0.count ? $0[link] : UInt8(ascii: "r") }
      if let number = numbers[letters] {
        phases[number].links.append(link)
        continue
      }
      numbers[letters] = phases.count
      let greenSeconds = zip(letters, program.stages).reduce(0) {
        SignalAspect($1.0) == .green ? $0 + $1.1.durationSeconds : $0
      }
      phases.append(
        SignalPhase(
          number: phases.count + 1, links: [link], letters: letters, greenSeconds: greenSeconds))
    }
    return phases
  }

  /// The seconds from the end of a phase's green to the start of another's, for those that follow
  /// each other without a third green between them.
  static func intergreens(
    of program: SignalProgram, _ phases: [SignalPhase]
  ) -> [(from: Int, to: Int, gapSeconds: Double)] {
    let count = program.stages.count
    var gaps: [(from: Int, to: Int, gapSeconds: Double)] = []
    for start in 0..<count {
      let before = (start + count - 1) % count
      let starting = phases.filter {
        SignalAspect($0.letters[start]) == .green && SignalAspect($0.letters[before]) != .green
      }
      guard !starting.isEmpty else { continue }
      // Backwards over stages of change, as long as nobody's green begins in them.
      var gapSeconds = 0.0
      var stage = before
      var steps = 0
      while steps < count, program.stages[stage].isTransition || !program.stages[stage].hasGreen {
        gapSeconds += program.stages[stage].durationSeconds
        let earlier = (stage + count - 1) % count
        for phase in phases
        where SignalAspect(phase.letters[earlier]) == .green
          && SignalAspect(phase.letters[stage]) != .green
        {
          for next in starting { gaps.append((phase.number, next.number, gapSeconds)) }
        }
        stage = earlier
        steps += 1
      }
    }
    return gaps.sorted { ($0.from, $0.to, $0.gapSeconds) < ($1.from, $1.to, $1.gapSeconds) }
  }
}
