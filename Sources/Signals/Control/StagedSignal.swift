public import SUMOFiles
public import SimpleFeatures

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
  public private(set) var phases: [Phase]
  /// The lanes before the signal that detectors see.
  let lanes: [ApproachLane]
  /// The links that no detector sees, as those of walkers, and are red at times.
  let unseen: [UnseenLink]
  /// The roads behind it that are entered from these lanes alone.
  let exits: [DetectorWatch.Exit]
  /// The stage that follows each stage in the programme.
  let successors: [Int]

  /// A stage that control may choose.
  public struct Stage: Sendable, Equatable {
    /// A letter for each link.
    public var state: String
    /// Its place in the programme, the first where it comes more than once.
    public var place: Int
    /// The least seconds that it is shown.
    public var minimumSeconds: Double
    /// The letters as bytes.
    var letters: [UInt8]
  }

  /// What is shown for how long, and which phase follows.
  public struct Phase: Sendable, Equatable {
    /// How long, in seconds.
    public var durationSeconds: Double
    /// A letter for each link.
    public var state: String
    /// The phase that follows; `nil` for the next one, the first after the last of the programme.
    public var next: Int?
  }

  /// A lane before the signal.
  struct ApproachLane: Sendable, Equatable {
    var detectors: [DetectorLayout.Share]
    /// The detector of its first vehicle; `nil` where the lane is too short.
    var head: Int?
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
    var maximumRedSeconds: Double
  }

  /// The signal of a programme, or why it is left to the programme.
  ///
  /// - Throws: ``SignalError`` `invalid-plan` where there is nothing to choose: fewer than two
  ///   stages, no lane that a detector sees, or a kind of programme whose phases are no stages.
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
        approach.append(
          ApproachLane(
            detectors: detectors, head: layout.heads[connection.from], links: [link]))
      }
    }
    guard !approach.isEmpty else { throw Self.left(program, "no lane leads to it") }
    let cycle = ProgramCycle(program, unseen: seen.map { !$0 })
    guard cycle.stages.count > 1 else { throw Self.left(program, "it has one stage") }
    id = program.signal
    self.program = program
    self.lanes = approach
    exits = Self.exits(of: program.signal, lanes, network, layout)
    unseen = cycle.unseenLinks
    stages = cycle.stages.map { place in
      Stage(
        state: program.stages[place].state, place: place,
        minimumSeconds: cycle.minimumGreenSeconds(of: place, parameters),
        letters: Array(program.stages[place].state.utf8))
    }
    successors = cycle.successors
    (changes, phases) = cycle.changes()
  }

  /// Makes the derived changes such as a checker accepts.
  ///
  /// Each is tried as a programme of its own: the stage, the change, the other stage, and from
  /// there on as the plan goes until the stage comes again. Where vehicles need longer to leave the
  /// junction than the programme's own clearance gives them, red is added; what stays unsafe is
  /// forgotten.
  ///
  /// - Returns: How many were forgotten.
  mutating func makeChangesSafe(by checker: SafetyChecker) -> Int {
    var forgotten = 0
    for from in stages.indices {
      for to in stages.indices where changes[from][to].map({ !$0.isOwn }) == true {
        for attempt in 0...Self.mostExtensions {
          let unsafe = checker.findings(of: trial(from, to)).filter {
            $0.severity == .unsafe && judged.contains($0.rule)
          }
          if unsafe.isEmpty { break }
          let missingSeconds =
            unsafe.map { finding in
              finding.rule == .intergreen
                ? (finding.askedSeconds ?? 0) - (finding.foundSeconds ?? 0) : .infinity
            }.max() ?? .infinity
          guard attempt < Self.mostExtensions, missingSeconds < Self.longestExtensionSeconds,
            extend(from, to, by: max(1, missingSeconds.rounded(.up)))
          else {
            changes[from][to] = nil
            forgotten += 1
            break
          }
        }
      }
    }
    return forgotten
  }

  /// How often red is added to a change before it is given up.
  private static let mostExtensions = 3
  /// How many seconds may be missing.
  private static let longestExtensionSeconds = 15.0

  /// Adds seconds of red to the end of a derived change, before the red and yellow if there is one.
  private mutating func extend(_ from: Int, _ to: Int, by addedSeconds: Double) -> Bool {
    guard var change = changes[from][to], change.first >= program.stages.count else { return false }
    var last = change.first
    while let next = phases[last].next ?? (last + 1 < phases.count ? last + 1 : nil),
      next >= program.stages.count
    {
      last = next
    }
    let state = String(phases[last].state.map { "yYu".contains($0) ? "r" : $0 })
    let red = Phase(durationSeconds: addedSeconds, state: state, next: phases[last].next)
    if phases[last].state.contains("u") {
      phases.append(phases[last])
      phases[last] = red
    } else {
      phases.append(red)
    }
    phases[last].next = phases.count - 1
    change.durationSeconds += addedSeconds
    changes[from][to] = change
    return true
  }

  /// A programme in which a stage changes to another one.
  func trial(_ from: Int, _ to: Int) -> SignalProgram {
    func stage(_ place: Int, _ durationSeconds: Double? = nil) -> SignalProgram.Stage {
      SignalProgram.Stage(
        durationSeconds: durationSeconds ?? phases[place].durationSeconds,
        state: phases[place].state)
    }
    var course = [stage(stages[from].place, stages[from].minimumSeconds)]
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
    return SignalProgram(signal: id, id: program.id, offsetSeconds: 0, stages: course)
  }

  /// The roads behind a signal that are entered from its seen lanes alone.
  private static func exits(
    of signal: String, _ lanes: [Int: Int], _ network: SUMONetwork, _ layout: DetectorLayout
  ) -> [DetectorWatch.Exit] {
    var roads: [Int: DetectorWatch.Exit] = [:]
    var impure: Set<Int> = []
    for connection in network.connections {
      let road = network.lanes[connection.to].edge
      guard connection.signal == signal, let letter = connection.linkIndex,
        let lane = lanes[connection.from], let areas = layout.exits[connection.to], !areas.isEmpty
      else {
        impure.insert(road)
        continue
      }
      var exit = roads[road] ?? DetectorWatch.Exit(areas: [], feeders: [])
      if !exit.areas.contains(areas[0]) { exit.areas.append(areas[0]) }
      exit.feeders.append(DetectorWatch.Feeder(lane: lane, letter: letter))
      roads[road] = exit
    }
    return roads.filter { !impure.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func left(_ program: SignalProgram, _ why: String) -> SignalError {
    SignalError(
      .invalidPlan, "signal \"\(program.signal)\" is left to its programme: \(why)",
      hint: "Control needs two stages of 5 s or more and a lane that leads to the signal.")
  }
}

/// The rules that a change between two stages can break.
private let judged: Set<SafetyDiagnostic.Rule> = [
  .stateLength, .unknownLetter, .conflict, .mustYield, .yellow, .intergreen,
]
