import Synchronization

/// The shelters that are full now.
final class FullShelters: Sendable {
  private let held = Mutex<Set<String>>([])

  var ids: Set<String> { held.withLock { $0 } }

  func put(_ ids: Set<String>) { held.withLock { $0 = ids } }
}
