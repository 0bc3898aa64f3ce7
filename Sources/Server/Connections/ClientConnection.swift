import CityFile
import Dispatch
import NIOCore
import Synchronization

/// A client's connection: what it is doing, until when, and how its work is stopped.
final class ClientConnection: Sendable {
  /// What the server waits for.
  enum Phase: Int {
    /// For a request, of which nothing has come yet.
    case idle
    /// For the rest of a request's head or body.
    case arriving
    /// For the answer to be made.
    case working
    /// For the answer to leave.
    case answering
  }

  /// Why work was stopped.
  enum Stop: Int {
    case clientGone = 1
    case timeout = 2
  }

  /// The connection that the current task answers.
  @TaskLocal static var current: ClientConnection?

  let channel: any Channel
  let client: Client
  /// The client's address, for the log.
  let address: String
  let shares: ServerShares
  /// What the answer that is being made takes of the room, in bytes.
  private let roomBytes = Atomic(0)
  /// What answers that are leaving take of it, in bytes.
  private let leavingBytes = Atomic(0)
  private let phaseNumber: Atomic<Int>
  /// When the phase began, in nanoseconds of the machine's uptime.
  private let phaseStart: Atomic<UInt64>
  /// When the phase must have ended, in nanoseconds of the machine's uptime.
  private let deadline: Atomic<UInt64>
  /// When every phase must have ended, in nanoseconds of the machine's uptime.
  private let lastDeadline = Atomic(UInt64.max)
  private let stopNumber = Atomic(0)
  private let endOfStream = Mutex<(@Sendable () -> Void)?>(nil)
  private let isInputClosed = Atomic(false)
  private let workNumber = Atomic(0)
  private let stopWork = Mutex<(@Sendable () -> Void)?>(nil)

  /// What of the answer had not left when that was last looked at, in bytes, and when it was first
  /// so much.
  private let unsent = Mutex((bytes: -1, since: UInt64(0)))

  init(_ channel: any Channel, _ shares: ServerShares) {
    self.channel = channel
    client = Client(channel.remoteAddress)
    address = channel.remoteAddress?.ipAddress ?? "none"
    self.shares = shares
    let now = Self.now
    phaseNumber = Atomic(Phase.arriving.rawValue)
    phaseStart = Atomic(now)
    deadline = Atomic(now + Self.nanoseconds(shares.limits.arrivalSeconds))
  }

  var limits: Limits { shares.limits }

