/// How many jobs there may be, of all owners and of each.
public struct JobLimits: Sendable {
  /// Jobs that run at once.
  public var running = 3
  /// Those of one owner.
  public var runningOfOwner = 2
  /// Jobs that wait for their turn.
  public var waiting = 100
  /// Those of one owner.
  public var waitingOfOwner = 50
  /// The inputs of jobs that wait or run, together, in bytes; half of it may be one owner's.
  public var inputBytes = 16 << 20
  /// Jobs that have ended and are kept.
  public var kept = 1000
  /// Those of one owner, the latest.
  public var keptOfOwner = 200
  /// What jobs that have ended gave, together, in bytes; half of it may be one owner's.
  public var keptBytes = 64 << 20

  /// The limits that hold unless somebody asks for others.
  public init() {}
}
