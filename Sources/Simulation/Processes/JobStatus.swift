public import SimpleFeatures

/// What is known of a job.
public struct JobStatus: Sendable {
  /// Where a job is in its life.
  public enum State: String, Sendable {
    /// Waits for others to end.
    case accepted
    /// Under way.
    case running
    /// Ended as it should.
    case successful
    /// Ended by an error.
    case failed
    /// Ended because it was told to.
    case dismissed

    /// Whether nothing more will happen.
    public var isEnd: Bool { self != .accepted && self != .running }
  }

  /// The job's id, which nobody can guess.
  public let id: String
  /// The process's id.
  public let process: String
  /// Where it is in its life.
  public internal(set) var state = State.accepted
  /// How far it is.
  public internal(set) var progress = ProcessProgress(share: 0)
  /// What it gave; `nil` unless it was successful.
  public internal(set) var result: JSONValue?
  /// Why it failed: message and hint; `nil` unless it did.
  public internal(set) var failure: (message: String, hint: String?)?

  init(id: String, process: String) {
    self.id = id
    self.process = process
  }
}
