import Foundation

/// A thread for each piece of a task: for work that blocks until it is cancelled.
///
/// Swift's pool has a thread a processor; two such tests there would keep all others from going on,
/// those that cancel them included.
package final class OwnThread: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs what blocks on a thread of its own.
  package static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread { done.resume(with: Result { try body() }) }
    }
  }
}
