package import Foundation
import Synchronization

/// A file that a served city takes data from besides its own, as `/health` and `/metrics` tell it.
package final class Feed: Sendable {
  struct State {
    /// When it was last taken.
    var taken: Date?
    /// The newest moment that what was taken speaks of; `nil` where it speaks of none.
    var newest: Date?
    /// Whether all that it holds was taken.
    var isWhole = true
    /// Whether it has been refused since.
    var isRefused = false

    /// `ok`, `partly` where parts of it cannot be taken, `refused` where what is there is older.
    var status: String { isRefused ? "refused" : isWhole ? "ok" : "partly" }
  }

  /// What it brings, in the plural: `counts`.
  package let name: String
  private let held = Mutex(State())

  package init(_ name: String) { self.name = name }

  /// Notes that it was taken, or as much of it as can be.
  package func take(newest: Date?, isWhole: Bool) {
    held.withLock { $0 = State(taken: Date(), newest: newest, isWhole: isWhole) }
  }

  /// Notes that it cannot be taken as it is now: what was there before stays.
  package func refuse() { held.withLock { $0.isRefused = true } }

  var state: State { held.withLock { $0 } }
}
