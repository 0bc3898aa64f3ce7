import Simulation
import Synchronization

/// What was made of the runs that were asked for last, so that a run is read once.
final class RunShelf<Value: Sendable>: Sendable {
  private let entries = Mutex<[(run: RunFolder, value: Value)]>([])
  private let limit: Int

  /// - Parameter limit: How many runs are kept ready.
  init(limit: Int) { self.limit = limit }

  /// What was made of a run, or is made now.
  func value(of run: RunFolder, make: (RunFolder) throws -> Value) rethrows -> Value {
    let known = entries.withLock { entries -> Value? in
      let place = entries.firstIndex { $0.run.path == run.path && $0.run.record == run.record }
      guard let place else { return nil }
      let found = entries.remove(at: place)
      entries.append(found)
      return found.value
    }
    if let known { return known }
    let made = try make(run)
    entries.withLock { entries in
      entries.removeAll { $0.run.path == run.path }
      entries.append((run, made))
      if entries.count > limit { entries.removeFirst() }
    }
    return made
  }
}
