import Synchronization

/// The job that a process is executed for.
public enum CurrentJob {
  /// Its id; `nil` while a client waits for the answer.
  @TaskLocal public static var id: String?
  /// Tells whether it ends for a while only; `nil` while a client waits for the answer.
  @TaskLocal public static var pause: JobPause?
}

/// Whether a job that is told to end is to go on later.
public final class JobPause: Sendable {
  private let state = Mutex(false)

  init() {}

  /// Whether it is.
  public var isAsked: Bool { state.withLock { $0 } }

  func ask() { state.withLock { $0 = true } }
  func takeBack() { state.withLock { $0 = false } }
}
