import Synchronization

/// Work spaces that nobody uses now; each is lent to one thread at a time.
final class SpacePool<Space>: Sendable {
  /// A space (invariant: only who took it from the pool touches it).
  private struct Lent: @unchecked Sendable {
    let space: Space
  }

  private let idle = Mutex<[Lent]>([])

  /// Runs `body` with an idle space, or a new one.
  func lending<T>(_ make: () -> Space, _ body: (Space) -> T) -> T {
    let lent = idle.withLock { $0.popLast() } ?? Lent(space: make())
    defer { idle.withLock { $0.append(lent) } }
    return body(lent.space)
  }
}
