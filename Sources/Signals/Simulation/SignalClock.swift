import SUMOFiles

/// What each link of each signal shows at a time, under a plan.
struct SignalClock: Sendable {
  /// A programme with what a vehicle wants to know, ready for reading.
  struct Program: Sendable {
    var offset_s: Float
    var cycle_s: Float
    /// Seconds from the cycle's begin to the end of each stage.
    var ends_s: [Float]
    /// The letters of a stage's links, stage after stage.
    var letters: [UInt8]
    /// Seconds from a stage's begin until the link next shows green; 0 where it does.
    var untilGreen_s: [Float]
    /// Seconds that a link has shown yellow when a stage begins.
    var yellowFor_s: [Float]
    var links: Int
  }

  /// The programmes of each signal by time: from when each runs, and where its letters begin.
  private var programs: [[(begin_s: Float, program: Program, base: Int)]] = []
  /// The letters of all programmes, one after the other, and what belongs to each.
  private var letters: [UInt8] = []
  private var untilGreen_s: [Float] = []
  private var yellowFor_s: [Float] = []

  /// The programme that each signal runs now, where the letters of its stage begin, its times.
  private var current: [Int]
  private var bases: [Int]
  private var begins_s: [Float]
  private var ends_s: [Float]
  /// When the next signal changes.
  private var nextChange_s: Float = 0

  /// The clock of a plan, at `begin_s` of the simulation's time.
  init(_ plan: SUMOPlan, of signals: [String], begin_s: Double) {
    current = [Int](repeating: 0, count: signals.count)
    bases = current
    begins_s = [Float](repeating: 0, count: signals.count)
    ends_s = begins_s
    let byName = Dictionary(grouping: plan.programs, by: \.signal)
    for (signal, name) in signals.enumerated() {
      let own = byName[name] ?? []
      programs.append([])
      guard let table = plan.tables.last(where: { $0.signal == name }) else {
        add(own.last, to: signal, from: -.infinity, begin_s)
        continue
      }
      add(own.last { $0.id == table.first }, to: signal, from: -.infinity, begin_s)
      for change in table.switches {
        add(
          own.last { $0.id == change.program }, to: signal, from: Float(change.time_s - begin_s),
          begin_s)
      }
    }
    advance(to: 0)
  }

  private mutating func add(
    _ program: SignalProgram?, to signal: Int, from time_s: Float, _ begin_s: Double
  ) {
    guard let program else { return }
    let ready = Program(program, begin_s: begin_s)
    programs[signal].append((time_s, ready, letters.count))
    letters += ready.letters
    untilGreen_s += ready.untilGreen_s
    yellowFor_s += ready.yellowFor_s
  }

  /// Moves on to a time, at or after the last one.
  @inline(__always)
  mutating func advance(to now_s: Float) {
    if now_s >= nextChange_s { change(now_s) }
  }

  private mutating func change(_ now_s: Float) {
    for signal in programs.indices where now_s >= ends_s[signal] { enter(signal, now_s) }
    nextChange_s = ends_s.min() ?? .infinity
  }

  private mutating func enter(_ signal: Int, _ now_s: Float) {
    let list = programs[signal]
    guard !list.isEmpty else {
      ends_s[signal] = .infinity
      return
    }
    var place = current[signal]
    while place + 1 < list.count, now_s >= list[place + 1].begin_s { place += 1 }
    current[signal] = place
    let program = list[place].program
    var inCycle = (now_s - program.offset_s).truncatingRemainder(dividingBy: program.cycle_s)
    if inCycle < 0 { inCycle += program.cycle_s }
    var stage = 0
    while stage + 1 < program.ends_s.count, inCycle >= program.ends_s[stage] - 0.001 { stage += 1 }
    bases[signal] = list[place].base + stage * program.links
    begins_s[signal] = now_s - inCycle + (stage == 0 ? 0 : program.ends_s[stage - 1])
    ends_s[signal] = now_s - inCycle + program.ends_s[stage]
    if place + 1 < list.count { ends_s[signal] = min(ends_s[signal], list[place + 1].begin_s) }
  }

  /// The letter a link shows now; off where the signal has no programme.
  @inline(__always)
  func letter(_ signal: Int, _ link: Int) -> UInt8 {
    programs[signal].isEmpty ? UInt8(ascii: "O") : letters[bases[signal] + link]
  }

  /// When a link that does not show green will.
  @inline(__always)
  func nextGreen_s(_ signal: Int, _ link: Int) -> Float {
    begins_s[signal] + untilGreen_s[bases[signal] + link]
  }

  /// How long a link has shown yellow at a time.
  @inline(__always)
  func yellowFor_s(_ signal: Int, _ link: Int, _ time_s: Float) -> Float {
    yellowFor_s[bases[signal] + link] + time_s - begins_s[signal]
  }
}

extension SignalClock.Program {
  init(_ program: SignalProgram, begin_s: Double) {
    let cycle_s = program.cycle_s
    self.cycle_s = Float(cycle_s)
    // Times count from the simulation's begin, so that small numbers stay exact.
    offset_s = Float((program.offset_s - begin_s).truncatingRemainder(dividingBy: cycle_s))
    links = program.stages.first?.state.utf8.count ?? 0
    ends_s = []
    letters = []
    var time = 0.0
    for stage in program.stages {
      time += stage.duration_s
      ends_s.append(Float(time))
      letters += Array(stage.state.utf8)
    }
    let count = program.stages.count
    untilGreen_s = [Float](repeating: .infinity, count: letters.count)
    yellowFor_s = [Float](repeating: 0, count: letters.count)
    for link in 0..<links {
      func shows(_ stage: Int, _ set: String) -> Bool {
        set.utf8.contains(letters[stage % count * links + link])
      }
      for stage in 0..<count {
        var sum = 0.0
        for ahead in 0..<count {
          if shows(stage + ahead, "GgoOs") {
            untilGreen_s[stage * links + link] = Float(sum)
            break
          }
          sum += program.stages[(stage + ahead) % count].duration_s
        }
        guard shows(stage, "yY") else { continue }
        var since = 0.0
        for back in 1..<max(count, 2) where shows(stage + count - back, "yY") {
          since += program.stages[(stage + count - back) % count].duration_s
          if !shows(stage + count - back - 1, "yY") { break }
        }
        yellowFor_s[stage * links + link] = Float(since)
      }
    }
  }
}
