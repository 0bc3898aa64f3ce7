package import Dispatch
import Foundation
import Synchronization

/// Work that Ctrl-C, SIGTERM and the end of the terminal (SIGHUP) end in good order.
package enum Interruption {
  /// Whether whoever started the process wants it to outlive the terminal, as nohup does.
  private static var isHangupIgnored: Bool {
    var action = sigaction()
    unsafe sigaction(SIGHUP, nil, &action)
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }

  /// Lets the end of its terminal end the process as SIGTERM does, unless that is ignored; until
  /// the source that is returned is cancelled.
  ///
  /// A service has no terminal, and is sent SIGHUP to open its log anew: that it does by itself
  /// (``AppendedFile``), so the signal changes nothing.
  package static func terminateOnHangup() -> (any DispatchSourceSignal)? {
    let terminal = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY)
    guard terminal >= 0 else {
      signal(SIGHUP, SIG_IGN)
      return nil
    }
    close(terminal)
    return isHangupIgnored ? nil : source(SIGHUP) { kill(getpid(), SIGTERM) }
  }

  /// Calls `body` in place of what the signal does by itself; `ready` once that is so.
  private static func source(
    _ number: Int32, ready: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setRegistrationHandler(handler: ready)
    source.setEventHandler(handler: body)
    source.resume()
    return source
  }

  private final class Received: Sendable {
    let signal = Atomic<Int32>(0)
  }

  /// Runs `body` in a task that SIGINT, SIGTERM and SIGHUP cancel.
  ///
  /// - Parameter outcome: What a person is told when `body` has ended with an error after that:
  ///   once cancelled, what it was doing may fail with an error of its own. `nil` where the error
  ///   has nothing to do with it.
  /// - Throws: ``Stopped``; errors of `body`.
  package static func stopping<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result,
    describing outcome: (any Error) -> String?
  ) async throws -> Result {
    let signals = [SIGINT, SIGTERM] + (isHangupIgnored ? [] : [SIGHUP])
    // What the body says is said when it can be stopped.
    let preparation = DispatchGroup()
    for _ in signals { preparation.enter() }
    let task = Task {
      await withCheckedContinuation { ready in
        preparation.notify(queue: .global()) { ready.resume() }
      }
      return try await body()
    }
    let received = Received()
    let sources = signals.map { number in
      source(number, ready: { preparation.leave() }) {
        received.signal.store(number, ordering: .relaxed)
        task.cancel()
      }
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
