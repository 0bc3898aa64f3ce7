import Foundation
public import SimpleFeatures

/// A forecast of how many cars are in a lot at a time, as for leads that a last count says nothing
/// about.
public protocol CountForecast {
  /// The probability of each count from 0 to `spaces` at a local time, s; `nil` where unknown.
  func probabilities(spaces: Int, timeSeconds: Double) -> [Double]?
}

/// How many cars are in a lot at a later time, from its last count, rates, cars on their way and a
/// forecast.
///
/// From the time of the count the chain runs with the rates, so that an old count widens by
/// itself. Cars guided there come, each with its probability, at their mean time. What the last
/// count still says fades as cars leave: with weight exp(−∫ μ dt) the chain counts, with the rest
/// the forecast if there is one.
public struct SpaceForecast: Sendable {
  /// Spaces.
  public let spaces: Int
  /// When the last count was made, s.
  public let countedSeconds: Double
  /// The distribution at that time.
  public let start: [Double]
  /// Rates from that time on; the last continues.
  public let rates: [LotRates]
  /// Cars on their way.
  public let guided: [GuidedArrival]

  /// A forecast from a known count.
  ///
  /// Throws `invalidValue` for counts, rates and cars that mean nothing.
  public init(
    spaces: Int, occupied: Double, countedSeconds: Double, rates: [LotRates],
    guided: [GuidedArrival] = []
  ) throws(ParkingError) {
    guard spaces >= 0, occupied.isFinite else {
      throw ParkingError(
        .invalidValue, "\(occupied) cars in \(spaces) spaces cannot be",
        hint: "leave the count out where it is not a number")
    }
    let all = LotChain(spaces: spaces).certain(Int(min(max(0, occupied), 1e9).rounded()))
    try self.init(
      spaces: spaces, start: all, countedSeconds: countedSeconds, rates: rates, guided: guided)
  }

  /// A forecast from a distribution of counts.
  public init(
    spaces: Int, start: [Double], countedSeconds: Double, rates: [LotRates],
    guided: [GuidedArrival] = []
  ) throws(ParkingError) {
    guard countedSeconds.isFinite, !rates.isEmpty else {
      throw ParkingError(.invalidValue, "a lot without rates, or counted at \(countedSeconds) s")
    }
    for car in guided {
      guard car.expectedSeconds.isFinite, car.spreadSeconds >= 0, car.spreadSeconds.isFinite,
        car.compliance >= 0, car.compliance <= 1
      else {
        throw ParkingError(
          .invalidValue,
          "a car is expected at \(car.expectedSeconds) ± \(car.spreadSeconds) s "
            + "with \(car.compliance)"
        )
      }
    }
    // The chain says what is wrong with the rest.
    _ = try LotChain(spaces: spaces).distribution(
      from: start,
      through: rates.map {
        LotRates(
          durationSeconds: 0, arrivalsPerSecond: $0.arrivalsPerSecond,
          departuresPerSecond: $0.departuresPerSecond)
      })
    self.spaces = spaces
    self.start = start
    self.countedSeconds = countedSeconds
    self.rates = rates
    self.guided = guided
  }

  /// The probability of each count at a time, seen from `nowSeconds`, until when no guided car of
  /// the list has come.
  public func distribution(
    at timeSeconds: Double, nowSeconds: Double, forecast: (any CountForecast)? = nil
  ) throws(ParkingError) -> [Double] {
    guard timeSeconds.isFinite, nowSeconds.isFinite, timeSeconds >= countedSeconds,
      nowSeconds >= countedSeconds
    else {
      throw ParkingError(
        .invalidValue, "\(timeSeconds) s lies before the count of \(countedSeconds) s",
        hint: "ask for a time after the last count")
    }
    let chain = LotChain(spaces: spaces)
    let coming = guided.map {
      (
        time: $0.meanArrivalSeconds(from: min(nowSeconds, timeSeconds), to: timeSeconds),
        probability: $0.probability(by: timeSeconds, nowSeconds: nowSeconds)
      )
    }.filter { $0.probability > 0 }.sorted { $0.time < $1.time }
    var all = start
    if let forecast, let later = forecast.probabilities(spaces: spaces, timeSeconds: timeSeconds),
      later.count == spaces + 1
    {
      all = try chain.distribution(from: all, through: pieces(countedSeconds, timeSeconds))
      let weight = memory(to: timeSeconds)
      for count in all.indices { all[count] = weight * all[count] + (1 - weight) * later[count] }
      // Cars on their way are news to a forecast.
      for car in coming { chain.arrive(&all, probability: car.probability) }
      return all
    }
    var reached = countedSeconds
    for car in coming {
      all = try chain.distribution(from: all, through: pieces(reached, car.time))
      chain.arrive(&all, probability: car.probability)
      reached = max(reached, car.time)
    }
    return try chain.distribution(from: all, through: pieces(reached, timeSeconds))
  }

  /// The chance that a car that comes at a time finds a space.
  public func chance(
    at timeSeconds: Double, nowSeconds: Double, forecast: (any CountForecast)? = nil
  ) throws(ParkingError) -> Double {
    LotChain(spaces: spaces).chanceOfSpace(
      try distribution(at: timeSeconds, nowSeconds: nowSeconds, forecast: forecast))
  }

  /// What the last count still says at a time: the share of its cars that are still there.
  public func memory(to timeSeconds: Double) -> Double {
    exp(
      -pieces(countedSeconds, timeSeconds).reduce(0) {
        $0 + $1.durationSeconds * $1.departuresPerSecond
      })
  }

  /// Rates between two times, cut where they change.
  private func pieces(_ from: Double, _ to: Double) -> [LotRates] {
    var found: [LotRates] = []
    var start = countedSeconds
    for (index, rate) in rates.enumerated() {
      let end = index == rates.count - 1 ? .infinity : start + rate.durationSeconds
      let length = min(end, to) - max(start, from)
      if length > 0 {
        var piece = rate
        piece.durationSeconds = length
        found.append(piece)
      }
      start = end
    }
    return found
  }
}

/// The forecast of one lot at one time as counts: each fraction of capacity goes to the nearest.
public struct RoundedForecast: CountForecast {
  private let distribution: OccupancyDistribution

  /// A forecast that was made for the time which will be asked for.
  public init(_ distribution: OccupancyDistribution) { self.distribution = distribution }

  /// The chance of a space at a time, where nothing is known but the forecast and cars on their
  /// way, seen from `nowSeconds`.
  public func chance(
    spaces: Int, at timeSeconds: Double, nowSeconds: Double, guided: [GuidedArrival]
  ) -> Double {
    guard var all = probabilities(spaces: spaces, timeSeconds: timeSeconds) else { return 0 }
    let chain = LotChain(spaces: spaces)
    for car in guided {
      chain.arrive(&all, probability: car.probability(by: timeSeconds, nowSeconds: nowSeconds))
    }
    return chain.chanceOfSpace(all)
  }

  /// The probability of each count; what lies above all spaces counts as full.
  public func probabilities(spaces: Int, timeSeconds: Double) -> [Double]? {
    guard spaces > 0 else { return [1] }
    var below = 0.0
    var all = (0..<spaces).map { count -> Double in
      let next = distribution.probability(below: (Double(count) + 0.5) / Double(spaces))
      defer { below = max(below, next) }
      return max(0, next - below)
    }
    all.append(max(0, 1 - below))
    return all
  }
}
