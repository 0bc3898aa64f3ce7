import SUMOFiles

/// What a programme says about its stages: which there are, how it changes between them, how long
/// yellow and clearance last.
struct ProgramCycle {
  /// A stage shorter than this is part of a change, in seconds.
  static let shortestStageSeconds = 5.0
  /// The yellow of a link that the programme never shows yellow, in seconds.
  static let usualYellowSeconds = 3.0
  /// The longest stage that counts as clearance for links that no detector sees, in seconds.
  static let longestClearingSeconds = 15.0

  let program: SignalProgram
  /// The stages to choose from, as places in the programme; each state once.
  let stages: [Int]
  /// The stage that the programme shows next after each.
  let successors: [Int]
  /// The letters of the programme's stages.
  private let letters: [[UInt8]]
  private let unseen: [Bool]

  init(_ program: SignalProgram, unseen: [Bool]) {
    self.program = program
    self.unseen = unseen
    letters = program.stages.map { Array($0.state.utf8) }
    var stages: [Int] = []
    for (place, stage) in program.stages.enumerated() where Self.isChoice(stage) {
      if !stages.contains(where: { program.stages[$0].state == stage.state }) {
        stages.append(place)
      }
    }
    self.stages = stages
    successors = stages.map { Self.follower(of: $0, in: program, among: stages).stage }
  }

  private static func isChoice(_ stage: SignalProgram.Stage) -> Bool {
    stage.hasGreen && !stage.isTransition && stage.durationSeconds >= shortestStageSeconds
  }

  /// The stage that follows a place of the programme and the seconds between the two.
  private static func follower(
    of place: Int, in program: SignalProgram, among stages: [Int]
  ) -> (stage: Int, betweenSeconds: Double) {
    var betweenSeconds = 0.0
    for step in 1...program.stages.count {
      let next = program.stages[(place + step) % program.stages.count]
      if isChoice(next),
        let stage = stages.firstIndex(where: { program.stages[$0].state == next.state })
      {
        return (stage, betweenSeconds)
      }
      betweenSeconds += next.durationSeconds
    }
    return (0, betweenSeconds)
  }

  /// The stage among the choices that a place of the programme shows; `nil` while it changes.
  func choice(at place: Int) -> Int? {
    guard Self.isChoice(program.stages[place]) else { return nil }
    return stages.firstIndex { program.stages[$0].state == program.stages[place].state }
  }

  /// The links that no detector sees and that are red and green at times.
  var unseenLinks: [StagedSignal.UnseenLink] {
    unseen.indices.filter { unseen[$0] }.compactMap { letter in
      let green = letters.map { isGreen($0[letter]) }
      guard green.contains(true), green.contains(false) else { return nil }
      return StagedSignal.UnseenLink(letter: letter, maximumRedSeconds: longest(green.map { !$0 }))
    }
  }

  /// The longest time for which something lasts, over the end of the cycle.
  private func longest(_ holds: [Bool]) -> Double {
    runs(holds).max() ?? 0
  }

  private func runs(_ holds: [Bool]) -> [Double] {
    guard let start = holds.firstIndex(of: false) else { return [program.cycleSeconds] }
    var runs: [Double] = []
    var runSeconds = 0.0
    for step in 1...holds.count {
      let place = (start + step) % holds.count
      if holds[place] {
        runSeconds += program.stages[place].durationSeconds
      } else {
        if runSeconds > 0 { runs.append(runSeconds) }
        runSeconds = 0
      }
    }
    return runs
  }

  /// The least seconds of a stage.
  ///
  /// More than the usual where it gives green to links that no detector sees, or follows their
  /// green as the time in which walkers clear the road.
  func minimumGreenSeconds(of place: Int, _ parameters: ControlParameters) -> Double {
    let stage = program.stages[place]
    var leastSeconds = max(parameters.minimumGreenSeconds, stage.minimumSeconds ?? 0)
    let before = (place + letters.count - 1) % letters.count
    for letter in unseen.indices where unseen[letter] {
      let green = letters.map { isGreen($0[letter]) }
      guard green.contains(true), green.contains(false) else { continue }
      if green[place] {
        leastSeconds = max(leastSeconds, min(runs(green).min() ?? 0, parameters.unseenGreenSeconds))
      } else if green[before] {
        leastSeconds = max(leastSeconds, min(stage.durationSeconds, Self.longestClearingSeconds))
      }
    }
    return leastSeconds
  }

  // MARK: changes

  /// The changes between all stages, and all phases to install.
  func changes() -> ([[StageChange?]], [StagedSignal.Phase]) {
    var phases = program.stages.map {
      StagedSignal.Phase(durationSeconds: $0.durationSeconds, state: $0.state, next: nil)
    }
    // The programme repeats before what is added behind it.
    phases[phases.count - 1].next = 0
    var table: [[StageChange?]] = []
    for from in stages.indices {
      var row: [StageChange?] = []
      for to in stages.indices {
        row.append(from == to ? nil : own(from, to) ?? derived(from, to, &phases))
      }
      table.append(row)
    }
    return (table, phases)
  }

