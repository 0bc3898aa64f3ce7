public import Foundation
import Synchronization

/// What the roads are like now and soon: named slots of weights, each for an interval of time.
///
/// A slot's weights are made aside and put in place in one step, so a search never waits for them
/// and never sees half of them. Whoever searches keeps the metric that it began with.
public final class RoadConditions: Sendable {
  /// What is other than on free roads during an interval.
  public struct Slot: Sendable {
    /// What people call it: `live`, `flooded`, `17:05`.
    public var name: String
    /// When it holds; `nil` for always.
    public var interval: DateInterval?
    /// What is changed, for each profile of the network; missing profiles are free.
    public var changes: [Int: [SegmentChange]]

    /// A slot.
    public init(name: String, interval: DateInterval? = nil, changes: [Int: [SegmentChange]]) {
      self.name = name
      self.interval = interval
      self.changes = changes
    }
  }

  private struct Held {
    var slot: Slot
    /// Metrics by profile and objective; those that were never asked for are missing.
    var metrics: [String: RoadMetric] = [:]
  }

  /// The roads.
  public let network: RoadNetwork
  private let held = Mutex<[String: Held]>([:])

  /// Free roads.
  public init(_ network: RoadNetwork) {
    self.network = network
  }

  /// The names of the slots, in order.
  public var names: [String] { held.withLock { $0.keys.sorted() } }

  /// Puts a slot in the place of the one of its name, if there is any.
  ///
  /// The weights that were in use there are made anew before, so the next search finds them ready.
  public func put(_ slot: Slot) {
    let wanted = held.withLock { $0[slot.name]?.metrics.values.map { ($0.profile, $0.objective) } }
    var new = Held(slot: slot)
    for (profile, objective) in wanted ?? [] {
      new.metrics[Self.key(profile, objective)] = make(slot, profile, objective)
    }
    let made = new
    held.withLock { $0[slot.name] = made }
  }

  /// Takes a slot away; searches that are under way go on with it.
  public func remove(_ name: String) {
    held.withLock { $0[name] = nil }
  }

  /// The weights of a profile in a slot; `nil` where there is no slot of that name.
  public func metric(
    slot name: String, profile: Int, _ objective: RouteObjective
  ) -> RoadMetric? {
    let key = Self.key(profile, objective)
    guard let found = held.withLock({ $0[name] }) else { return nil }
    if let known = found.metrics[key] { return known }
    let new = make(found.slot, profile, objective)
    held.withLock { $0[name]?.metrics[key] = new }
    return new
  }

  /// The weights at a time: of the slot whose interval begins last among those that hold then, of
  /// one that holds always, or of free roads.
  public func metric(
    at time: Date, profile: Int, _ objective: RouteObjective
  ) -> RoadMetric {
    let name = held.withLock { slots in
      slots.values.filter { $0.slot.interval?.contains(time) ?? true }
        .max { one, other in
          (one.slot.interval?.start ?? .distantPast, one.slot.name)
            < (other.slot.interval?.start ?? .distantPast, other.slot.name)
        }?.slot.name
    }
    return name.flatMap { metric(slot: $0, profile: profile, objective) }
      ?? network.metric(profile: profile, objective)
  }

  private func make(_ slot: Slot, _ profile: Int, _ objective: RouteObjective) -> RoadMetric {
    network.metric(
      network.metric(profile: profile, objective), changing: slot.changes[profile] ?? [])
  }

  private static func key(_ profile: Int, _ objective: RouteObjective) -> String {
    "\(profile) \(objective)"
  }
}
