import Foundation
public import Roads
public import SimpleFeatures
import Simulation
import Synchronization

/// Keeps a city's roads ready for processes: networks of the last commit, and what is closed now.
///
/// Whoever makes the roads looks at ``takeInterest()`` to know whether they are wanted. What is in
/// place is exchanged in one step when something new is ready; those who search go on
/// with what they began with, and never wait.
public final class RoadNetworkService: Sendable {
  /// The roads of a city at one time.
  public struct Networks: Sendable {
    /// Roads for vehicles, and those for people on foot; each with its conditions.
    let conditions: [RoadConditions]
  }

  /// Who may be asked for, in their order.
  public let profiles: [RoadProfile]
  /// The folder of the runs whose water can be asked for.
  let runs: String
  private let makeNetwork: @Sendable (RoadMap, [RoadProfile]) throws -> RoadNetwork
  private let held = Mutex<Networks?>(nil)
  private let isWanted = Atomic(false)
  private let fault = Mutex<(any Error)?>(nil)
  private let closures = Mutex<[Feature]>([])
  let closed = ClosedMetrics()

  /// A service without roads; `network` makes one of a map for some profiles.
  ///
  /// - Parameter runs: The folder of the runs that are kept with the city.
  public init(
    profiles: [RoadProfile], runs: String = "",
    network: @escaping @Sendable (RoadMap, [RoadProfile]) throws -> RoadNetwork
  ) {
    self.profiles = profiles
    self.runs = runs
    makeNetwork = network
  }

  /// What is in place; `nil` before the first roads.
  public var current: Networks? { held.withLock { $0 } }

  /// Whether somebody has asked for roads since this was asked last.
  public func takeInterest() -> Bool { isWanted.exchange(false, ordering: .relaxed) }

  /// Puts roads in place, made aside meanwhile.
  public func put(_ map: RoadMap) throws {
    let vehicles = profiles.filter { $0.mode != .foot }
    let people = profiles.filter { $0.mode == .foot }
    var conditions: [RoadConditions] = []
    for group in [vehicles, people] where !group.isEmpty {
      let network: RoadNetwork
      do {
        network = try makeNetwork(map, group)
      } catch let error as RoadError where error.code == .noRoads && group[0].mode == .foot {
        continue
      }
      for (profile, _) in group.enumerated() { _ = network.metric(profile: profile, .time) }
      let made = RoadConditions(network)
      try Self.put(closures.withLock { $0 }, on: made)
      conditions.append(made)
    }
    let made = Networks(conditions: conditions)
    held.withLock { $0 = made }
    fault.withLock { $0 = nil }
  }

  /// Keeps why there are no roads, or no newer ones; processes tell it where they have none.
  ///
  /// Roads that a commit has taken away are not answered with any more.
  public func fail(_ error: any Error) {
    fault.withLock { $0 = error }
    if (error as? RoadError)?.code == .noRoads { held.withLock { $0 = nil } }
  }

  /// Puts closures in place of those before, slot by slot.
  ///
  /// Features are those of ``RoadNetwork/changes(of:profile:toleranceMetres:)``; `slot` names their
  /// slot (`live` by default), and `from` and `until` (RFC 3339) its interval.
  ///
  /// - Throws: `RoadError` that names the feature; what was in place stays.
  public func put(closures features: [Feature]) throws {
    // Where there are no roads yet, too: they could not be put in place with closures in error.
    _ = try ConditionSlots(features)
    try RoadNetwork.check(closures: features)
    for conditions in current?.conditions ?? [] { try Self.put(features, on: conditions) }
    closures.withLock { $0 = features }
  }

  private static func put(_ features: [Feature], on conditions: RoadConditions) throws {
    let slots = try ConditionSlots(features).slots.map { slot in
      var changes: [Int: [SegmentChange]] = [:]
      for profile in conditions.network.profiles.indices {
        changes[profile] = try conditions.network.changes(of: slot.features, profile: profile)
      }
      return RoadConditions.Slot(name: slot.name, interval: slot.interval, changes: changes)
    }
    for name in conditions.names where !slots.contains(where: { $0.name == name }) {
      conditions.remove(name)
    }
    for slot in slots { conditions.put(slot) }
  }

  /// The conditions and the place of a profile among those of their network.
  func roads(profile id: String) throws -> (conditions: RoadConditions, profile: Int) {
    isWanted.store(true, ordering: .relaxed)
    guard let current else { throw missing() }
    for conditions in current.conditions {
      if let place = conditions.network.profiles.firstIndex(where: { $0.id == id }) {
        return (conditions, place)
      }
    }
    throw RoadError(.noRoads, "the city has no roads that \(id) may use")
  }

  /// Why there are no roads.
  private func missing() -> ProcessError {
    guard let error = fault.withLock({ $0 }) as? any ExplainedError else {
      return ProcessError(
        "no-roads", "the road network is being prepared", hint: "ask again in a few seconds",
        status: 503)
    }
    return ProcessError("no-roads", error.message, hint: error.hint, status: 503)
  }

  /// Waits until there are roads, or it is known why there are none.
  func ready() async throws {
    while current == nil {
      isWanted.store(true, ordering: .relaxed)
      if fault.withLock({ $0 }) != nil { throw missing() }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}

/// Closures by the slot that they are of.
private struct ConditionSlots {
  struct Slot {
    var name: String
    var interval: DateInterval?
    var features: [Feature]
  }

  private(set) var slots: [Slot] = []

  init(_ features: [Feature]) throws(RoadError) {
    for (number, feature) in features.enumerated() {
      func text(_ key: String) -> String? {
        guard case .text(let text)? = feature.properties.first(where: { $0.name == key })?.value
        else { return nil }
        return text
      }
      let name = text("slot") ?? "live"
      let interval = try Self.interval(text("from"), text("until"), number + 1)
      if let known = slots.firstIndex(where: { $0.name == name }) {
        guard slots[known].interval == interval else {
          throw RoadError(
            .invalidInput, "closure \(number + 1) gives slot \"\(name)\" another interval",
            hint: "all features of a slot have the same `from` and `until`")
        }
        slots[known].features.append(feature)
      } else {
        slots.append(Slot(name: name, interval: interval, features: [feature]))
      }
    }
  }

  private static func interval(
    _ from: String?, _ until: String?, _ number: Int
  ) throws(RoadError) -> DateInterval? {
    if from == nil, until == nil { return nil }
    func date(_ text: String?, else other: Date) throws(RoadError) -> Date {
      guard let text else { return other }
      guard let date = try? Date(text, strategy: .iso8601) else {
        throw RoadError(
          .invalidInput, "closure \(number): `\(text)` is no time",
          hint: "write 2026-07-01T08:00:00Z or 2026-07-01T16:00:00+08:00")
      }
      return date
    }
    let start = try date(from, else: .distantPast)
    let end = try date(until, else: .distantFuture)
    guard start <= end else {
      throw RoadError(.invalidInput, "closure \(number) ends before it begins")
    }
    return DateInterval(start: start, end: end)
  }
}
