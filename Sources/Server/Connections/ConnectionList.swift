import CityFile
import NIOCore
import Synchronization

/// The connections that are open; closes those that take too long, and idle ones when there are
/// too many.
final class ConnectionList: Sendable {
  let limits: Limits
  /// For large answers, until they have left.
  let room: WeightedSemaphore
  private let connections = Mutex<[ObjectIdentifier: ClientConnection]>([:])
  /// Connections that were closed to make room.
  private let evicted = Atomic(0)
  /// How often deadlines are looked at.
  private static let period = Duration.milliseconds(250)

  init(_ limits: Limits) {
    self.limits = limits
    room = WeightedSemaphore(limit: limits.largeAnswerBytes)
  }

  var count: Int { connections.withLock(\.count) }
  var evictedCount: Int { evicted.load(ordering: .relaxed) }

  /// Takes a new connection in; makes room among the idle where there are too many.
  func add(_ connection: ClientConnection) {
    let surplus = connections.withLock { list -> [ClientConnection] in
      list[ObjectIdentifier(connection)] = connection
      guard list.count > limits.connections else { return [] }
      // Some at once, so that a flood does not search the list for every single one.
      let idle = list.values.compactMap { other in other.idleDeadline.map { ($0, other) } }
        .sorted { $0.0 < $1.0 }
      let chosen = idle.prefix(max(1, limits.connections / 16)).map(\.1)
      return chosen.isEmpty ? [connection] : chosen
    }
    guard !surplus.isEmpty else { return }
    evicted.add(surplus.count, ordering: .relaxed)
    for connection in surplus { connection.channel.close(promise: nil) }
  }

  func remove(_ connection: ClientConnection) {
    connections.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  /// Looks at all deadlines again and again until the task is cancelled.
  func keepTime() async {
    while (try? await Task.sleep(for: Self.period)) != nil {
      let now = ClientConnection.now
      for connection in connections.withLock({ Array($0.values) }) { connection.check(now: now) }
    }
  }
}
