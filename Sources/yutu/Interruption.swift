import Dispatch
import Foundation

/// Work that Ctrl-C and SIGTERM end in good order.
enum Interruption {
  /// Runs `body` in a task that SIGINT and SIGTERM cancel.
  ///
  /// - Parameter outcome: What a person is told when that happened.
  static func stopping<Result: Sendable>(
    _ outcome: String, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await body() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
    }
    do {
      return try await task.value
    } catch {
      // Once cancelled, what it was doing may fail with an error of its own.
      throw task.isCancelled ? CommandFault(message: "stopped: \(outcome)", hint: nil) : error
    }
  }
}
