import Catalog
public import SimpleFeatures

/// Forecasts of lots at any time from the counts known when they are issued.
///
/// A profile of the lot's weekday and slot (running means over weeks) is corrected by how far the
/// last days were off it, and, on the day itself, by how far the last counts were off that. All
/// coefficients and the errors that give the distribution come from rolling origins within the days
/// before the one of issue; nothing after the time of issue is read. A lot counts as issued at its
/// last count, so that what is stale is less certain and never taken for the present.
///
/// Complexity: parameters are fitted once for a day of issue and lead, in time proportional to at
/// most 200 lots × 84 days, and kept for the four days last asked for; then a lot's day takes some
/// ten microseconds.
public struct OccupancyForecaster {
  private let history: OccupancyHistory
  private let exceptions: DayExceptions
  private var engines: [Int: ForecastEngine] = [:]
  private var cache = ForecastCache()

  /// A forecaster of a history's lots.
  public init(history: OccupancyHistory, exceptions: DayExceptions = .none) {
    self.history = history
    self.exceptions = exceptions
  }

  /// Days on which a counter stood still and which are not used, by lot, where there are any.
  ///
  /// Of the lots and slots that forecasts have been made with.
  public var frozenDays: [(lot: String, days: Int)] {
    guard let engine = engines.min(by: { $0.key < $1.key })?.value else { return [] }
    return zip(history.lots, engine.grids).compactMap {
      $1.frozenDays > 0 ? ($0, $1.frozenDays) : nil
    }
  }

  /// How many days have been fitted to.
  var modelsMade: Int { cache.modelsMade }

  /// Forecasts a lot.
  ///
  /// Forecasts of one day of issue and, within it, of one lot are quickest one after the other.
  /// - Parameter timeSeconds: Local wall clock, s, not before `issuedSeconds`.
  /// - Parameter issuedSeconds: Counts up to this time are known.
  /// - Throws: ``ParkingError`` for a lot that the history does not name, a time before that of
  ///   issue, and where no lot has a count up to then.
  public mutating func forecast(
    lot: String, timeSeconds: Int64, issuedSeconds: Int64
  ) throws(ParkingError) -> OccupancyForecast {
    guard let index = history.index(of: lot) else {
      throw ParkingError(
        .missingReference, "the history has no lot \"\(lot)\"",
        hint: "it knows \(history.lots.prefix(6).joined(separator: ", "))"
          + (history.lots.count > 6 ? " and \(history.lots.count - 6) more" : ""))
    }
    guard timeSeconds >= issuedSeconds else {
      throw ParkingError(
        .invalidValue, "the time lies before that of issue",
        hint: "a forecast is made before the time it is for")
    }
    guard abs(issuedSeconds) < 1 << 40, timeSeconds < 1 << 40 else {
      throw ParkingError(.invalidValue, "the time is none of a calendar", hint: nil)
    }
    let day = Int(LocalClock.day(of: issuedSeconds))
    if !cache.resume(day) {
      let slotSeconds = ForecastEngine.slotLength(history, before: day)
      if engines[slotSeconds] == nil {
        engines[slotSeconds] = ForecastEngine(
          history, slotSeconds: slotSeconds, exceptions: exceptions)
      }
      let engine = engines[slotSeconds]!
      cache.start(day, engine, modelDay: engine.modelDay(before: day))
    }
    return try cache.forecast(
      history, lot: index, timeSeconds: timeSeconds, issuedSeconds: issuedSeconds)
  }
}

/// The models of the days of issue last asked for, each with what is known of the lot last asked
/// for.
///
/// Who asks for one day and who asks for another, turn by turn, do not have them fitted anew.
struct ForecastCache {
  private struct Day {
    let day: Int
    let model: ForecastModel
    var moment: LotMoment?
  }

  /// How many days are kept.
  static let most = 4
  /// The one last used is last.
  private var days: [Day] = []
  /// How many models have been made.
  private(set) var modelsMade = 0

  /// Goes on with a day; `false` where it is not kept.
  mutating func resume(_ day: Int) -> Bool {
    guard let place = days.lastIndex(where: { $0.day == day }) else { return false }
    if place < days.count - 1 { days.append(days.remove(at: place)) }
    return true
  }

  /// Goes on with a day that is not kept.
  mutating func start(_ day: Int, _ engine: ForecastEngine, modelDay: Int) {
    // Days of issue after the last counts share a model.
    let model =
      days.last { $0.model.engine === engine && $0.model.day == modelDay }?.model
      ?? made(engine, modelDay)
    if days.count == Self.most { days.removeFirst() }
    days.append(Day(day: day, model: model))
  }

  private mutating func made(_ engine: ForecastEngine, _ modelDay: Int) -> ForecastModel {
    modelsMade += 1
    return ForecastModel(engine, day: modelDay)
  }

  /// Forecasts on the day last resumed or started.
  mutating func forecast(
    _ history: OccupancyHistory, lot: Int, timeSeconds: Int64, issuedSeconds: Int64
  ) throws(ParkingError) -> OccupancyForecast {
    let place = days.count - 1
    let model = days[place].model
    if days[place].moment?.lot != lot || days[place].moment?.issuedSeconds != issuedSeconds {
      days[place].moment = LotMoment(
        model, history.series[lot], lot: lot, issuedSeconds: issuedSeconds)
    }
    return try days[place].moment!.forecast(history, model, timeSeconds: timeSeconds)
  }
}
