import Synchronization

/// Lets work of many clients in as long as all that is inside costs no more than a limit, and that
/// of one client no more than a share of it; the rest waits in line, and clients take turns.
package final class FairSemaphore<Client: Hashable & Sendable>: Sendable {
  private struct Waiter {
    let number: Int
    let cost: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// What a client has inside, and what waits.
  private struct Line {
    var inside = 0
    var waiting: [Waiter] = []
  }

  private struct State {
    var inside = 0
    var lines: [Client: Line] = [:]
    /// Clients of whom something waits; whose turn comes first stands first.
    var turns: [Client] = []
    var lastNumber = 0
  }

  private let state = Mutex(State())
  private let limit: Int
  private let share: Int

  /// - Parameters:
  ///   - limit: What may be inside at once, in the unit of the costs.
  ///   - share: What of it may be one client's. Whatever costs more than either enters when
  ///     nothing else, or nothing else of its client, is inside.
  package init(limit: Int, share: Int) {
    self.limit = limit
    self.share = share
  }

  /// What is inside.
  package var inside: Int { state.withLock(\.inside) }
  /// How much work waits.
  package var waitingCount: Int {
    state.withLock { $0.lines.values.reduce(0) { $0 + $1.waiting.count } }
  }

  /// Lets something in unless it would have to wait.
  package func tryEnter(_ cost: Int, of client: Client) -> Bool {
    state.withLock { enterNow(cost, client, &$0) }
  }

  /// Waits for its turn; ``leave(_:of:)`` must follow.
  ///
  /// - Throws: `CancellationError` where the task is cancelled while it waits; it is not inside
  ///   then.
  package func enter(_ cost: Int, of client: Client) async throws {
    let number: Int? = state.withLock { state in
      if enterNow(cost, client, &state) { return nil }
      state.lastNumber += 1
      return state.lastNumber
    }
    guard let number else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isGone = state.withLock { state in
          // Asked under the lock: whoever cancels later finds it among the waiting.
          if Task.isCancelled { return true }
          let waiter = Waiter(number: number, cost: cost, continuation: continuation)
          state.lines[client, default: Line()].waiting.append(waiter)
          if !state.turns.contains(client) { state.turns.append(client) }
          return false
        }
        if isGone { continuation.resume(throwing: CancellationError()) } else { admit() }
      }
    } onCancel: {
      let waiter = state.withLock { remove(number, client, &$0) }
      waiter?.continuation.resume(throwing: CancellationError())
      // Those behind it may have had to wait for it alone.
      admit()
    }
  }

  /// Leaves with what it has entered with.
  package func leave(_ cost: Int, of client: Client) {
    state.withLock { state in
      state.inside -= cost
      state.lines[client]?.inside -= cost
      forgetIfEmpty(client, &state)
    }
    admit()
  }

  // MARK: Under the lock

  private func enterNow(_ cost: Int, _ client: Client, _ state: inout State) -> Bool {
    let line = state.lines[client] ?? Line()
    guard line.waiting.isEmpty, hasShare(cost, line), hasRoom(cost, state),
      !state.turns.contains(where: { isNext($0, state) })
    else { return false }
    state.inside += cost
    state.lines[client, default: Line()].inside += cost
    return true
  }

  private func hasRoom(_ cost: Int, _ state: State) -> Bool {
    state.inside == 0 || state.inside + cost <= limit
  }

  private func hasShare(_ cost: Int, _ line: Line) -> Bool {
    line.inside == 0 || line.inside + cost <= share
  }

  /// Whether something of a client waits for nothing but room.
  private func isNext(_ client: Client, _ state: State) -> Bool {
    guard let line = state.lines[client], let first = line.waiting.first else { return false }
    return hasShare(first.cost, line)
  }

  private func remove(_ number: Int, _ client: Client, _ state: inout State) -> Waiter? {
    guard let index = state.lines[client]?.waiting.firstIndex(where: { $0.number == number })
    else { return nil }
    let waiter = state.lines[client]?.waiting.remove(at: index)
    forgetIfEmpty(client, &state)
    return waiter
  }

  private func forgetIfEmpty(_ client: Client, _ state: inout State) {
    guard let line = state.lines[client], line.waiting.isEmpty else { return }
    state.turns.removeAll { $0 == client }
    if line.inside == 0 { state.lines[client] = nil }
  }

  /// The one whose turn it is, which is inside then; `nil` where all must go on waiting.
  private func next(_ state: inout State) -> Waiter? {
    // Whoever only lacks room is not overtaken by what needs less of it.
    guard let turn = state.turns.firstIndex(where: { isNext($0, state) }) else { return nil }
    let client = state.turns[turn]
    guard let cost = state.lines[client]?.waiting.first?.cost, hasRoom(cost, state) else {
      return nil
    }
    let waiter = state.lines[client]?.waiting.removeFirst()
    state.inside += cost
    state.lines[client]?.inside += cost
    state.turns.remove(at: turn)
    if state.lines[client]?.waiting.isEmpty == false { state.turns.append(client) }
    return waiter
  }

  private func admit() {
    while let waiter = state.withLock({ next(&$0) }) { waiter.continuation.resume() }
  }
}
