/// What each link of each signal shows at a time, under a plan.
public struct SignalClock: Sendable {
  /// A programme with what a vehicle wants to know, ready for reading.
  public struct Program: Sendable {
    /// Seconds after time 0 at which a cycle begins.
    public var offsetSeconds: Float
    /// Seconds after which it repeats.
    public var cycleSeconds: Float
    /// Seconds from the cycle's begin to the end of each stage.
    public var endsSeconds: [Float]
    /// The letters of a stage's links, stage after stage.
    public var letters: [UInt8]
    /// Seconds from a stage's begin until the link next shows green; 0 where it does.
    public var untilGreenSeconds: [Float]
    /// Seconds that a link has shown yellow when a stage begins.
    public var yellowForSeconds: [Float]
    /// How many links it shows letters to.
    public var links: Int

    /// A programme with its numbers.
    public init(
      offsetSeconds: Float, cycleSeconds: Float, endsSeconds: [Float], letters: [UInt8],
      untilGreenSeconds: [Float],
      yellowForSeconds: [Float], links: Int
    ) {
      self.offsetSeconds = offsetSeconds
      self.cycleSeconds = cycleSeconds
      self.endsSeconds = endsSeconds
      self.letters = letters
      self.untilGreenSeconds = untilGreenSeconds
      self.yellowForSeconds = yellowForSeconds
      self.links = links
    }
  }

  /// The programmes of each signal by time: from when each runs, and where its letters begin.
  private var programs: [[(beginSeconds: Float, program: Program, base: Int)]] = []
  /// The letters of all programmes, one after the other, and what belongs to each.
  private var letters: [UInt8] = []
  private var untilGreenSeconds: [Float] = []
  private var yellowForSeconds: [Float] = []

  /// The programme that each signal runs now, where the letters of its stage begin, its times.
  private var current: [Int]
  private var bases: [Int]
  private var beginsSeconds: [Float]
  private var endsSeconds: [Float]
  /// When the next signal changes.
  private var nextChangeSeconds: Float = 0

  /// A clock at time 0 with the programmes of each signal, and from when each runs.
  public init(_ lists: [[(beginSeconds: Float, program: Program)]]) {
    current = [Int](repeating: 0, count: lists.count)
    bases = current
    beginsSeconds = [Float](repeating: 0, count: lists.count)
    endsSeconds = beginsSeconds
    for list in lists {
      programs.append([])
      for (beginSeconds, program) in list {
        programs[programs.count - 1].append((beginSeconds, program, letters.count))
        letters += program.letters
        untilGreenSeconds += program.untilGreenSeconds
        yellowForSeconds += program.yellowForSeconds
      }
    }
    advance(to: 0)
  }

  /// Moves on to a time, at or after the last one.
  @inline(__always)
  mutating func advance(to nowSeconds: Float) {
    if nowSeconds >= nextChangeSeconds { change(nowSeconds) }
  }

  private mutating func change(_ nowSeconds: Float) {
    for signal in programs.indices where nowSeconds >= endsSeconds[signal] {
      enter(signal, nowSeconds)
    }
    nextChangeSeconds = endsSeconds.min() ?? .infinity
  }

  private mutating func enter(_ signal: Int, _ nowSeconds: Float) {
    let list = programs[signal]
    guard !list.isEmpty else {
      endsSeconds[signal] = .infinity
      return
    }
    var place = current[signal]
    while place + 1 < list.count, nowSeconds >= list[place + 1].beginSeconds { place += 1 }
    current[signal] = place
    let program = list[place].program
    var inCycle = (nowSeconds - program.offsetSeconds).truncatingRemainder(
      dividingBy: program.cycleSeconds)
    if inCycle < 0 { inCycle += program.cycleSeconds }
    var stage = 0
    while stage + 1 < program.endsSeconds.count, inCycle >= program.endsSeconds[stage] - 0.001 {
      stage += 1
    }
    bases[signal] = list[place].base + stage * program.links
    beginsSeconds[signal] = nowSeconds - inCycle + (stage == 0 ? 0 : program.endsSeconds[stage - 1])
    endsSeconds[signal] = nowSeconds - inCycle + program.endsSeconds[stage]
    if place + 1 < list.count {
      endsSeconds[signal] = min(endsSeconds[signal], list[place + 1].beginSeconds)
    }
  }

  /// The letter a link shows now; off where the signal has no programme.
  @inline(__always)
  func letter(_ signal: Int, _ link: Int) -> UInt8 {
    programs[signal].isEmpty ? UInt8(ascii: "O") : letters[bases[signal] + link]
  }

  /// When a link that does not show green will.
  @inline(__always)
  func nextGreenSeconds(_ signal: Int, _ link: Int) -> Float {
    beginsSeconds[signal] + untilGreenSeconds[bases[signal] + link]
  }

  /// How long a link has shown yellow at a time.
  @inline(__always)
  func yellowForSeconds(_ signal: Int, _ link: Int, _ timeSeconds: Float) -> Float {
    yellowForSeconds[bases[signal] + link] + timeSeconds - beginsSeconds[signal]
  }
}
