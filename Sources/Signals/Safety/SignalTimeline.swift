import SUMOFiles

/// What a signal shows, one state after the other.
struct SignalTimeline {
  /// A state and how long it lasts.
  struct Part {
    var startSeconds: Double
    var endSeconds: Double
    /// The letters by link.
    var letters: [UInt8]
    /// The programme, as a place in `programs`.
    var program: Int
    /// The stage of the programme.
    var stage: Int
  }

  /// Which stage durations count, where detectors decide.
  enum Durations {
    case usual, shortest, longest

    func of(_ stage: SignalProgram.Stage) -> Double {
      switch self {
      case .usual: stage.durationSeconds
      case .shortest: min(stage.durationSeconds, stage.minimumSeconds ?? stage.durationSeconds)
      case .longest: max(stage.durationSeconds, stage.maximumSeconds ?? stage.durationSeconds)
      }
    }
  }

  private(set) var parts: [Part] = []
  /// The names of the programmes.
  private(set) var programs: [String] = []

  /// Three cycles of a programme, so that all that happens at its end happens inside.
  init(_ program: SignalProgram, _ durations: Durations = .usual) {
    programs = [program.id]
    var start = 0.0
    let stages = program.stages.map { (durations.of($0), Array($0.state.utf8)) }
    for _ in 0..<3 {
      for (number, (duration, letters)) in stages.enumerated() {
        parts.append(
          Part(
            startSeconds: start, endSeconds: start + duration, letters: letters, program: 0,
            stage: number))
        start += duration
      }
    }
  }

  /// What a signal shows around switches of programmes, as SUMO makes them: at the very time the
  /// other programme takes over, wherever its own clock stands.
  init(
    from beginSeconds: Double, to endSeconds: Double, first: SignalProgram,
    _ changes: [(Double, SignalProgram)]
  ) {
    programs = [first.id] + changes.map(\.1.id)
    var start = beginSeconds
    var program = first
    for (number, change) in (changes + [(endSeconds, first)]).enumerated() {
      append(program, from: start, to: change.0, number: number)
      start = change.0
      program = change.1
    }
  }

  private mutating func append(
    _ program: SignalProgram, from beginSeconds: Double, to endSeconds: Double, number: Int
  ) {
    let cycleSeconds = program.cycleSeconds
    guard cycleSeconds > 0, endSeconds > beginSeconds else { return }
    let position = (beginSeconds - program.offsetSeconds).truncatingRemainder(
      dividingBy: cycleSeconds)
    var start = beginSeconds - (position < 0 ? position + cycleSeconds : position)
    var stage = 0
    while start < endSeconds {
      let end = start + program.stages[stage].durationSeconds
      if end > beginSeconds {
        parts.append(
          Part(
            startSeconds: max(start, beginSeconds), endSeconds: min(end, endSeconds),
            letters: Array(program.stages[stage].state.utf8), program: number, stage: stage))
      }
      start = end
      stage = (stage + 1) % program.stages.count
    }
  }

  /// The time from its beginning to its end.
  var beginSeconds: Double { parts.first?.startSeconds ?? 0 }
  var endSeconds: Double { parts.last?.endSeconds ?? 0 }
}

/// What a letter means for those whom it governs.
enum SignalAspect {
  case green, yellow, red, other

  init(_ letter: UInt8) {
    switch letter {
    case UInt8(ascii: "G"), UInt8(ascii: "g"): self = .green
    case UInt8(ascii: "y"), UInt8(ascii: "Y"): self = .yellow
    // Stop and go, blinking and off: everybody looks for themselves.
    case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "O"): self = .other
    default: self = .red
    }
  }
}
