import Catalog
import Parking
import SimpleFeatures
import Synchronization

/// Counts of lots with what is worked out from them once.
final class OccupancyModel: Sendable {
  let history: OccupancyHistory
  let exceptions: DayExceptions
  private let forecaster: Mutex<OccupancyForecaster>
  private let fits = Mutex<[(untilSeconds: Int64, fit: RateFit?)]>([])
  private let lastSeconds: Int64
  /// A last count older than this, s, is no start for a chain: the forecast alone counts.
  static let freshSeconds: Int64 = 6 * 3600
  /// Larger lots than this have no chain either, whose work grows with the square of the spaces.
  static let mostSpaces = 5000
  /// Lots that are forecast before others may ask.
  private static let lotsAtOnce = 64

  init(_ history: OccupancyHistory, exceptions: DayExceptions) {
    self.history = history
    self.exceptions = exceptions
    forecaster = Mutex(OccupancyForecaster(history: history, exceptions: exceptions))
    lastSeconds = history.series.compactMap(\.timesSeconds.last).max() ?? .min
  }

  /// Forecasts of lots of the history, all times of a lot next to each other.
  ///
  /// Lots are taken some dozens at a time: who asks for another day meanwhile neither waits for
  /// the whole answer nor has a day fitted anew for each lot.
  /// - Parameter progress: Called with how many lots are done.
  func forecasts(
    _ lots: [String], at timesSeconds: [Int64], issuedSeconds: Int64,
    progress: (Int) -> Void = { _ in }
  ) throws -> [[OccupancyForecast]] {
    var found: [[OccupancyForecast]] = []
    for start in stride(from: 0, to: lots.count, by: Self.lotsAtOnce) {
      try Task.checkCancellation()
      progress(start)
      let part = lots[start..<min(lots.count, start + Self.lotsAtOnce)]
      found += try forecaster.withLock { (forecaster) throws(ParkingError) in
        var made: [[OccupancyForecast]] = []
        for lot in part {
          var ofLot: [OccupancyForecast] = []
          for timeSeconds in timesSeconds {
            ofLot.append(
              try forecaster.forecast(
                lot: lot, timeSeconds: timeSeconds, issuedSeconds: issuedSeconds))
          }
          made.append(ofLot)
        }
        return made
      }
    }
    return found
  }

  /// Forecasts of lots at some times; `nil` for a lot without counts up to `issuedSeconds`.
  func knownForecasts(
    _ lots: [String], at timesSeconds: [Int64], issuedSeconds: Int64
  ) throws -> [[OccupancyForecast]?] {
    let known = lots.map { lastCount(of: $0, upTo: issuedSeconds) != nil }
    let counted = zip(lots, known).compactMap { $1 ? $0 : nil }
    var forecasts = try forecasts(counted, at: timesSeconds, issuedSeconds: issuedSeconds)
      .makeIterator()
    return known.map { $0 ? forecasts.next() : nil }
  }

  /// A lot of the history and its last count up to a time; `nil` where there is none.
  private func lastCount(of lot: String, upTo issuedSeconds: Int64) -> (lot: Int, last: Int)? {
    guard let index = history.index(of: lot) else { return nil }
    let known = history.series[index].countUp(to: issuedSeconds)
    return known > 0 ? (index, known - 1) : nil
  }

  /// The probability of a space at lots at some times, from their last counts up to
  /// `issuedSeconds`, their rates, the forecast and cars guided there; `nil` for a lot without
  /// counts up to then.
  func chances(
    _ lots: [String], at timesSeconds: [Int64], issuedSeconds: Int64, guided: VehiclesEnRoute
  ) throws -> [KnownChance?] {
    let places = lots.map { lastCount(of: $0, upTo: issuedSeconds) }
    let forecasts = try knownForecasts(lots, at: timesSeconds, issuedSeconds: issuedSeconds)
    let isFresh = places.contains {
      $0.map { issuedSeconds - history.series[$0.lot].timesSeconds[$0.last] <= Self.freshSeconds }
        ?? false
    }
    let rates = isFresh ? fit(issuedSeconds) : nil
    var found: [KnownChance?] = []
    for (number, place) in places.enumerated() {
      try Task.checkCancellation()
      guard let place, let forecasts = forecasts[number] else {
        found.append(nil)
        continue
      }
      found.append(
        try chance(
          place.lot, last: place.last, timesSeconds, issuedSeconds, forecasts, rates,
          guided[lots[number]]))
    }
    return found
  }

