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
  public var offset_s: Double
  /// The stages in order.
  public var stages: [Stage]

  /// What all links of a signal show for some seconds.
  public struct Stage: Sendable, Equatable, Codable {
    /// How long, in seconds.
    public var duration_s: Double
    /// A letter for each link: `G` green, `g` green but yielding, `y` and `Y` yellow, `r` red, `u`
    /// red and yellow, `s` stop and go, `o` blinking, `O` off.
    public var state: String
    /// The least seconds, for actuated control.
    public var minimum_s: Double?
    /// The most seconds, for actuated control.
    public var maximum_s: Double?
    /// The stages that may follow, where it is not the next one.
    public var next: [Int]
    /// A name for people.
    public var name: String

    /// A stage of a length and a state.
    public init(
      duration_s: Double, state: String, minimum_s: Double? = nil, maximum_s: Double? = nil,
      next: [Int] = [], name: String = ""
    ) {
      self.duration_s = duration_s
      self.state = state
      self.minimum_s = minimum_s
      self.maximum_s = maximum_s
      self.next = next
      self.name = name
    }
  }

  /// The latest time of any file, either way, in seconds; shifts are no greater.
  ///
  /// Sums of such times are exact to a millisecond.
  public static let latest_s = 1e9

  /// The most seconds that a stage lasts: a day.
  public static let longestStage_s = 86_400.0

  /// A programme of its stages.
  public init(
    signal: String, id: String, kind: String = "static", offset_s: Double, stages: [Stage]
  ) {
    self.signal = signal
    self.id = id
    self.kind = kind
    self.offset_s = offset_s
    self.stages = stages
  }

  /// The seconds after which it repeats.
  public var cycle_s: Double {
    stages.reduce(0) { $0 + $1.duration_s }
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
