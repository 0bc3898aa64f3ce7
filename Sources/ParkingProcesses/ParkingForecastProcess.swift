public import Catalog
import Parking
import SimpleFeatures
public import Simulation

/// How full lots will be at one or several times, from the counts known when the forecast is made.
///
/// The same numbers as those of `yutu parking forecast`.
public struct ParkingForecastProcess: Simulation.Process {
  /// `parking-forecast`.
  public let id = "parking-forecast"
  /// What people call it.
  public let title = LocalisedText(zh: "停车预测", en: "Parking forecast")
  /// What it answers.
  public let summary = LocalisedText(
    zh: "停车场在给定时刻的占用率分布与有空位的概率，只用发布时刻之前的计数。",
    en: "How full lots will be at a time, as a distribution, and the probability of a space.")
  private let data: ParkingDataService

  /// A process on the counts of a city.
  public init(_ data: ParkingDataService) { self.data = data }

  private static let lots = ProcessInput(
    "lots", optional: ParkingInputs.lot.list(count: 1...5000),
    title: LocalisedText(zh: "停车场", en: "Car parks"),
    LocalisedText(
      zh: "停车场的标识，默认为有计数的所有停车场",
      en: "ids of car parks (default: all that have counts)"))

  /// What it takes.
  public var inputs: InputSet { InputSet(Self.lots) + ForecastQuestion.inputs }

  /// What it gives.
  public var outputs: OutputSet { ParkingOutputs.forecast }

  /// The answer.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try answer(inputs, snapshot, progress)
  }

  private func answer(
    _ inputs: InputValues, _ snapshot: any MapSnapshot,
    _ progress: @Sendable (ProcessProgress) -> Void
  ) throws -> ProcessOutputs {
    let state = data.state
    let (clock, question) = (state.clock, try ForecastQuestion(inputs, state.clock))
    guard let counts = state.counts else { throw Self.noCounts("the server has no counts of lots") }
    let city = try CityLot.all(snapshot, state.tariffs)
    let (lots, leftOut) = try Self.chosen(try inputs[Self.lots], city, counts)
    guard !lots.isEmpty else { throw Self.noCounts("none of these lots has counts") }
    try question.check(lots: lots.count)
    let forecasts = try ParkingInputs.translating {
      try counts.forecasts(
        lots.map(\.id), at: question.timesSeconds, issuedSeconds: question.issuedSeconds
      ) {
        progress(ProcessProgress(share: 0.9 * Double($0) / Double(lots.count)))
      }
    }
    let rows = zip(lots, forecasts).flatMap { lot, forecasts in
      zip(question.timesSeconds, forecasts).map { (lot, $0, $1) }
    }
    let issued = clock.text(question.issuedSeconds)
    var outputs = ProcessOutputs()
    outputs.append(
      features: "forecast",
      JSONText.features(of: rows) { text, row in
        let (lot, timeSeconds, forecast) = row
        text.feature(
          id: question.isSeries ? "\(lot.id)/\(clock.text(timeSeconds))" : lot.id,
          geometry: lot.point,
          properties: Self.properties(lot, forecast, clock.text(timeSeconds), issued, question))
      }, title: LayerTitles.forecast(lots, question, clock))
    outputs.append("left_out", .array(leftOut))
    outputs.append("notes", state.told(Self.notes(rows, question, state.exceptions)))
    return outputs
  }

  /// What has to be said of rows, one for each of the times of each lot.
  private static func notes(
    _ rows: [(CityLot, Int64, OccupancyForecast)], _ question: ForecastQuestion,
    _ exceptions: DayExceptions
  ) -> [JSONValue] {
    let closed = rows.filter { _, timeSeconds, forecast in
      forecast.basis == .closed && !exceptions.isClosed(Int(LocalClock.day(of: timeSeconds)))
    }
    let times = question.timesSeconds.count
    return OccupancyModel.notes(
      agesSeconds: stride(from: 0, to: rows.count, by: times).map { rows[$0].2.ageSeconds },
      stale: "their usual weeks tell, the last count little")
      + OccupancyModel.notes(closed: Set(closed.map(\.0.id)).count)
  }

  /// The lots that are forecast, and why others are not.
  ///
  /// - Throws: `ProcessError` `unknown-lot` for one that is asked for and not in the city.
  private static func chosen(
    _ asked: [String]?, _ city: [CityLot], _ counts: OccupancyModel
  ) throws -> (lots: [CityLot], leftOut: [JSONValue]) {
    let places = Dictionary(uniqueKeysWithValues: city.enumerated().map { ($1.id, $0) })
    var lots: [CityLot] = []
    var leftOut: [JSONValue] = []
    func leaveOut(_ lot: String, _ reason: String, _ message: String) {
      leftOut.append(
        ["lot": .string(lot), "reason": .string(reason), "message": .string(message)])
    }
    var known = Set<String>()
    for lot in asked ?? counts.history.lots where known.insert(lot).inserted {
      if let place = places[lot] {
        if counts.history.series(of: lot)?.count ?? 0 > 0 {
          lots.append(city[place])
        } else {
          leaveOut(lot, "no-counts", "no count of the lot is of use")
        }
      } else if asked == nil {
        leaveOut(lot, "unknown-lot", "the city has no lot of this id")
      } else {
        throw ProcessError(
          "unknown-lot", "the city has no lot \"\(lot.prefix(80))\"",
          hint: "the most alike: "
            + names(like: lot, among: city.map(\.id), count: 6).joined(separator: ", "),
          status: 422)
      }
    }
    if asked == nil {
      for lot in city where counts.history.index(of: lot.id) == nil {
        leaveOut(lot.id, "no-counts", "the counts do not name the lot")
      }
    }
    return (lots, leftOut)
  }

  private static func properties(
    _ lot: CityLot, _ forecast: OccupancyForecast, _ time: String, _ issued: String,
    _ question: ForecastQuestion
  ) -> [Property] {
    let share = ParkingInputs.share
    let distribution = forecast.distribution
    return [
      Property("lot", .text(lot.id)),
      Property("name", lot.name.map { .text($0) } ?? .null),
      Property("time", .text(time)),
      Property("issued", .text(issued)),
      Property("mean", share(distribution.mean)),
      Property("p10", share(distribution.quantile(0.1))),
      Property("p50", share(distribution.quantile(0.5))),
      Property("p90", share(distribution.quantile(0.9))),
      Property("p_space", share(forecast.probabilityOfSpace)),
      Property("capacity", .integer(Int64(wholeSpaces(forecast.capacity)))),
      Property("city_capacity", lot.capacity.map { .integer(Int64($0)) } ?? .null),
      Property("age_s", forecast.ageSeconds.map { .integer($0) } ?? .null),
      Property("basis", .text(forecast.basis.rawValue)),
    ] + question.properties(distribution)
  }

  private static func noCounts(_ message: String) -> ProcessError {
    ProcessError(
      "no-occupancy", message,
      hint: "start the server with --occupancy FILE.csv: lot,capacity,occupancy,time, where lot "
        + "is the lot's id in the city", status: 422)
  }
}
