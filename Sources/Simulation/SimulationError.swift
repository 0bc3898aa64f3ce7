public import SimpleFeatures

/// Why a run, its frames or a job cannot go on.
public typealias SimulationError = CodedError<SimulationErrorCode>

/// The kinds of ``SimulationError``, as stable names for programs.
public enum SimulationErrorCode: String, Sendable {
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
  /// A job that cannot be paused, or told to go on: it has ended, or keeps nothing to go on from.
  case notPausable = "not-pausable"
  /// More jobs wait than may.
  case tooManyJobs = "too-many-jobs"
}
