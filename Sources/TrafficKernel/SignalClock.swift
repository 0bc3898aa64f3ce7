/// What each link of each signal shows at a time, under a plan.
public struct SignalClock: Sendable {
  /// A programme with what a vehicle wants to know, ready for reading.
  public struct Program: Sendable {
    /// Seconds after time 0 at which a cycle begins.
    public var offset_s: Float
    /// Seconds after which it repeats.
    public var cycle_s: Float
    /// Seconds from the cycle's begin to the end of each stage.
    public var ends_s: [Float]
    /// The letters of a stage's links, stage after stage.
    public var letters: [UInt8]
    /// Seconds from a stage's begin until the link next shows green; 0 where it does.
    public var untilGreen_s: [Float]
    /// Seconds that a link has shown yellow when a stage begins.
    public var yellowFor_s: [Float]
    /// How many links it shows letters to.
    public var links: Int

    /// A programme with its numbers.
    public init(
      offset_s: Float, cycle_s: Float, ends_s: [Float], letters: [UInt8], untilGreen_s: [Float],
      yellowFor_s: [Float], links: Int
    ) {
      self.offset_s = offset_s
      self.cycle_s = cycle_s
      self.ends_s = ends_s
      self.letters = letters
      self.untilGreen_s = untilGreen_s
      self.yellowFor_s = yellowFor_s
      self.links = links
    }
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

  /// A clock at time 0 with the programmes of each signal, and from when each runs.
  public init(_ lists: [[(begin_s: Float, program: Program)]]) {
    current = [Int](repeating: 0, count: lists.count)
    bases = current
    begins_s = [Float](repeating: 0, count: lists.count)
    ends_s = begins_s
    for list in lists {
      programs.append([])
      for (begin_s, program) in list {
        programs[programs.count - 1].append((begin_s, program, letters.count))
        letters += program.letters
        untilGreen_s += program.untilGreen_s
        yellowFor_s += program.yellowFor_s
      }
    }
    advance(to: 0)
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

