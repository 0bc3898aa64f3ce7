import Foundation
internal import Simulation

/// A made-up afternoon on which drivers look for parking: who comes when, and where there is room.
///
/// A square of `sideMetres`, lots in its inner part, drivers from anywhere to anywhere in it (as
/// the transportation problems that parking guidance is usually measured on); distances are
/// straight. Guided drivers come through `durationSeconds` and stay beyond its end. Uninformed cars
/// come to each lot at rate λ, stay 1 / μ on the average, and try the nearest others where it is
/// full.
public struct GuidanceInstance: Sendable, Equatable {
  /// A car park.
  public struct Lot: Sendable, Equatable {
    /// Where it is, m.
    public var xMetres, yMetres: Double
    /// Spaces.
    public var capacity: Int
    /// What a stay costs, in seconds of the driver's time.
    public var feeSeconds: Double
    /// Uninformed cars that come, per second.
    public var arrivalsPerSecond: Double
    /// 1 / their mean stay, per second.
    public var departuresPerSecond: Double
    /// Uninformed cars at the start.
    public var occupied: Int
  }

  /// A guided driver.
  public struct Driver: Sendable, Equatable {
    /// When the driver asks, s.
    public var timeSeconds: Double
    /// Where from, m.
    public var xMetres, yMetres: Double
    /// Where to, on foot at the end, m.
    public var toXMetres, toYMetres: Double
    /// How much longer than expected the drive takes; known to nobody in advance.
    public var slowness: Double
  }

  /// Spaces that are free for guided drivers at the start, by drivers.
  public var ratio: Double
  /// What all its random numbers follow from.
  public var seed: UInt64
  /// The car parks.
  public var lots: [Lot]
  /// The drivers in the order in which they ask.
  public var drivers: [Driver]
  /// How long drivers keep coming, s.
  public var durationSeconds: Double
  /// What a driver without a space costs, s: three times the dearest of all ways to park.
  public var unservedSeconds: Double
  /// How long after asking a driver gives up who finds a lot full or is offered none, s.
  public var patienceSeconds: Double = 1200
  /// When the last driver has given up or parked, s.
  public var endSeconds: Double { durationSeconds + patienceSeconds }

  /// Metres a second that cars and people make.
  public static let drivingMetresPerSecond = 8.0
  /// Metres a second on foot.
  public static let walkingMetresPerSecond = 1.3
  /// What a second on foot counts in seconds at the wheel.
  public static let walkWeight = 2.0
  /// How many lots an uninformed car tries.
  public static let tries = 5
  /// The side of the square.
  public static let sideMetres = 5000.0

  /// An afternoon that follows from its seed.
  ///
  /// `share` is the mean share of each lot that uninformed cars take, `staySeconds` their mean
  /// stay.
  public init(
    seed: UInt64, ratio: Double, drivers count: Int = 1000, lots lotCount: Int = 40,
    durationSeconds: Double = 3600, share: Double = 0.2, staySeconds: Double = 14400
  ) {
    self.ratio = ratio
    self.seed = seed
    self.durationSeconds = durationSeconds
    let source = RandomSource(seed: seed)
    var random = source.source(named: "lots")
    var lots: [Lot] = (0..<lotCount).map { _ in
      Lot(
        xMetres: .random(in: 500..<4500, using: &random),
        yMetres: .random(in: 500..<4500, using: &random),
        capacity: 0, feeSeconds: .random(in: 0..<300, using: &random), arrivalsPerSecond: 0,
        departuresPerSecond: 1 / staySeconds, occupied: 0)
    }
    // Room for guided drivers, spread unevenly and then scaled to the ratio.
    let wanted = Int((ratio * Double(count)).rounded())
    let most = 2 * Double(count) / Double(lotCount)
    let sizes = lots.map { _ in Double.random(in: min(5, most / 2)..<most, using: &random) }
    let sum = sizes.reduce(0, +)
    var room = sizes.map { Int($0 * Double(wanted) / sum) }
    var index = 0
    while room.reduce(0, +) < wanted {
      room[index % lotCount] += 1
      index += 1
    }
    for j in lots.indices {
      let load = Double(room[j]) * share / (1 - share)
      lots[j].arrivalsPerSecond = load / staySeconds
      lots[j].occupied = Self.poisson(load, &random)
      lots[j].capacity = room[j] + lots[j].occupied
    }
    self.lots = lots
    var generator = source.source(named: "drivers")
    drivers = Self.drivers(count, durationSeconds, &generator)
    unservedSeconds = 0
    for driver in drivers {
      for lot in lots { unservedSeconds = max(unservedSeconds, 3 * Self.costSeconds(driver, lot)) }
    }
  }

  /// Drivers of another day with the same habits, whose number varies as chance will have it.
  public func pastDay(_ day: Int) -> [Driver] {
    var random = RandomSource(seed: seed).source(named: "day \(day)")
    let count = Self.poisson(Double(drivers.count), &random)
    return Self.drivers(count, durationSeconds, &random)
  }

  /// What a driver pays who drives straight to a lot, as expected: drive, walk and fee, s.
  public static func costSeconds(_ driver: Driver, _ lot: Lot) -> Double {
    hypot(driver.xMetres - lot.xMetres, driver.yMetres - lot.yMetres) / drivingMetresPerSecond
      + parkedCostSeconds(driver, lot)
  }

  /// What a driver pays from the lot on: walk and fee, s.
  public static func parkedCostSeconds(_ driver: Driver, _ lot: Lot) -> Double {
    walkWeight * hypot(driver.toXMetres - lot.xMetres, driver.toYMetres - lot.yMetres)
      / walkingMetresPerSecond + lot.feeSeconds
  }

  private static func drivers(
    _ count: Int, _ durationSeconds: Double, _ random: inout RandomSource
  ) -> [Driver] {
    let times = (0..<count).map { _ in Double.random(in: 0..<durationSeconds, using: &random) }
      .sorted()
    return times.map { time in
      let places = (0..<4).map { _ in Double.random(in: 0..<sideMetres, using: &random) }
      return Driver(
        timeSeconds: time, xMetres: places[0], yMetres: places[1], toXMetres: places[2],
        toYMetres: places[3],
        slowness: max(0.6, 1 + 0.1 * normal(&random)))
    }
  }

  /// A number of the standard normal distribution (Box and Muller 1958).
  static func normal(_ random: inout RandomSource) -> Double {
    let u = Double.random(in: Double.leastNormalMagnitude..<1, using: &random)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
  }

  /// A number of a Poisson distribution, by its gaps.
  static func poisson(_ mean: Double, _ random: inout RandomSource) -> Int {
    var left = mean
    var count = 0
    while true {
      left -= exponential(&random)
      if left < 0 { return count }
      count += 1
    }
  }

  /// A number of the exponential distribution of mean 1.
  static func exponential(_ random: inout RandomSource) -> Double {
    -log(1 - Double.random(in: 0..<1, using: &random))
  }
}
