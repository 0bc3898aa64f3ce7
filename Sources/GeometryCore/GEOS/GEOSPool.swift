import Foundation
import Synchronization

/// GEOS sessions shared by all tasks: one mutex-guarded slot for each core.
///
/// A caller takes the first free slot and never waits: when all are taken, also by itself in a
/// nested call, it gets a session for this one call (a new context costs 0.1 µs). So the pool
/// cannot deadlock.
final class GEOSPool: Sendable {
  /// The pool of the process.
  static let shared = GEOSPool(count: ProcessInfo.processInfo.activeProcessorCount)

  private final class Slot: Sendable {
    let session = Mutex(GEOSSession())
  }

  private let slots: [Slot]
  private let next = Atomic(0)

  init(count: Int) {
    slots = (0..<max(1, count)).map { _ in Slot() }
  }

  /// Runs `body` with a session that no other thread uses meanwhile.
  func withSession<Answer: Sendable>(
    _ body: (borrowing GEOSSession) throws(GeometryError) -> Answer
  ) throws(GeometryError) -> Answer {
    let first = next.wrappingAdd(1, ordering: .relaxed).newValue
    for offset in 0..<slots.count {
      let slot = slots[Int(UInt(bitPattern: first &+ offset) % UInt(slots.count))]
      let answer = try slot.session.withLockIfAvailable {
        (session) throws(GeometryError) in try body(session)
      }
      if let answer { return answer }
    }
    return try body(GEOSSession())
  }
}
