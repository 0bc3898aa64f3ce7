public import SUMOFiles

/// A signal as adaptive control sees it: stages to choose from, how to change, which lanes gain.
///
/// A stage is a stage of the programme with a green, without a yellow, of 5 s or more; a state that
/// comes twice is one stage. Nothing is shown but states of the programme and transitions derived
/// from them (``StageChange``).
public struct StagedSignal: Sendable, Equatable {
  /// The signal's id.
  public let id: String
  /// The programme it comes from: the plan that runs on when control ends.
  public let program: SignalProgram
  /// The stages.
  public let stages: [Stage]
  /// How to come from one stage to another; `nil` where only a way over other stages is safe.
  public private(set) var changes: [[StageChange?]]
  /// The phases to install: the programme's own in their order, then those of derived transitions.
  public let phases: [Phase]
  /// The lanes before the signal that detectors see.
  let lanes: [ApproachLane]
  /// The links that no detector sees, as those of walkers, and are red at times.
  let unseen: [UnseenLink]
  /// The stage that follows each stage in the programme.
  let successors: [Int]

  /// A stage that control may choose.
  public struct Stage: Sendable, Equatable {
    /// A letter for each link.
    public var state: String
    /// Its place in the programme, the first where it comes more than once.
    public var place: Int
    /// The least seconds that it is shown.
    public var minimum_s: Double
    /// The letters as bytes.
    var letters: [UInt8]
  }

  /// What is shown for how long, and which phase follows.
  public struct Phase: Sendable, Equatable {
    /// How long, in seconds.
    public var duration_s: Double
    /// A letter for each link.
    public var state: String
    /// The phase that follows; `nil` for the next one, the first after the last of the programme.
    public var next: Int?
  }

  /// A lane before the signal.
  struct ApproachLane: Sendable, Equatable {
    var detectors: [DetectorLayout.Share]
    /// The links that lead on from it.
    var links: [Link]
  }

  /// A way over the junction.
  struct Link: Sendable, Equatable {
    /// The place of its letter.
    var letter: Int
    /// The detectors behind the junction.
    var exits: [Int]
  }

  struct UnseenLink: Sendable, Equatable {
    var letter: Int
    /// The longest red that the programme gives it, in seconds.
    var maximumRed_s: Double
  }

  /// The signal of a programme, or why it is left to the programme.
  ///
  /// - Throws: ``SignalError`` `invalid-plan` where there is nothing to choose: fewer than two stages,
  ///   no lane that a detector sees, or a kind of programme whose phases are no stages.
  public init(
    _ program: SignalProgram, network: SUMONetwork, layout: DetectorLayout,
    parameters: ControlParameters
  ) throws(SignalError) {
    guard ["static", "actuated", "delay_based"].contains(program.kind) else {
      throw Self.left(program, "its programme is of the kind \(program.kind)")
    }
    let count = program.stages[0].state.utf8.count
    let own = network.connections.filter { $0.signal == program.signal }
    let fits = own.allSatisfy { ($0.linkIndex ?? 0) < count }
    let repeated = program.stages.allSatisfy { $0.state.utf8.count == count && $0.next.isEmpty }
    guard fits, repeated else {
      throw Self.left(program, "its stages do not simply follow each other or miss links")
    }
    var lanes: [Int: Int] = [:]
    var approach: [ApproachLane] = []
    var seen = [Bool](repeating: false, count: count)
    for connection in own {
      guard let letter = connection.linkIndex, let detectors = layout.approaches[connection.from],
        !detectors.isEmpty
      else { continue }
      seen[letter] = true
      let link = Link(letter: letter, exits: layout.exits[connection.to] ?? [])
      if let place = lanes[connection.from] {
        approach[place].links.append(link)
      } else {
        lanes[connection.from] = approach.count
        approach.append(ApproachLane(detectors: detectors, links: [link]))
      }
    }
    guard !approach.isEmpty else { throw Self.left(program, "no lane leads to it") }
    let cycle = ProgramCycle(program, unseen: seen.map { !$0 })
    guard cycle.stages.count > 1 else { throw Self.left(program, "it has one stage") }
    id = program.signal
    self.program = program
    self.lanes = approach
    unseen = cycle.unseenLinks
    stages = cycle.stages.map { place in
      Stage(
        state: program.stages[place].state, place: place,
        minimum_s: cycle.minimumGreen_s(of: place, parameters),
        letters: Array(program.stages[place].state.utf8))
    }
    successors = cycle.successors
    (changes, phases) = cycle.changes()
  }

  /// Forgets the derived changes that a checker calls unsafe.
  ///
  /// Each is tried as a programme of its own: the stage, the change, the other stage, and from there
  /// on as the plan goes until the stage comes again.
  ///
  /// - Returns: How many were forgotten.
  mutating func removeChanges(unsafeBy checker: SafetyChecker) -> Int {
    var removed = 0
    for from in stages.indices {
      for to in stages.indices where changes[from][to].map({ !$0.isOwn }) == true {
        let findings = checker.findings(of: trial(from, to))
        guard findings.contains(where: { $0.severity == .unsafe && judged.contains($0.rule) })
        else { continue }
        changes[from][to] = nil
        removed += 1
      }
    }
    return removed
  }

  /// A programme in which a stage changes to another one.
  func trial(_ from: Int, _ to: Int) -> SignalProgram {
    func stage(_ place: Int, _ duration_s: Double? = nil) -> SignalProgram.Stage {
      SignalProgram.Stage(
        duration_s: duration_s ?? phases[place].duration_s, state: phases[place].state)
    }
    var course = [stage(stages[from].place, stages[from].minimum_s)]
    if let change = changes[from][to] {
      var place = change.first
      while place >= program.stages.count {
        course.append(stage(place))
        place = phases[place].next ?? place + 1
      }
    }
    var place = stages[to].place
    for _ in program.stages {
      course.append(stage(place))
      place = (place + 1) % program.stages.count
      if program.stages[place].state == stages[from].state { break }
    }
    return SignalProgram(signal: id, id: program.id, offset_s: 0, stages: course)
  }

  private static func left(_ program: SignalProgram, _ why: String) -> SignalError {
    SignalError(
      .invalidPlan, "signal \"\(program.signal)\" is left to its programme: \(why)",
      hint: "Control needs two stages of 5 s or more and a lane that leads to the signal.")
  }
}

/// The rules that a change between two stages can break.
private let judged: Set<SafetyFinding.Rule> = [
  .stateLength, .unknownLetter, .conflict, .mustYield, .yellow, .intergreen,
]
