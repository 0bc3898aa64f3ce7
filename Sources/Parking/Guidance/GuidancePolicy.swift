import Foundation

/// What whoever guides drivers may know at a time: nothing that lies ahead.
public struct GuidanceView: Sendable {
  /// The time, s.
  public internal(set) var timeSeconds: Double
  /// The lots; their counts at the start, capacities, fees and rates.
  public let lots: [GuidanceInstance.Lot]
  /// Free spaces as the gates count them now.
  public internal(set) var free: [Int]
  /// Guided cars in each lot.
  public internal(set) var guided: [Int]
  /// Guided drivers who have asked and are neither parked nor gone, in the order of asking.
  public internal(set) var underWay: [Int] = []
  /// All drivers by number; only those who have asked tell anything.
  public internal(set) var states: [State]
  /// How long drivers keep coming, s.
  public let durationSeconds: Double
  /// What a driver without a space costs, s.
  public let unservedSeconds: Double

  /// A driver who has asked.
  public struct State: Sendable {
    /// The driver, with slowness 1: nobody knows it.
    public internal(set) var driver: GuidanceInstance.Driver
    /// Where the driver was at `sinceSeconds`.
    public internal(set) var xMetres, yMetres: Double
    /// Since when the driver has been on this leg.
    public internal(set) var sinceSeconds: Double
    /// The lot that the driver is going to.
    public internal(set) var lot: Int?
    /// What the driver was told that it would cost in all, s; `nil` before an offer.
    public internal(set) var promisedSeconds: Double?
    /// Lots that were found full, with the time.
    public internal(set) var full: [Int: Double] = [:]
  }

  /// Where a driver is now, if the drive went as expected.
  public func place(of driver: Int) -> (xMetres: Double, yMetres: Double) {
    let state = states[driver]
    guard let lot = state.lot else { return (state.xMetres, state.yMetres) }
    let (dx, dy) = (lots[lot].xMetres - state.xMetres, lots[lot].yMetres - state.yMetres)
    let length = hypot(dx, dy)
    let done = (timeSeconds - state.sinceSeconds) * GuidanceInstance.drivingMetresPerSecond
    // One who should have arrived is about to.
    let share = length > 0 ? min(0.97, done / length) : 1
    return (state.xMetres + share * dx, state.yMetres + share * dy)
  }

  /// How long a driver still has to each lot, as expected, s.
  public func driveSeconds(_ driver: Int) -> [Double] {
    let (x, y) = place(of: driver)
    return lots.map {
      hypot($0.xMetres - x, $0.yMetres - y) / GuidanceInstance.drivingMetresPerSecond
    }
  }
}

/// A way of guiding drivers.
public protocol GuidancePolicy {
  /// A lot for a driver who asks, has found one full or waits for one; `nil` for none.
  mutating func lot(for driver: Int, _ view: GuidanceView) -> Int?
  /// New lots for drivers under way, asked every `roundSeconds`; those left out go on.
  mutating func round(_ view: GuidanceView) -> [(driver: Int, lot: Int?)]
}

/// Each driver is sent to the lot that is cheapest of those with a space at that moment.
public struct GreedyGuidance: GuidancePolicy {
  /// The policy.
  public init() {}

  /// The cheapest lot with a free space.
  public func lot(for driver: Int, _ view: GuidanceView) -> Int? {
    let drive = view.driveSeconds(driver)
    let person = view.states[driver].driver
    var best: (cost: Double, lot: Int)?
    for (j, lot) in view.lots.enumerated() where view.free[j] > 0 {
      let cost = drive[j] + GuidanceInstance.parkedCostSeconds(person, lot)
      if cost < best?.cost ?? .infinity { best = (cost, j) }
    }
    return best?.lot
  }

  /// Nobody is sent elsewhere on the way.
  public func round(_ view: GuidanceView) -> [(driver: Int, lot: Int?)] { [] }
}