  static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  private static func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }

  var phase: Phase { Phase(rawValue: phaseNumber.load(ordering: .relaxed)) ?? .idle }

  /// Why the work on the last request was stopped; `nil` where it was not.
  var stop: Stop? { Stop(rawValue: stopNumber.load(ordering: .acquiring)) }

  /// Since when the server has waited for a whole request; `nil` while one is answered.
  var silentSince: UInt64? {
    [.idle, .arriving].contains(phase) ? phaseStart.load(ordering: .relaxed) : nil
  }

  /// Goes over to `phase`, which may last so many seconds.
  func enter(_ phase: Phase, seconds: Double) {
    let now = Self.now
    phaseNumber.store(phase.rawValue, ordering: .relaxed)
    phaseStart.store(now, ordering: .relaxed)
    deadline.store(
      min(now + Self.nanoseconds(seconds), lastDeadline.load(ordering: .relaxed)),
      ordering: .relaxed)
  }

  /// Whatever the connection does has to end within so many seconds.
  func endBy(seconds: Double) {
    let last = Self.now + Self.nanoseconds(seconds)
    lastDeadline.store(last, ordering: .relaxed)
    deadline.store(min(deadline.load(ordering: .relaxed), last), ordering: .relaxed)
  }

  /// The work on a request begins; `stop` ends it from outside.
  func beginWork(_ stop: @escaping @Sendable () -> Void) {
    stopNumber.store(0, ordering: .releasing)
    stopWork.withLock { $0 = stop }
    enter(.working, seconds: limits.requestSeconds)
    // A client that left before its request's turn came.
    if !channel.isActive { stopWork(.clientGone) }
    workNumber.add(1, ordering: .sequentiallyConsistent)
    if isInputClosed.load(ordering: .sequentiallyConsistent) { stopWorkSoon() }
  }

  /// The client has closed its side: it waits for its answers, or has gone.
  func inputClosed() {
    isInputClosed.store(true, ordering: .sequentiallyConsistent)
    stopWorkSoon()
  }

  /// Gives the work that is being done the time that clients have that have closed their side.
  private func stopWorkSoon() {
    let number = workNumber.load(ordering: .sequentiallyConsistent)
    channel.eventLoop.scheduleTask(in: .milliseconds(Int64(limits.halfClosedMilliseconds))) {
      if self.workNumber.load(ordering: .sequentiallyConsistent) == number {
        self.stopWork(.clientGone)
      }
    }
  }

  /// The work has ended; its answer may go out.
  func endWork() {
    stopWork.withLock { $0 = nil }
    enter(.answering, seconds: limits.answerSeconds)
  }

  /// Waits until the answer that is being made has room for so many bytes in all; gives back what
  /// it has beyond.
  func takeRoom(bytes: Int) async throws {
    let taken = roomBytes.load(ordering: .acquiring)
    guard bytes > taken else {
      // Whoever has gone has given it all back.
      if roomBytes.compareExchange(
        expected: taken, desired: bytes, ordering: .acquiringAndReleasing
      ).exchanged {
        shares.room.leave(taken - bytes, of: client)
      }
      return
    }
    try await shares.room.enter(bytes - taken, of: client)
    roomBytes.add(bytes - taken, ordering: .releasing)
    // A client that left before.
    if !channel.isActive { releaseRoom() }
  }

  /// The answer that is being made will never be.
  func releaseRoom() {
    let bytes = roomBytes.exchange(0, ordering: .acquiringAndReleasing)
    if bytes > 0 { shares.room.leave(bytes, of: client) }
  }

  /// Takes room for an answer that is at hand and begins to leave, unless it would have to wait.
  func takeRoomNow(bytes: Int) -> Bool {
    guard bytes > limits.smallAnswerBytes else { return true }
    guard shares.room.tryEnter(bytes, of: client) else { return false }
    roomBytes.add(bytes, ordering: .releasing)
    return true
  }

  /// The answer has been made and begins to leave: its room is given back once `left` is done.
  func answerLeaves(_ left: EventLoopFuture<Void>) {
    let bytes = roomBytes.exchange(0, ordering: .acquiringAndReleasing)
    guard bytes > 0 else { return }
    leavingBytes.add(bytes, ordering: .relaxed)
    unsent.withLock { $0 = (-1, 0) }
    left.whenComplete { [self] _ in
      leavingBytes.subtract(bytes, ordering: .relaxed)
      shares.room.leave(bytes, of: client)
    }
  }

  /// Closes the connection where its client has taken in nothing of a large answer for too long;
  /// asked while others wait for the room.
  func closeIfStalled(now: UInt64) {
    guard leavingBytes.load(ordering: .relaxed) > 0 else { return }
    channel.getOption(.bufferedWritableBytes).whenSuccess { [self] bytes in
      let isStalled = unsent.withLock { unsent in
        if unsent.bytes != bytes { unsent = (bytes, now) }
        return bytes > 0 && now - unsent.since > Self.nanoseconds(limits.stalledSeconds)
      }
      if isStalled { channel.close(promise: nil) }
    }
  }

  /// Stops the work that is going on, if there is any.
  func stopWork(_ reason: Stop) {
    let stop = stopWork.withLock { work in
      defer { work = nil }
      return work
    }
    guard let stop else { return }
    stopNumber.store(reason.rawValue, ordering: .releasing)
    stop()
  }

  /// An answer goes out that has no end of its own; `end` ends it where the server stops.
  func beginStream(_ end: @escaping @Sendable () -> Void) { endOfStream.withLock { $0 = end } }

  /// Ends the answer that has no end of its own, if there is one.
  func endStream() {
    let end = endOfStream.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }

  /// Ends what has taken longer than it may.
  func check(now: UInt64) {
    guard deadline.load(ordering: .relaxed) < now else { return }
    if phase == .working {
      stopWork(.timeout)
    } else {
      channel.close(promise: nil)
    }
  }
}
