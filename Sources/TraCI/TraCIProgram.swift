/// A programme of a signal as TraCI hands it over.
public struct TraCIProgram: Sendable, Equatable {
  /// Its name among the programmes of the signal.
  public var id: String
  /// The phase that runs first.
  public var current: Int
  /// The phases in order.
  public var phases: [Phase]

  /// What all links of a signal show for some seconds.
  public struct Phase: Sendable, Equatable {
    /// How long, in seconds.
    public var durationSeconds: Double
    /// A letter for each link.
    public var state: String
    /// The phase that follows; `nil` for the next one in order.
    public var next: Int?

    /// A phase of a length and a state.
    public init(durationSeconds: Double, state: String, next: Int? = nil) {
      self.durationSeconds = durationSeconds
      self.state = state
      self.next = next
    }
  }

  /// A programme of its phases.
  public init(id: String, current: Int, phases: [Phase]) {
    self.id = id
    self.current = current
    self.phases = phases
  }

  /// The value of SUMO's variable 0x2c, "complete definition".
  var value: [UInt8] {
    var writer = TraCIWriter()
    writer.putCompound(5)
    writer.putTyped(id)
    writer.putTyped(Int32(0))
    writer.putTyped(Int32(current))
    writer.putCompound(phases.count)
    for phase in phases {
      writer.putCompound(6)
      writer.putTyped(phase.durationSeconds)
      writer.putTyped(phase.state)
      writer.putTyped(phase.durationSeconds)
      writer.putTyped(phase.durationSeconds)
      writer.putCompound(phase.next == nil ? 0 : 1)
      if let next = phase.next { writer.putTyped(Int32(next)) }
      writer.putTyped("")
    }
    writer.putCompound(0)
    return writer.bytes
  }
}
