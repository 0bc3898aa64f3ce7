import NIOCore

/// Shares the time of an event loop among clients, whose requests it takes one after the other.
///
/// A thousand connections of one client, each with hundreds of short requests in one piece, would
/// else be taken one connection after the other, and everybody else would wait for the last. What
/// is taken at once is little; the rest waits in line, clients take turns, and between two rounds
/// the loop looks at all connections again. Used on the loop's thread only.
final class LoopTurns {
  /// What is taken of those waiting before the loop looks at others.
  private static let (roundTurns, roundTime) = (32, TimeAmount.milliseconds(1))
  /// A task that is due at once would be run before the loop looks at connections.
  private static let pause = TimeAmount.microseconds(10)

  private let loop: any EventLoop
  private var waiting: [Client: CircularBuffer<() -> Void>] = [:]
  /// Clients of whom something waits; whose turn comes first stands first.
  private var order = CircularBuffer<Client>()
  /// How many turns were taken since the loop looked at its connections.
  private var turns = 0
  private var time = TimeAmount.zero
  private var isRoundPlanned = false

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Does what a client's connection asks for: now or, where the loop has done much since it
  /// looked at others, when it is the client's turn.
  func take(_ client: Client, _ work: @escaping () -> Void) {
    loop.assertInEventLoop()
    if hasTime, order.isEmpty || waiting[client] == nil {
      run(work)
    } else {
      if waiting[client] == nil { order.append(client) }
      waiting[client, default: CircularBuffer()].append(work)
    }
    guard !isRoundPlanned else { return }
    isRoundPlanned = true
    // After what else the loop has found ready.
    loop.assumeIsolated().execute { [self] in takeRound() }
  }

  private var hasTime: Bool { turns < Self.roundTurns && time < Self.roundTime }

  private func run(_ work: () -> Void) {
    let start = NIODeadline.now()
    work()
    turns += 1
    time = time + (NIODeadline.now() - start)
  }

  private func takeRound() {
    (turns, time) = (0, .zero)
    while hasTime, let client = order.popFirst() {
      guard let work = waiting[client]?.popFirst() else { continue }
      if waiting[client]?.isEmpty == true {
        waiting[client] = nil
      } else {
        order.append(client)
      }
      run(work)
    }
    (turns, time) = (0, .zero)
    isRoundPlanned = !order.isEmpty
    guard isRoundPlanned else { return }
    loop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in takeRound() }
  }
}
