import Dispatch

/// Threads for processes that reckon, apart from those that answer requests.
///
/// Swift's own pool has a thread for each processor: a few processes that reckon for seconds would
/// keep everything else that waits for it. Whoever starts a process gives its task this executor.
public final class ProcessThreads: TaskExecutor {
  /// The one of this program.
  public static let shared = ProcessThreads()

  private let queue = DispatchQueue(label: "processes", attributes: .concurrent)

  /// Runs a part of a task on a thread of its own.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
