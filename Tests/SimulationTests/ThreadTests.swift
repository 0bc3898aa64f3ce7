import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Simulation

@Suite("Long work on threads of its own")
struct ThreadTests {
  @Test("Each iteration runs once, on no more threads than are allowed", arguments: [1, 2, 5])
  func iterations(_ threads: Int) {
    for count in [0, 1, 3, 1000] {
      let seen = Seen()
      inParallel(count, threads: threads) { index, thread in
        seen.note(index, thread)
      }
      let (indices, numbers) = seen.all
      #expect(indices.sorted() == Array(0..<count))
      #expect(numbers.isSubset(of: Set(0..<threads)))
    }
  }

  @Test("Work that yields to others, and its helpers, have a lower priority; others keep theirs")
  func priority() async throws {
    let own = try await onOwnThread(named: "test") { ThreadPriority.isLow }
    #expect(!own)
    let low = try await onOwnThread(named: "test", yieldsToOthers: true) {
      let seen = Seen()
      // Long enough for a second thread to come.
      inParallel(300, threads: 2) { _, thread in
        usleep(2000)
        seen.note(ThreadPriority.isLow ? 1 : 0, thread)
      }
      return (ThreadPriority.isLow, seen.all)
    }
    #expect(low.0 && low.1.indices.allSatisfy { $0 == 1 })
    #expect(low.1.threads == [0, 1])
    #expect(!(try await onOwnThread(named: "test") { ThreadPriority.isLow }))
  }

  @Test("It ends while all helpers are kept busy, and holds nothing after that")
  func busyHelpers() async throws {
    let released = DispatchSemaphore(value: 0)
    let blockers = 2 * ProcessInfo.processInfo.activeProcessorCount + 4
    for _ in 0..<blockers { DispatchQueue.global().async { released.wait() } }
    defer { for _ in 0..<blockers { released.signal() } }
    weak var last: Seen?
    for _ in 0..<200 {
      let seen = Seen()
      inParallel(8, threads: 4) { index, thread in seen.note(index, thread) }
      #expect(seen.all.indices.count == 8)
      last = seen
    }
    #expect(last == nil)
  }

  /// What threads have told.
  private final class Seen: Sendable {
    private let state = Mutex<(indices: [Int], threads: Set<Int>)>(([], []))

    func note(_ index: Int, _ thread: Int) {
      state.withLock {
        $0.indices.append(index)
        $0.threads.insert(thread)
      }
    }

    var all: (indices: [Int], threads: Set<Int>) { state.withLock { ($0.indices, $0.threads) } }
  }
}
