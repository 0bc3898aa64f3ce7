import Dispatch
import Foundation
import Synchronization

/// Work that Ctrl-C and SIGTERM end in good order.
package enum Interruption {
  private final class Received: Sendable {
    let signal = Atomic<Int32>(0)
  }

  /// Runs `body` in a task that SIGINT and SIGTERM cancel.
  ///
  /// - Parameter outcome: What a person is told when `body` has ended with an error after that:
  ///   once cancelled, what it was doing may fail with an error of its own. `nil` where the error
  ///   has nothing to do with it.
  /// - Throws: ``Stopped``; errors of `body`.
  package static func stopping<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result,
    describing outcome: (any Error) -> String?
  ) async throws -> Result {
    let task = Task { try await body() }
    let received = Received()
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        received.signal.store(number, ordering: .relaxed)
        task.cancel()
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
    }
    do {
      return try await task.value
    } catch {
      let number = received.signal.load(ordering: .relaxed)
      guard number != 0, let outcome = outcome(error) else { throw error }
      throw Stopped(signal: number, outcome: outcome)
    }
  }
}

/// Work that a signal has ended in good order: no fault.
package struct Stopped: Error {
  package var signal: Int32
  /// What a person is told.
  package var outcome: String

  /// Ends the process as the signal would have, so that shells, which say 130 for Ctrl-C, and
  /// scripts see what has ended it.
  package func exit() -> Never {
    Foundation.signal(signal, SIG_DFL)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal)
    // The first process of a container does not die of signals.
    Foundation.exit(128 + signal)
  }
}