  private func chance(
    _ lot: Int, last: Int, _ timesSeconds: [Int64], _ issuedSeconds: Int64,
    _ forecasts: [OccupancyForecast], _ rates: RateFit?, _ guided: [GuidedArrival]
  ) throws -> KnownChance {
    let series = history.series[lot]
    let (countedSeconds, spaces) = (series.timesSeconds[last], wholeSpaces(series.capacities[last]))
    let ageSeconds = issuedSeconds - countedSeconds
    var chain: SpaceForecast?
    // A count of a closed day tells nothing of the day after.
    let isOfUse = !exceptions.isClosed(Int(LocalClock.day(of: countedSeconds)))
    if ageSeconds <= Self.freshSeconds, spaces <= Self.mostSpaces, isOfUse, let rates {
      let lastSeconds = min(
        (timesSeconds.max() ?? issuedSeconds) - countedSeconds, Self.freshSeconds)
      chain = try SpaceForecast(
        spaces: spaces, occupied: series.occupied[last], countedSeconds: Double(countedSeconds),
        rates: rates.rates(lot: lot, from: countedSeconds, for: lastSeconds), guided: guided)
    }
    var chances: [Double] = []
    var usesChain = false
    for (timeSeconds, forecast) in zip(timesSeconds, forecasts) {
      guard let chain, forecast.basis != .closed, timeSeconds - countedSeconds <= Self.freshSeconds
      else {
        chances.append(
          guided.isEmpty || forecast.basis == .closed
            ? forecast.probabilityOfSpace
            : RoundedForecast(forecast.distribution).chance(
              spaces: spaces, at: Double(timeSeconds), nowSeconds: Double(issuedSeconds),
              guided: guided))
        continue
      }
      usesChain = true
      let chance = try chain.chance(
        at: Double(timeSeconds), nowSeconds: Double(issuedSeconds),
        forecast: RoundedForecast(forecast.distribution))
      chances.append(min(1, max(0, chance)))
    }
    return KnownChance(
      chances: chances, ageSeconds: ageSeconds,
      basis: usesChain ? "last-count" : forecasts.first?.basis.rawValue ?? "")
  }

  /// Rates from the counts up to a time; `nil` where they tell none.
  private func fit(_ issuedSeconds: Int64) -> RateFit? {
    let untilSeconds = min(issuedSeconds, lastSeconds)
    if let known = fits.withLock({ $0.first { $0.untilSeconds == untilSeconds } }) {
      return known.fit
    }
    let fit = try? RateFit(history, until: untilSeconds, exceptions: exceptions)
    fits.withLock {
      $0.append((untilSeconds, fit))
      if $0.count > 4 { $0.removeFirst() }
    }
    return fit
  }
}

extension OccupancyModel {
  /// What has to be said of lots whose last counts have such ages, if anything.
  static func notes(agesSeconds: [Int64?], stale: String) -> [JSONValue] {
    let ages = agesSeconds.compactMap { $0 }
    return ParkingInputs.note(
      ages.count { $0 > freshSeconds }, "lot was", "lots were",
      "counted more than 6 h before (age_s): \(stale)")
      + ParkingInputs.note(
        ages.count { $0 > 3600 && $0 <= freshSeconds }, "lot was", "lots were",
        "last counted more than an hour before (age_s): their forecast is less certain")
  }

  /// What has to be said of lots that are closed though the day is not, if anything.
  static func notes(closed count: Int) -> [JSONValue] {
    ParkingInputs.note(
      count, "lot was", "lots were",
      "last reported with capacity 0: treated as closed for "
        + "a day")
  }
}

/// The chance of a space at a lot that has counts.
struct KnownChance {
  /// At each of the times asked for.
  var chances: [Double]
  /// The age of the last count, s.
  var ageSeconds: Int64
  /// `last-count`, or the forecast's basis.
  var basis: String
}
