public import Foundation
public import SimpleFeatures

/// What is known of a job.
public struct JobStatus: Sendable {
  /// Where a job is in its life.
  public enum State: String, Sendable, CaseIterable {
    /// Waits for others to end.
    case accepted
    /// Under way.
    case running
    /// Ended as it should.
    case successful
    /// Ended by an error.
    case failed
    /// Ended because it was told to, or let go afterwards; it has no results any more.
    case dismissed

    /// Whether nothing more will happen.
    public var isEnd: Bool { self != .accepted && self != .running }
  }

  /// The job's id, which nobody can guess.
  public let id: String
  /// The process's id.
  public let process: String
  /// What whoever submitted it wants to find again.
  public let note: JSONValue
  /// When it came.
  public let created: Date
  /// Where it is in its life.
  public internal(set) var state = State.accepted
  /// Whether it waits until it is told to go on; it is ``State/accepted`` meanwhile.
  public internal(set) var isPaused = false
  /// How far it is.
  public internal(set) var progress = ProcessProgress(share: 0)
  /// What it gave; `nil` unless it was successful.
  public internal(set) var result: ProcessOutputs?
  /// The layers of the one map that it gave.
  public internal(set) var layers: [String] = []
  /// Why it failed; `nil` unless it did.
  public internal(set) var failure: ProcessError?
  /// When it began; `nil` while it waits.
  public internal(set) var started: Date?
  /// When it ended; `nil` before.
  public internal(set) var finished: Date?
  /// When anything of this last changed.
  public internal(set) var updated: Date
  /// How often anything of this has changed.
  public internal(set) var changeCount = 0

  init(id: String, process: String, note: JSONValue) {
    self.id = id
    self.process = process
    self.note = note
    created = Date()
    updated = created
  }
}
