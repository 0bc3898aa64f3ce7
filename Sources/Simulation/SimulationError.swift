public import SimpleFeatures

/// Why a run, its frames or a job cannot go on.
public struct SimulationError: ExplainedError, Equatable {
  /// What kind of error.
  public enum Code: String, Sendable {
    /// Frames, steps or times that do not fit each other.
    case invalidFrame = "invalid-frame"
    /// A number that frames cannot hold.
    case notStorable = "not-storable"
    /// A file of frames that cannot be written: no room, no right.
    case unwritableFile = "unwritable-file"
    /// A file that is no file of frames, or of another run.
    case unreadableFile = "unreadable-file"
    /// Bytes of a saved state that are damaged or of another model.
    case invalidState = "invalid-state"
    /// The model made or lost what its balance counts.
    case unbalanced
    /// The model's time stands still.
    case stalled
    /// The run was told to end.
    case cancelled
    /// A schema of inputs that cannot be checked.
    case invalidSchema = "invalid-schema"
    /// No such job.
    case noSuchJob = "no-such-job"
    /// More jobs wait than may.
    case tooManyJobs = "too-many-jobs"
  }

  /// What kind of error.
  public let code: Code
  /// What is wrong.
  public let message: String
  /// What to do about it.
  public let hint: String?

  /// An error with its words.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
