import SUMOFiles

/// What a programme says about its stages: which there are, how it changes between them, how long
/// yellow and clearance last.
struct ProgramCycle {
  /// A stage shorter than this is part of a change, in seconds.
  static let shortestStage_s = 5.0
  /// The yellow of a link that the programme never shows yellow, in seconds.
  static let usualYellow_s = 3.0
  /// The longest stage that counts as clearance for links that no detector sees, in seconds.
  static let longestClearing_s = 15.0

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
    stage.hasGreen && !stage.isTransition && stage.duration_s >= shortestStage_s
  }

  /// The stage that follows a place of the programme and the seconds between the two.
  private static func follower(
    of place: Int, in program: SignalProgram, among stages: [Int]
  ) -> (stage: Int, between_s: Double) {
    var between_s = 0.0
    for step in 1...program.stages.count {
      let next = program.stages[(place + step) % program.stages.count]
      if isChoice(next),
        let stage = stages.firstIndex(where: { program.stages[$0].state == next.state })
      {
        return (stage, between_s)
      }
      between_s += next.duration_s
    }
    return (0, between_s)
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
      return StagedSignal.UnseenLink(letter: letter, maximumRed_s: longest(green.map { !$0 }))
    }
  }

  /// The longest time for which something lasts, over the end of the cycle.
  private func longest(_ holds: [Bool]) -> Double {
    runs(holds).max() ?? 0
  }

  private func runs(_ holds: [Bool]) -> [Double] {
    guard let start = holds.firstIndex(of: false) else { return [program.cycle_s] }
    var runs: [Double] = []
    var run_s = 0.0
    for step in 1...holds.count {
      let place = (start + step) % holds.count
      if holds[place] {
        run_s += program.stages[place].duration_s
      } else {
        if run_s > 0 { runs.append(run_s) }
        run_s = 0
      }
    }
    return runs
  }

  /// The least seconds of a stage.
  ///
  /// More than the usual where it gives green to links that no detector sees, or follows their
  /// green as the time in which walkers clear the road.
  func minimumGreen_s(of place: Int, _ parameters: ControlParameters) -> Double {
    let stage = program.stages[place]
    var least_s = max(parameters.minimumGreen_s, stage.minimum_s ?? 0)
    let before = (place + letters.count - 1) % letters.count
    for letter in unseen.indices where unseen[letter] {
      let green = letters.map { isGreen($0[letter]) }
      guard green.contains(true), green.contains(false) else { continue }
      if green[place] {
        least_s = max(least_s, min(runs(green).min() ?? 0, parameters.unseenGreen_s))
      } else if green[before] {
        least_s = max(least_s, min(stage.duration_s, Self.longestClearing_s))
      }
    }
    return least_s
  }

  // MARK: changes

  /// The changes between all stages, and all phases to install.
  func changes() -> ([[StageChange?]], [StagedSignal.Phase]) {
    var phases = program.stages.map {
      StagedSignal.Phase(duration_s: $0.duration_s, state: $0.state, next: nil)
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
      let (stage, between_s) = Self.follower(of: place, in: program, among: stages)
      if stage == to {
        return StageChange(
          first: (place + 1) % program.stages.count, duration_s: between_s, isOwn: true)
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
    let yellows = losing.map { yellow_s(of: $0) }
    let warning_s = gaining.map { redYellow_s(of: $0) }.max() ?? 0
    let whole_s = max((losing.map { clearance_s(of: $0) } + yellows).max() ?? 0, warning_s)
    guard whole_s > 0 else {
      return StageChange(first: stages[to], duration_s: 0, isOwn: false)
    }
    let first = phases.count
    var cuts = Set(yellows + [whole_s])
    for letter in gaining { cuts.insert(whole_s - redYellow_s(of: letter)) }
    var begin_s = 0.0
    for end_s in cuts.sorted() where end_s > begin_s {
      var shown = old
      for (place, letter) in losing.enumerated() {
        shown[letter] = begin_s < yellows[place] ? UInt8(ascii: "y") : red(new[letter])
      }
      for letter in gaining where begin_s >= whole_s - redYellow_s(of: letter) {
        shown[letter] = UInt8(ascii: "u")
      }
      phases.append(
        StagedSignal.Phase(
          duration_s: end_s - begin_s, state: String(decoding: shown, as: UTF8.self), next: nil))
      begin_s = end_s
    }
    phases[phases.count - 1].next = stages[to]
    return StageChange(first: first, duration_s: whole_s, isOwn: false)
  }

  /// The yellow of a link, the longest that the programme shows it.
  func yellow_s(of letter: Int) -> Double {
    let yellow = letters.map { $0[letter] == UInt8(ascii: "y") || $0[letter] == UInt8(ascii: "Y") }
    return yellow.contains(true) ? longest(yellow) : Self.usualYellow_s
  }

  /// How long a link shows red and yellow before its green; 0 where the programme has none.
  private func redYellow_s(of letter: Int) -> Double {
    let shown = letters.map { $0[letter] == UInt8(ascii: "u") }
    return shown.contains(true) ? longest(shown) : 0
  }

  /// The seconds from the end of a link's green until links may go that are never green with it:
  /// the longest that the programme takes for it without a stage in between.
  func clearance_s(of letter: Int) -> Double {
    let count = letters.count
    var longest_s = 0.0
    for place in 0..<count {
      let before = letters[(place + count - 1) % count]
      guard isGreen(before[letter]), !isGreen(letters[place][letter]) else { continue }
      var elapsed_s = 0.0
      for step in 0..<count {
        let now = (place + step) % count
        let previous = letters[(now + count - 1) % count]
        let begins = letters[now].indices.contains {
          isGreen(letters[now][$0]) && !isGreen(previous[$0]) && !isCompatible(letter, $0)
        }
        if begins {
          longest_s = max(longest_s, elapsed_s)
          break
        }
        guard program.stages[now].isTransition || !program.stages[now].hasGreen else { break }
        elapsed_s += program.stages[now].duration_s
      }
    }
    return longest_s
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
