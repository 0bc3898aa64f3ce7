public import Foundation
import Synchronization

/// How a file stands that a served city takes data from besides its own, as `/health` and
/// `/metrics` tell it.
public final class DataSourceStatus: Sendable {
  /// What is known of it at one time.
  public struct State: Sendable {
    /// When it was last taken.
    public var taken: Date?
    /// The latest time in the data; `nil` where there is none.
    public var newest: Date?
    /// Whether all that it holds was taken.
    public var isWhole = true
    /// Since when it cannot be taken as it is; `nil` where it can.
    public var refusedSince: Date?
    /// What the person who asks the server has to know of what was taken, a sentence each without a
    /// full stop.
    public var notes: [String] = []

    /// Whether it has been refused since it was taken.
    public var isRefused: Bool { refusedSince != nil }

    /// `ok`, `partly` where parts of it cannot be taken, `refused` where what is there is older.
    public var status: String { isRefused ? "refused" : isWhole ? "ok" : "partly" }
  }

  /// What it brings, in the plural: `counts`.
  public let name: String
  private let held = Mutex(State())

  /// A source that was not taken yet.
  public init(_ name: String) { self.name = name }

  /// Notes that it was taken, or as much of it as can be.
  public func take(newest: Date?, isWhole: Bool, notes: [String] = []) {
    held.withLock { $0 = State(taken: Date(), newest: newest, isWhole: isWhole, notes: notes) }
  }

  /// Notes that it cannot be taken as it is now: what was there before stays.
  public func refuse() { held.withLock { $0.refusedSince = $0.refusedSince ?? Date() } }

  /// What is known of it now.
  public var state: State { held.withLock { $0 } }

  /// What the person who asks the server has to know of it now, a sentence each without a full
  /// stop.
  public var notes: [String] {
    let state = state
    guard let since = state.refusedSince?.formatted(.iso8601) else { return state.notes }
    return [
      "the file of \(name) as it is since \(since) cannot be taken: the \(name) before are used"
    ] + state.notes
  }
}
