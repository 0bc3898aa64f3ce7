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

  /// The programmes of each signal by time: from when each runs.
  let programs: [[(begin_s: Float, program: Program)]]

  /// The programme that each signal runs now, its stage and when that ends.
  private(set) var current: [Int]
  private(set) var stages: [Int]
  private(set) var begins_s: [Float]
  private(set) var ends_s: [Float]

  /// The clock of a plan, at `begin_s` of the simulation's time.
  init(_ plan: SUMOPlan, of signals: [String], begin_s: Double) {
    var byName: [String: [SignalProgram]] = [:]
    for program in plan.programs { byName[program.signal, default: []].append(program) }
    var tables: [String: SUMOPlan.Table] = [:]
    for table in plan.tables { tables[table.signal] = table }
    programs = signals.map { signal in
      let own = byName[signal] ?? []
      guard let table = tables[signal] else {
        return own.last.map { [(-Float.infinity, Program($0, begin_s: begin_s))] } ?? []
      }
      func program(_ id: String) -> Program? {
        own.last { $0.id == id }.map { Program($0, begin_s: begin_s) }
      }
      var list = program(table.first).map { [(-Float.infinity, $0)] } ?? []
      for change in table.switches {
        if let program = program(change.program) {
          list.append((Float(change.time_s - begin_s), program))
        }
      }
      return list
    }
    let none = [Int](repeating: 0, count: signals.count)
    (current, stages) = (none, none)
    begins_s = [Float](repeating: 0, count: signals.count)
    ends_s = [Float](repeating: 0, count: signals.count)
    for signal in signals.indices { enter(signal, 0) }
  }

  /// Moves on to a time, at or after the last one.
  mutating func advance(to now_s: Float) {
    for signal in programs.indices where now_s >= ends_s[signal] { enter(signal, now_s) }
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
    stages[signal] = stage
    begins_s[signal] = now_s - inCycle + (stage == 0 ? 0 : program.ends_s[stage - 1])
    ends_s[signal] = now_s - inCycle + program.ends_s[stage]
    if place + 1 < list.count { ends_s[signal] = min(ends_s[signal], list[place + 1].begin_s) }
  }

  /// The letter a link shows now.
  @inline(__always)
  func letter(_ signal: Int, _ link: Int) -> UInt8 {
    let program = programs[signal][current[signal]].program
    return program.letters[stages[signal] * program.links + link]
  }

  /// When a link that does not show green will.
  @inline(__always)
  func nextGreen_s(_ signal: Int, _ link: Int) -> Float {
    let program = programs[signal][current[signal]].program
    return begins_s[signal] + program.untilGreen_s[stages[signal] * program.links + link]
  }

  /// How long a link has shown yellow at a time.
  @inline(__always)
  func yellowFor_s(_ signal: Int, _ link: Int, _ time_s: Float) -> Float {
    let program = programs[signal][current[signal]].program
    return program.yellowFor_s[stages[signal] * program.links + link] + time_s - begins_s[signal]
  }

  /// Whether a signal has a programme at all.
  func governs(_ signal: Int) -> Bool {
    !programs[signal].isEmpty
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
