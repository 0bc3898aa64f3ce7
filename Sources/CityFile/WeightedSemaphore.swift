import Synchronization

/// Lets work in as long as all that is inside costs no more than a limit; the rest waits in line.
package final class WeightedSemaphore: Sendable {
  private struct Waiter {
    let number: Int
    let cost: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var inside = 0
    var waiting: [Waiter] = []
    var lastNumber = 0

    /// Whether something of this cost may enter; alone, anything may.
    func hasRoom(for cost: Int, limit: Int) -> Bool { inside == 0 || inside + cost <= limit }
  }

  private let state = Mutex(State())
  private let limit: Int

  /// - Parameter limit: What may be inside at once, in the unit of the costs.
  package init(limit: Int) {
    self.limit = limit
  }

  /// What is inside.
  package var inside: Int { state.withLock(\.inside) }

  /// Waits for its turn; ``leave(_:)`` must follow.
  ///
  /// - Throws: `CancellationError` where the task is cancelled while it waits; it is not inside
  ///   then.
  package func enter(_ cost: Int) async throws {
    let number: Int? = state.withLock { state in
      if state.waiting.isEmpty, state.hasRoom(for: cost, limit: limit) {
        state.inside += cost
        return nil
      }
      state.lastNumber += 1
      return state.lastNumber
    }
    guard let number else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isGone = state.withLock { state in
          // Asked under the lock: whoever cancels later finds it among the waiting.
          if Task.isCancelled { return true }
          state.waiting.append(Waiter(number: number, cost: cost, continuation: continuation))
          return false
        }
        if isGone { continuation.resume(throwing: CancellationError()) } else { admit() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
      // Those behind it may have had to wait for it alone.
      admit()
    }
  }

  /// Leaves with what it has entered with.
  package func leave(_ cost: Int) {
    state.withLock { $0.inside -= cost }
    admit()
  }

  private func admit() {
    while let next = state.withLock({ state -> Waiter? in
      guard let first = state.waiting.first, state.hasRoom(for: first.cost, limit: limit) else {
        return nil
      }
      state.inside += first.cost
      return state.waiting.removeFirst()
    }) {
      next.continuation.resume()
    }
  }
}
