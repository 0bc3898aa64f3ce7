import Dispatch
import Foundation
import Synchronization

/// What long work gives that runs on a thread of its own, so that nobody else waits for it.
///
/// - Parameters:
///   - name: Of the thread, for those who look at the process.
///   - yieldsToOthers: Whether the thread gets a processor only where the program's other threads
///     leave one (nice 10), for work of minutes beside requests.
package func onOwnThread<Value: Sendable>(
  named name: String, yieldsToOthers: Bool = false, _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Value, any Error>) in
    let thread = Thread {
      if yieldsToOthers { ThreadPriority.lower() }
      done.resume(with: Result(catching: body))
    }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }
}

/// How much of the processors a thread gets beside others.
enum ThreadPriority {
  /// That of Dispatch's background threads.
  private static let lowNice: Int32 = 10
  /// What the system calls a process; process 0 is, on Linux, the thread that asks.
  private static let process = __priority_which_t(PRIO_PROCESS.rawValue)

  /// Gives the thread that asks a lower priority than those have that answer requests; threads that
  /// it starts have it, too.
  static func lower() { _ = setpriority(process, 0, lowNice) }

  /// Whether the thread that asks has it.
  static var isLow: Bool { getpriority(process, 0) >= lowNice }

  /// Threads of the same priority.
  static var queue: DispatchQueue { .global(qos: isLow ? .background : .default) }
}

/// Runs `body` for each of 0..<count, once, on the calling thread and others of its priority.
///
/// - Parameter threads: How many at most; `body` is told the number of its own, from 0 on.
package func inParallel(
  _ count: Int, threads: Int, _ body: @escaping @Sendable (_ index: Int, _ thread: Int) -> Void
) {
  let workers = min(threads, count)
  guard workers > 1 else {
    for index in 0..<count { body(index, 0) }
    return
  }
  let work = SharedIterations(count, body)
  let queue = ThreadPriority.queue
  for thread in 1..<workers where SharedIterations.mayWait() {
    // One that comes when all is done holds nothing of it.
    queue.async { [weak work] in
      SharedIterations.hasCome()
      work?.run(thread)
    }
  }
  work.run(0)
  work.ended.wait()
}

/// Iterations that several threads take one by one.
private final class SharedIterations: Sendable {
  /// Signalled by the thread that ends the last iteration.
  let ended = DispatchSemaphore(value: 0)
  private let count: Int
  private let body: @Sendable (_ index: Int, _ thread: Int) -> Void
  private let next = Atomic(0)
  private let done = Atomic(0)
  /// Helpers that have been called and have not come yet.
  private static let waiting = Atomic(0)
  /// More are not called: all threads are busy for long.
  private static let mostWaiting = 64

  init(_ count: Int, _ body: @escaping @Sendable (_ index: Int, _ thread: Int) -> Void) {
    self.count = count
    self.body = body
  }

  /// Counts a helper that is to be called; `false` where too many have not come yet.
  static func mayWait() -> Bool {
    guard waiting.load(ordering: .relaxed) < mostWaiting else { return false }
    waiting.add(1, ordering: .relaxed)
    return true
  }

  static func hasCome() { waiting.subtract(1, ordering: .relaxed) }

  /// Takes iterations until none is left; a thread that comes too late takes none.
  func run(_ thread: Int) {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      body(index, thread)
      if done.add(1, ordering: .acquiringAndReleasing).newValue == count { ended.signal() }
    }
  }
}
