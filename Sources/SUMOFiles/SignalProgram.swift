/// One programme of a signal: stages that follow each other and repeat.
///
/// SUMO's word for a stage is phase; GB/T 20999 says 相位阶段.
public struct SignalProgram: Sendable, Equatable, Codable {
  /// The signal it belongs to.
  public var signal: String
  /// Its name among the programmes of the signal.
  public var id: String
  /// SUMO's kind: `static`, `actuated`, `delay_based`, `NEMA`.
  public var kind: String
  /// How much later than at time 0 the first stage begins, in seconds.
  public var offsetSeconds: Double
  /// The stages in order.
  public var stages: [Stage]

  /// What all links of a signal show for some seconds.
  public struct Stage: Sendable, Equatable, Codable {
    /// How long, in seconds.
    public var durationSeconds: Double
    /// A letter for each link: `G` green, `g` green but yielding, `y` and `Y` yellow, `r` red, `u`
    /// red and yellow, `s` stop and go, `o` blinking, `O` off.
    public var state: String
    /// The least seconds, for actuated control.
    public var minimumSeconds: Double?
    /// The most seconds, for actuated control.
    public var maximumSeconds: Double?
    /// The stages that may follow, where it is not the next one.
    public var next: [Int]
    /// A name for people.
    public var name: String

    /// A stage of a length and a state.
    public init(
      durationSeconds: Double, state: String, minimumSeconds: Double? = nil,
      maximumSeconds: Double? = nil,
      next: [Int] = [], name: String = ""
    ) {
      self.durationSeconds = durationSeconds
      self.state = state
      self.minimumSeconds = minimumSeconds
      self.maximumSeconds = maximumSeconds
      self.next = next
      self.name = name
    }
  }

  /// The latest time of any file, either way, in seconds; shifts are no greater.
  ///
  /// Sums of such times are exact to a millisecond.
  public static let latestSeconds = 1e9

  /// The most seconds that a stage lasts: a day.
  public static let longestStageSeconds = 86_400.0

  /// A programme of its stages.
  public init(
    signal: String, id: String, kind: String = "static", offsetSeconds: Double, stages: [Stage]
  ) {
    self.signal = signal
    self.id = id
    self.kind = kind
    self.offsetSeconds = offsetSeconds
    self.stages = stages
  }

  /// The seconds after which it repeats.
  public var cycleSeconds: Double {
    stages.reduce(0) { $0 + $1.durationSeconds }
  }
}

extension SignalProgram.Stage {
  /// Whether a link shows yellow, so that the stage is a change between two others.
  public var isTransition: Bool {
    state.contains { $0 == "y" || $0 == "Y" || $0 == "u" }
  }

  /// Whether a link shows green.
  public var hasGreen: Bool {
    state.contains { $0 == "G" || $0 == "g" }
  }
}
