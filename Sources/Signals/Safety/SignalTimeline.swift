import SUMOFiles

/// What a signal shows, one state after the other.
struct SignalTimeline {
  /// A state and how long it lasts.
  struct Part {
    var start_s: Double
    var end_s: Double
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
      case .usual: stage.duration_s
      case .shortest: min(stage.duration_s, stage.minimum_s ?? stage.duration_s)
      case .longest: max(stage.duration_s, stage.maximum_s ?? stage.duration_s)
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
            start_s: start, end_s: start + duration, letters: letters, program: 0, stage: number))
        start += duration
      }
    }
  }

  /// What a signal shows around switches of programmes, as SUMO makes them: at the very time the
  /// other programme takes over, wherever its own clock stands.
  init(
    from begin_s: Double, to end_s: Double, first: SignalProgram,
    _ changes: [(Double, SignalProgram)]
  ) {
    programs = [first.id] + changes.map(\.1.id)
    var start = begin_s
    var program = first
    for (number, change) in (changes + [(end_s, first)]).enumerated() {
      append(program, from: start, to: change.0, number: number)
      start = change.0
      program = change.1
    }
  }

  private mutating func append(
    _ program: SignalProgram, from begin_s: Double, to end_s: Double, number: Int
  ) {
    let cycle_s = program.cycle_s
    guard cycle_s > 0, end_s > begin_s else { return }
    let position = (begin_s - program.offset_s).truncatingRemainder(dividingBy: cycle_s)
    var start = begin_s - (position < 0 ? position + cycle_s : position)
    var stage = 0
    while start < end_s {
      let end = start + program.stages[stage].duration_s
      if end > begin_s {
        parts.append(
          Part(
            start_s: max(start, begin_s), end_s: min(end, end_s),
            letters: Array(program.stages[stage].state.utf8), program: number, stage: stage))
      }
      start = end
      stage = (stage + 1) % program.stages.count
    }
  }

  /// The time from its beginning to its end.
  var begin_s: Double { parts.first?.start_s ?? 0 }
  var end_s: Double { parts.last?.end_s ?? 0 }
}

/// What a letter means for those whom it governs.
enum Light {
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
