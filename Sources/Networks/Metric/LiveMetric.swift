import Synchronization

/// The metric that searches use now, while another one is being made.
///
/// A reader takes `current` and keeps it for as long as its searches belong together; it never
/// waits for an update, which makes a new metric aside and then puts it in place. Updates wait for
/// each other, so each starts from the one before.
public final class LiveMetric: Sendable {
  private let held: Mutex<Metric>
  private let turn = Mutex(())

  /// Starts with a metric.
  public init(_ metric: Metric) {
    held = Mutex(metric)
  }

  /// The metric in place.
  public var current: Metric { held.withLock { $0 } }

  /// Puts another metric in place.
  public func replace(with metric: Metric) {
    turn.withLock { _ in put(metric) }
  }

  /// Changes the weights of some arcs; returns the metric that is then in place.
  @discardableResult
  public func update(_ changes: [(arc: Int, weight: UInt32)], threads: Int) -> Metric {
    turn.withLock { _ in
      let metric = current.changing(changes, threads: threads)
      put(metric)
      return metric
    }
  }

  /// What was in place may end here, and its memory is given back after the lock is free.
  private func put(_ metric: Metric) {
    let old = held.withLock { held in
      let old = held
      held = metric
      return old
    }
    _ = old
  }
}
