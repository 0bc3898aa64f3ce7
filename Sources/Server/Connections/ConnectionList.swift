import CityFile
import NIOCore
import Synchronization

/// The connections that are open; closes those that take too long, and idle ones when there are
/// too many.
final class ConnectionList: Sendable {
  let shares: ServerShares
  private struct State {
    var all: [ObjectIdentifier: ClientConnection] = [:]
    var counts: [Client: Int] = [:]
  }

  private let connections = Mutex(State())
  /// Connections that were closed to make room.
  private let evicted = Atomic(0)
  /// How often deadlines are looked at.
  private static let period = Duration.milliseconds(250)

  init(_ limits: Limits) {
    shares = ServerShares(limits)
  }

  var limits: Limits { shares.limits }

  var count: Int { connections.withLock(\.all.count) }
  var evictedCount: Int { evicted.load(ordering: .relaxed) }

  /// Takes a new connection in; where there are too many, of all clients or of its own, those that
  /// have been silent longest make room: its own client's, or those of the client that has most.
  func add(_ connection: ClientConnection) {
    let surplus = connections.withLock { list -> [ClientConnection] in
      let own = (list.counts[connection.client] ?? 0) + 1
      let isFull = list.all.count >= limits.connections
      var chosen: [ClientConnection] = []
      if isFull || own > limits.share(of: limits.connections) {
        let client =
          isFull ? list.counts.max { $0.value < $1.value }?.key : connection.client
        // Some at once, so that a flood does not search the list for every single one.
        chosen = list.all.values.filter { $0.client == client }
          .compactMap { other in other.silentSince.map { ($0, other) } }
          .sorted { $0.0 < $1.0 }.prefix(max(1, limits.connections / 16)).map(\.1)
        if chosen.isEmpty { chosen = [connection] }
      }
      list.all[ObjectIdentifier(connection)] = connection
      list.counts[connection.client] = own
      return chosen
    }
    guard !surplus.isEmpty else { return }
    evicted.add(surplus.count, ordering: .relaxed)
    for connection in surplus { connection.channel.close(promise: nil) }
  }

  func remove(_ connection: ClientConnection) {
    connections.withLock { list in
      guard list.all.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
      list.counts[connection.client] = list.counts[connection.client].flatMap {
        $0 > 1 ? $0 - 1 : nil
      }
    }
  }

  /// Looks at all deadlines again and again until the task is cancelled.
  func keepTime() async {
    while (try? await Task.sleep(for: Self.period)) != nil {
      let now = ClientConnection.now
      let isRoomWanted = shares.room.waitingCount > 0
      for connection in connections.withLock({ Array($0.all.values) }) {
        connection.check(now: now)
        if isRoomWanted { connection.closeIfStalled(now: now) }
      }
    }
  }
}
