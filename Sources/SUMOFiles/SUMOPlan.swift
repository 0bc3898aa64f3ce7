/// Programmes of signals and when each runs: SUMO's additional file of `tlLogic` and `WAUT`.
public struct SUMOPlan: Sendable, Equatable {
  /// The programmes; a signal may have several.
  public var programs: [SignalProgram]
  /// The time tables of signals that change programmes; the others run their last programme listed.
  public var tables: [Table]

  /// When a signal runs which programme: SUMO's `WAUT`.
  public struct Table: Sendable, Equatable {
    /// The signal.
    public var signal: String
    /// The programme before the first switch.
    public var first: String
    /// The switches in order of time, in seconds of the simulation.
    public var switches: [Switch]

    /// A time table of a signal.
    public init(signal: String, first: String, switches: [Switch]) {
      self.signal = signal
      self.first = first
      self.switches = switches
    }
  }

  /// A change of programme.
  public struct Switch: Sendable, Equatable {
    /// When, in seconds.
    public var timeSeconds: Double
    /// The programme from then on.
    public var program: String

    /// A switch at a time.
    public init(timeSeconds: Double, program: String) {
      self.timeSeconds = timeSeconds
      self.program = program
    }
  }

  /// A plan of programmes and time tables.
  public init(programs: [SignalProgram], tables: [Table] = []) {
    self.programs = programs
    self.tables = tables
  }
}
