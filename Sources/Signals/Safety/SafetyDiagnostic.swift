public import SimpleFeatures

/// A rule that a plan breaks, and where.
public struct SafetyDiagnostic: Sendable, Equatable {
  /// The rules.
  public enum Rule: String, Sendable, CaseIterable {
    /// A signal or programme that the network does not have.
    case unknownSignal = "unknown-signal"
    /// A state whose letters are not one for each link.
    case stateLength = "state-length"
    /// A letter that no signal shows.
    case unknownLetter = "unknown-letter"
    /// A link that blinks, is off or shows stop and go where the network never lets it.
    case unregulated
    /// A stage without time, or a time that the controller's step does not keep.
    case duration
    /// Control whose stages cannot be foreseen.
    case notCheckable = "not-checkable"
    /// Two links green at once whose ways cross and neither of which yields.
    case conflict
    /// A link that shows `G` and must yield to another that shows green.
    case mustYield = "must-yield"
    /// Too little yellow, or none, between green and red.
    case yellow
    /// Too little time from the end of one link's green to the start of a crossing one's.
    case intergreen
    /// Too short a green for vehicles.
    case minimumGreen = "minimum-green"
    /// Too short a stage for the links that turn green with it.
    case minimumStage = "minimum-stage"
    /// Too little time for people to cross.
    case pedestrianGreen = "pedestrian-green"
    /// Too long a red.
    case maximumRed = "maximum-red"
    /// A link that is never allowed to go.
    case neverGreen = "never-green"
    /// A cycle beyond the limits.
    case cycle
    /// Links of different signals whose ways cross, which one programme alone does not decide.
    case sharedJunction = "shared-junction"
  }

  /// How bad it is.
  public enum Severity: String, Sendable {
    /// The plan must not be used.
    case unsafe
    /// The network's own programme breaks the rule as much.
    case asInNetwork = "as-in-network"
  }

  /// The rule.
  public var rule: Rule
  /// How bad it is.
  public var severity: Severity
  /// The signal.
  public var signal: String
  /// The programme, or `a > b` for a change from one to another.
  public var program: String
  /// The stage in whose course it happens, from 1 as in plans; `nil` for the whole programme.
  public var stage: Int?
  /// The links, as places in the states; for `intergreen` first the one whose green ends.
  public var links: [Int]
  /// What is asked for, in seconds; `nil` where no number says it.
  public var askedSeconds: Double?
  /// What is there, in seconds.
  public var foundSeconds: Double?
  /// When the programmes change, in seconds of the simulation; `nil` within a programme.
  public var timeSeconds: Double?
  /// What is wrong, in words.
  public var message: String

  /// The finding as JSON, for machines.
  public var json: JSONValue {
    .object([
      ("rule", .string(rule.rawValue)), ("severity", .string(severity.rawValue)),
      ("signal", .string(signal)), ("programme", .string(program)), ("stage", JSONValue(stage)),
      ("links", .array(links.map { .integer($0) })),
      ("asked_s", askedSeconds.map { .real($0) } ?? .null),
      ("found_s", foundSeconds.map { .real($0) } ?? .null),
      ("time_s", timeSeconds.map { .real($0) } ?? .null),
      ("message", .string(message)),
    ])
  }
}
