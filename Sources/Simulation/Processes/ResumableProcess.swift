public import SimpleFeatures

/// A process that keeps what it computes for a job: executed again for a job of the same id it goes
/// on from there.
public protocol ResumableProcess: Process {
  /// Keeps what a job asks for that waits for its turn, so that it is not forgotten when the server
  /// ends.
  ///
  /// - Throws: Where it cannot be kept.
  func keep(request inputs: JSONValue, ofJob id: String) throws

  /// Keeps how a job stands that nobody works on, so that it stands so too when the city is served
  /// again.
  ///
  /// - Throws: ``ProcessError`` where there is nothing of the job to go on from, or to be kept.
  func keep(_ standing: JobStanding, ofJob id: String) throws
}

extension ResumableProcess {
  /// `true`.
  public var isLong: Bool { true }
}

/// How a job stands that nobody works on.
public enum JobStanding: Sendable {
  /// It goes on when its turn comes.
  case goesOn
  /// It goes on when it is told to.
  case paused
  /// It does not go on.
  case dismissed
}
