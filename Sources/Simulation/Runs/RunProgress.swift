/// How far a run is.
public struct RunProgress: Sendable, Equatable {
  /// Simulated seconds.
  public var seconds: Double
  /// Share of the run, 0 to 1.
  public var share: Double
  /// Steps since the beginning of the run, also before it was resumed.
  public var steps: Int
  /// Simulated seconds that the last step took.
  public var lastStepSeconds: Double
  /// Frames that the sink has.
  public var frames: Int
  /// What the run took so far.
  public var work: RunWork
  /// What the model has made (or, below zero, lost), in the unit of its balance.
  public var balanceError: Double
  /// That as a share of what the model handled.
  public var relativeBalanceError: Double
}

/// Where a run is in its life.
public enum RunState: String, Sendable {
  /// Not begun.
  case ready
  /// Under way.
  case running
  /// Ended before its time because it was told to.
  case cancelled
  /// Ended by an error.
  case failed
  /// Ended as it should.
  case finished
}
