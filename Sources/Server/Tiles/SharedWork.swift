import Synchronization

/// Work that several requests want at the same time, done once.
///
/// Work that no request wants any more is cancelled.
final class SharedWork<Value: Sendable>: Sendable {
  private struct Job {
    var number: Int
    var task: Task<Value, any Error>
    var waiting: Int
  }

  private struct State {
    var jobs: [String: Job] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// The result of the work called `key`; begins it unless it is running.
  func value(
    of key: String, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (number, task) = state.withLock { state in
      if var job = state.jobs[key] {
        job.waiting += 1
        state.jobs[key] = job
        return (job.number, job.task)
      }
      state.lastNumber += 1
      let number = state.lastNumber
      let task = Task {
        defer { end(key, number) }
        return try await work()
      }
      state.jobs[key] = Job(number: number, task: task, waiting: 1)
      return (number, task)
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      leave(key, number)
    }
  }

  private func leave(_ key: String, _ number: Int) {
    state.withLock { state in
      guard var job = state.jobs[key], job.number == number else { return }
      job.waiting -= 1
      state.jobs[key] = job
      guard job.waiting == 0 else { return }
      // A request that comes now begins anew.
      state.jobs[key] = nil
      job.task.cancel()
    }
  }

  private func end(_ key: String, _ number: Int) {
    state.withLock { state in
      if state.jobs[key]?.number == number { state.jobs[key] = nil }
    }
  }
}
