/// What a signal showed in the last step, and by which programme.
public struct SignalReading: Sendable, Equatable {
  /// The name of the programme that runs.
  public var program: String
  /// A letter for each link.
  public var state: String

  /// A reading.
  public init(program: String, state: String) {
    self.program = program
    self.state = state
  }

  /// SUMO's variables of it.
  static let variables: [UInt8] = [0x29, 0x20]

  mutating func set(_ variable: UInt8, _ value: String) throws(TraCIError) {
    switch variable {
    case 0x29: program = value
    case 0x20: state = value
    default:
      throw .nonsense("the server sent a signal's variable \(variable) without being asked")
    }
  }
}
