import NIOCore

/// Shares the time of an event loop among clients, whose requests it takes one after the other.
///
/// A thousand connections of one client, each with a hundred short requests in one piece, would
/// else be taken one connection after the other, and everybody else would wait for the last. What
/// is taken in one tick of the loop is little, the rest waits in line, and clients take turns.
/// Used on the loop's thread only.
final class LoopTurns {
  /// Does what a connection asks for; says whether the application has got a request, whose work
  /// follows in the same tick.
  typealias Turn = () -> Bool

  /// What is taken in a tick: so many requests for the application, or anything for so long.
  private static let (tickRequests, tickTime) = (16, TimeAmount.milliseconds(1))
  /// So soon after a tick those that wait are taken, if the loop has nothing else to do.
  private static let pause = TimeAmount.microseconds(10)

  private let loop: any EventLoop
  private var waiting: [Client: CircularBuffer<Turn>] = [:]
  /// Clients of whom something waits; whose turn comes first stands first.
  private var order = CircularBuffer<Client>()
  /// What was taken in this tick.
  private var requests = 0
  private var time = TimeAmount.zero
  private var isRoundPlanned = false
  /// Whether the tick has ended in which the next round was planned.
  private var hasTickEnded = true

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Takes a client's turn: now or, where much has been taken in this tick, when it comes.
  func take(_ client: Client, _ turn: @escaping Turn) {
    loop.assertInEventLoop()
    if hasTime, waiting[client] == nil { return run(turn) }
    if waiting[client] == nil { order.append(client) }
    waiting[client, default: CircularBuffer()].append(turn)
    if !isRoundPlanned { planRound() }
  }

  /// The loop goes on to look at its connections.
  func tickEnded() {
    (requests, time) = (0, .zero)
    hasTickEnded = true
  }

  private var hasTime: Bool { requests < Self.tickRequests && time < Self.tickTime }

  private func run(_ turn: Turn) {
    let start = NIODeadline.now()
    if turn() { requests += 1 }
    time = time + (NIODeadline.now() - start)
  }

  private func planRound() {
    isRoundPlanned = true
    hasTickEnded = false
    loop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in takeRound() }
  }

  private func takeRound() {
    // A tick that lasts longer than the pause runs this too.
    guard hasTickEnded else { return planRound() }
    while hasTime, let client = order.popFirst() {
      guard let turn = waiting[client]?.popFirst() else { continue }
      if waiting[client]?.isEmpty == true {
        waiting[client] = nil
      } else {
        order.append(client)
      }
      run(turn)
    }
    if order.isEmpty { isRoundPlanned = false } else { planRound() }
  }
}
