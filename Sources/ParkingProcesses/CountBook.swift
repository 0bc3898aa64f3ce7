import Parking
import Synchronization

/// Counts of lots with what is worked out from them once.
final class CountBook: Sendable {
  let history: OccupancyHistory
  let exceptions: DayExceptions
  private let forecaster: Mutex<OccupancyForecaster>
  private let fits = Mutex<[(until_s: Int64, fit: RateFit?)]>([])
  private let last_s: Int64
  /// A last count older than this, s, is no start for a chain: the forecast alone counts.
  static let fresh_s: Int64 = 6 * 3600
  /// Larger lots than this have no chain either, whose work grows with the square of the spaces.
  static let mostSpaces = 5000

  init(_ history: OccupancyHistory, exceptions: DayExceptions) {
    self.history = history
    self.exceptions = exceptions
    forecaster = Mutex(OccupancyForecaster(history: history, exceptions: exceptions))
    last_s = history.series.compactMap(\.times_s.last).max() ?? .min
  }

  /// The forecast of a lot of the history.
  func forecast(
    _ lot: String, time_s: Int64, issued_s: Int64
  ) throws(ParkingError) -> OccupancyForecast {
    try forecaster.withLock { (forecaster) throws(ParkingError) in
      try forecaster.forecast(lot: lot, time_s: time_s, issued_s: issued_s)
    }
  }

  /// The probability of a space at a lot at some times, from its last count up to `issued_s`, its
  /// rates and the forecast; `nil` for a lot without counts up to then.
  func chances(
    _ lot: String, at times_s: [Int64], issued_s: Int64
  ) throws(ParkingError) -> (chances: [Double], age_s: Int64?, basis: String)? {
    guard let index = history.index(of: lot) else { return nil }
    let series = history.series[index]
    let known = series.countUp(to: issued_s)
    guard known > 0 else { return nil }
    let (counted_s, spaces) = (series.times_s[known - 1], wholeSpaces(series.capacities[known - 1]))
    let age_s = issued_s - counted_s
    var chain: SpaceForecast?
    if age_s <= Self.fresh_s, spaces <= Self.mostSpaces, let fit = fit(issued_s),
      let own = fit.lots.firstIndex(of: lot)
    {
      let last_s = min((times_s.max() ?? issued_s) - counted_s, Self.fresh_s)
      chain = try SpaceForecast(
        spaces: spaces, occupied: series.occupied[known - 1], counted_s: Double(counted_s),
        rates: fit.rates(lot: own, from: counted_s, for: last_s))
    }
    var chances: [Double] = []
    var usesChain = false
    var basis = ""
    for time_s in times_s {
      let forecast = try forecast(lot, time_s: time_s, issued_s: issued_s)
      if basis.isEmpty { basis = forecast.basis.rawValue }
      guard let chain, forecast.basis != .closed, time_s - counted_s <= Self.fresh_s else {
        chances.append(forecast.probabilityOfSpace)
        continue
      }
      usesChain = true
      let chance = try chain.chance(
        at: Double(time_s), now_s: Double(issued_s),
        forecast: RoundedForecast(forecast.distribution))
      chances.append(min(1, max(0, chance)))
    }
    return (chances, age_s, usesChain ? "last-count" : basis)
  }

  /// Rates from the counts up to a time; `nil` where they tell none.
  private func fit(_ issued_s: Int64) -> RateFit? {
    let until_s = min(issued_s, last_s)
    if let known = fits.withLock({ $0.first { $0.until_s == until_s } }) { return known.fit }
    let fit = try? RateFit(history, until: until_s)
    fits.withLock {
      $0.append((until_s, fit))
      if $0.count > 4 { $0.removeFirst() }
    }
    return fit
  }
}
