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
  let limits: Limits
  private let room: WeightedSemaphore
  /// What the answer that is being made or is leaving takes of the room, in bytes.
  private let roomBytes = Atomic(0)
  private let phaseNumber: Atomic<Int>
  /// When the phase must have ended, in nanoseconds of the machine's uptime.
  private let deadline: Atomic<UInt64>
  /// When every phase must have ended, in nanoseconds of the machine's uptime.
  private let lastDeadline = Atomic(UInt64.max)
  private let stopNumber = Atomic(0)
  private let endOfStream = Mutex<(@Sendable () -> Void)?>(nil)
  private let stopWork = Mutex<(@Sendable () -> Void)?>(nil)

  /// - Parameter room: For large answers of all connections.
  init(_ channel: any Channel, _ limits: Limits, _ room: WeightedSemaphore) {
    self.channel = channel
    self.limits = limits
    self.room = room
    phaseNumber = Atomic(Phase.arriving.rawValue)
    deadline = Atomic(Self.now + Self.nanoseconds(limits.arrivalSeconds))
  }

  static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  private static func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }

  var phase: Phase { Phase(rawValue: phaseNumber.load(ordering: .relaxed)) ?? .idle }

  /// Why the work on the last request was stopped; `nil` where it was not.
  var stop: Stop? { Stop(rawValue: stopNumber.load(ordering: .acquiring)) }

  /// When the connection fell idle; `nil` while it is in use.
  var idleDeadline: UInt64? { phase == .idle ? deadline.load(ordering: .relaxed) : nil }

  /// Goes over to `phase`, which may last so many seconds.
  func enter(_ phase: Phase, seconds: Double) {
    phaseNumber.store(phase.rawValue, ordering: .relaxed)
    deadline.store(
      min(Self.now + Self.nanoseconds(seconds), lastDeadline.load(ordering: .relaxed)),
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
  }

  /// The work has ended; its answer may go out.
  func endWork() {
    stopWork.withLock { $0 = nil }
    enter(.answering, seconds: limits.answerSeconds)
  }

  /// Waits until there is room for an answer of so many bytes, which it keeps until it has left.
  func takeRoom(bytes: Int) async throws {
    try await room.enter(bytes)
    roomBytes.add(bytes, ordering: .releasing)
    // A client that left before.
    if !channel.isActive { releaseRoom() }
  }

  /// The answer has left, or never will.
  func releaseRoom() {
    let bytes = roomBytes.exchange(0, ordering: .acquiringAndReleasing)
    if bytes > 0 { room.leave(bytes) }
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
