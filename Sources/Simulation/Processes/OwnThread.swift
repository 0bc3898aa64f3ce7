import Foundation

/// What long work gives that runs on a thread of its own, so that nobody else waits for it.
///
/// - Parameter name: Of the thread, for those who look at the process.
package func onOwnThread<Value: Sendable>(
  named name: String, _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Value, any Error>) in
    let thread = Thread { done.resume(with: Result(catching: body)) }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }
}
