import NIOCore

/// Runs tasks on the thread of a connection's event loop.
///
/// A request then reaches its answer without a change of threads, which costs more than a small
/// answer does. Work that waits for something else goes on elsewhere (``WorkResponder``).
final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) {
    self.loop = loop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