  /// The change that the programme itself makes.
  private func own(_ from: Int, _ to: Int) -> StageChange? {
    for place in program.stages.indices where choice(at: place) == from {
      let (stage, betweenSeconds) = Self.follower(of: place, in: program, among: stages)
      if stage == to {
        return StageChange(
          first: (place + 1) % program.stages.count, durationSeconds: betweenSeconds, isOwn: true)
      }
    }
    return nil
  }

  /// A change that the programme does not make: links that lose green show their yellow, and red
  /// until the programme's clearance is over; the others go on as they are.
  ///
  /// `nil` where a link that no detector sees would lose green: how walkers clear the road is the
  /// programme's business.
  private func derived(_ from: Int, _ to: Int, _ phases: inout [StagedSignal.Phase]) -> StageChange?
  {
    let old = letters[stages[from]]
    let new = letters[stages[to]]
    let losing = old.indices.filter { isGreen(old[$0]) && !isGreen(new[$0]) }
    guard !losing.contains(where: { unseen[$0] }) else { return nil }
    let gaining = new.indices.filter { isGreen(new[$0]) && !isGreen(old[$0]) }
    let yellows = losing.map { yellowSeconds(of: $0) }
    let warningSeconds = gaining.map { redYellowSeconds(of: $0) }.max() ?? 0
    let wholeSeconds = max(
      (losing.map { clearanceSeconds(of: $0) } + yellows).max() ?? 0, warningSeconds)
    guard wholeSeconds > 0 else {
      return StageChange(first: stages[to], durationSeconds: 0, isOwn: false)
    }
    let first = phases.count
    var cuts = Set(yellows + [wholeSeconds])
    for letter in gaining { cuts.insert(wholeSeconds - redYellowSeconds(of: letter)) }
    var beginSeconds = 0.0
    for endSeconds in cuts.sorted() where endSeconds > beginSeconds {
      var shown = old
      for (place, letter) in losing.enumerated() {
        shown[letter] = beginSeconds < yellows[place] ? UInt8(ascii: "y") : red(new[letter])
      }
      for letter in gaining where beginSeconds >= wholeSeconds - redYellowSeconds(of: letter) {
        shown[letter] = UInt8(ascii: "u")
      }
      phases.append(
        StagedSignal.Phase(
          durationSeconds: endSeconds - beginSeconds, state: String(decoding: shown, as: UTF8.self),
          next: nil))
      beginSeconds = endSeconds
    }
    phases[phases.count - 1].next = stages[to]
    return StageChange(first: first, durationSeconds: wholeSeconds, isOwn: false)
  }

  /// The yellow of a link, the longest that the programme shows it.
  func yellowSeconds(of letter: Int) -> Double {
    let yellow = letters.map { $0[letter] == UInt8(ascii: "y") || $0[letter] == UInt8(ascii: "Y") }
    return yellow.contains(true) ? longest(yellow) : Self.usualYellowSeconds
  }

  /// How long a link shows red and yellow before its green; 0 where the programme has none.
  private func redYellowSeconds(of letter: Int) -> Double {
    let shown = letters.map { $0[letter] == UInt8(ascii: "u") }
    return shown.contains(true) ? longest(shown) : 0
  }

  /// The seconds from the end of a link's green until links may go that are never green with it:
  /// the longest that the programme takes for it without a stage in between.
  func clearanceSeconds(of letter: Int) -> Double {
    let count = letters.count
    var longestSeconds = 0.0
    for place in 0..<count {
      let before = letters[(place + count - 1) % count]
      guard isGreen(before[letter]), !isGreen(letters[place][letter]) else { continue }
      var elapsedSeconds = 0.0
      for step in 0..<count {
        let now = (place + step) % count
        let previous = letters[(now + count - 1) % count]
        let begins = letters[now].indices.contains {
          isGreen(letters[now][$0]) && !isGreen(previous[$0]) && !isCompatible(letter, $0)
        }
        if begins {
          longestSeconds = max(longestSeconds, elapsedSeconds)
          break
        }
        guard program.stages[now].isTransition || !program.stages[now].hasGreen else { break }
        elapsedSeconds += program.stages[now].durationSeconds
      }
    }
    return longestSeconds
  }

  /// Whether the programme ever shows two links green together.
  private func isCompatible(_ first: Int, _ second: Int) -> Bool {
    letters.contains { isGreen($0[first]) && isGreen($0[second]) }
  }

  private func isGreen(_ letter: UInt8) -> Bool {
    letter == UInt8(ascii: "G") || letter == UInt8(ascii: "g")
  }

  /// What a link shows between its yellow and a stage in which it is not green.
  private func red(_ next: UInt8) -> UInt8 {
    next == UInt8(ascii: "s") ? next : UInt8(ascii: "r")
  }
}
