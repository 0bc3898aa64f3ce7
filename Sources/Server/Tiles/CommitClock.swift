import Synchronization

/// The number of the city's last commit, looked up no more often than is needed.
///
/// Others may write into the city at any time. Within ``freshFor`` of the last look nothing is
/// asked; up to ``staleAfter`` one request has it looked up while the others go on; later ones wait
/// for the answer. So a commit is seen everywhere after at most ``staleAfter``.
final class CommitClock: Sendable {
  static let freshFor = Duration.milliseconds(5)
  static let staleAfter = Duration.milliseconds(50)

  private struct State {
    var commit: Int?
    var seen = ContinuousClock.now
    var isLooking = false
  }

  private let state = Mutex(State())
  private let look: @Sendable () async throws -> Int

  /// - Parameter look: Asks the city.
  init(_ look: @escaping @Sendable () async throws -> Int) {
    self.look = look
  }

  /// The last commit, as far as it is known without waiting; `nil` where that is too old.
  func now() -> Int? {
    let (commit, isDue) = state.withLock { state -> (Int?, Bool) in
      let age = ContinuousClock.now - state.seen
      guard let commit = state.commit, age < Self.staleAfter else { return (nil, false) }
      let isDue = age > Self.freshFor && !state.isLooking
      if isDue { state.isLooking = true }
      return (commit, isDue)
    }
    if isDue { Task { _ = try? await current() } }
    return commit
  }

  /// The last commit, asked of the city.
  @discardableResult
  func current() async throws -> Int {
    let asked = ContinuousClock.now
    defer { state.withLock { $0.isLooking = false } }
    let commit = try await look()
    note(commit, asked)
    return commit
  }

  /// Notes what somebody else has just seen.
  func note(_ commit: Int) { note(commit, .now) }

  private func note(_ commit: Int, _ time: ContinuousClock.Instant) {
    state.withLock { state in
      if commit >= state.commit ?? 0 { (state.commit, state.seen) = (commit, time) }
    }
  }
}
