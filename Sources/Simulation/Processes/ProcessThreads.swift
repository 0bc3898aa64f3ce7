import Dispatch
import Foundation
import Synchronization

/// Threads for processes that compute, apart from those that answer requests.
///
/// Swift's own pool has a thread for each processor, and so has Dispatch: a few processes that
/// compute for seconds would keep everything else that waits for one of them. Whoever starts a
/// process gives its task this executor.
public final class ProcessThreads: TaskExecutor {
  /// The one of this program.
  public static let shared = ProcessThreads(count: 8)

  private let waiting = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for number in 0..<count {
      let thread = Thread { self.work() }
      thread.name = "process-\(number)"
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private func work() {
    while true {
      count.wait()
      let job = waiting.withLock { $0.removeFirst() }
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }

  /// Runs a part of a task on one of the threads.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.append(job) }
    count.signal()
  }
}
