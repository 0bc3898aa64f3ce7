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
    /// Another one for each slot that was ever made.
    let stamp = UUID()

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
  private let together = SlotUnions()

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
      new.metrics[Self.key(profile, objective)] = make([slot], profile, objective)
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
    let new = make([found.slot], profile, objective)
    held.withLock { $0[name]?.metrics[key] = new }
    return new
  }

  /// The weights at a time: those of all slots that hold then together, or of free roads.
  ///
  /// An interval ends before its end. What several slots limit is limited by the lowest of them.
  public func metric(
    at time: Date, profile: Int, _ objective: RouteObjective
  ) -> RoadMetric {
    let holding = held.withLock { slots in
      slots.values.map(\.slot).filter { slot in
        slot.interval.map { $0.start <= time && time < $0.end } ?? true
      }.sorted { $0.name < $1.name }
    }
    guard let first = holding.first else {
      return network.metric(profile: profile, objective)
    }
    if holding.count == 1, let metric = metric(slot: first.name, profile: profile, objective) {
      return metric
    }
    return together.metric(holding, profile, objective) {
      make(holding, profile, objective)
    }
  }

  private func make(_ slots: [Slot], _ profile: Int, _ objective: RouteObjective) -> RoadMetric {
    network.metric(
      network.metric(profile: profile, objective),
      changing: slots.flatMap { $0.changes[profile] ?? [] })
  }

  private static func key(_ profile: Int, _ objective: RouteObjective) -> String {
    "\(profile) \(objective)"
  }
}

/// Weights of several slots at once: those that were asked for last.
private final class SlotUnions: Sendable {
  private struct Entry {
    var stamps: [UUID]
    var key: String
    var metric: RoadMetric
  }

  private let entries = Mutex<[Entry]>([])
  private static let count = 16

  func metric(
    _ slots: [RoadConditions.Slot], _ profile: Int, _ objective: RouteObjective,
    make: () -> RoadMetric
  ) -> RoadMetric {
    let stamps = slots.map(\.stamp)
    let key = "\(profile) \(objective)"
    let known = entries.withLock { entries in
      entries.first { $0.key == key && $0.stamps == stamps }?.metric
    }
    if let known { return known }
    let metric = make()
    entries.withLock { entries in
      entries.append(Entry(stamps: stamps, key: key, metric: metric))
      if entries.count > Self.count { entries.removeFirst() }
    }
    return metric
  }
}
