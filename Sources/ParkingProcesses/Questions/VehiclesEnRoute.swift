import Catalog
import Parking
import SimpleFeatures
import Simulation

/// Cars that were guided to lots and are not there yet, as a question tells them: reservations that
/// decay once their time has passed.
struct VehiclesEnRoute {
  private var byLot: [String: [GuidedArrival]] = [:]

  private static let lot = ProcessInput(
    "lot", ParkingInputs.lot, title: LocalisedText(zh: "停车场", en: "Car park"),
    LocalisedText(zh: "所去停车场的标识", en: "id of the car park it goes to"))
  private static let arrives = ProcessInput(
    "arrives", ParkingInputs.time, title: LocalisedText(zh: "预计到达", en: "Expected arrival"),
    ParkingInputs.time(LocalisedText(zh: "预计到达时间", en: "expected time of arrival")))
  private static let spread = ProcessInput(
    "spread_min", .number(in: 0...600), default: 3, unit: .minutes,
    title: LocalisedText(zh: "到达时间标准差", en: "Spread of arrival"),
    LocalisedText(zh: "到达时间的标准差", en: "standard deviation of the time of arrival"))
  private static let compliance = ProcessInput(
    "compliance", .number(in: 0...1), default: 0.9,
    title: LocalisedText(zh: "遵从率", en: "Compliance"),
    LocalisedText(
      zh: "驾驶人按诱导前往的概率", en: "probability that the driver goes where guided"))

  /// The input that tells them.
  static let input = ProcessInput(
    "guided",
    optional: InputType<InputValues>.object(
      of: InputSet(lot, arrives, spread, compliance)
    ).list(count: 0...5000),
    title: LocalisedText(zh: "在途车辆", en: "Vehicles en route"),
    LocalisedText(
      zh: "已被诱导而尚未到达的车辆：各按到达概率占用一个泊位，逾期后概率下降",
      en: "vehicles that were guided and have not arrived: each takes a space with the probability "
        + "that it comes, which falls once it is overdue"))

  /// No cars.
  init() {}

  /// - Throws: `ProcessError` `invalid-input` for what is no time.
  init(_ inputs: InputValues, _ clock: ParkingClock) throws {
    for car in try inputs[Self.input] ?? [] {
      let expectedSeconds = try clock.timeSeconds(
        try car[Self.arrives], named: car.place + Self.arrives.name)
      byLot[try car[Self.lot], default: []].append(
        GuidedArrival(
          expectedSeconds: Double(expectedSeconds), spreadSeconds: 60 * (try car[Self.spread]),
          compliance: try car[Self.compliance]))
    }
  }

  /// The cars on their way to a lot.
  subscript(lot: String) -> [GuidedArrival] { byLot[lot] ?? [] }

  /// How many cars will still come to a lot, as expected, seen from a time.
  func expected(at lot: String, from nowSeconds: Int64) -> Double {
    self[lot].reduce(0) { $0 + $1.probability(by: .infinity, nowSeconds: Double(nowSeconds)) }
  }

  /// What has to be said about cars guided to lots that are none of these, if anything.
  func notes(_ lots: [CityLot]) -> [JSONValue] {
    let known = Set(lots.map(\.id))
    let others = byLot.filter { !known.contains($0.key) }
    return ParkingInputs.note(
      others.values.reduce(0) { $0 + $1.count }, "guided car goes", "guided cars go",
      "to car parks that are not considered, such as "
        + ParkingInputs.listed(others.keys.sorted().map { "\"\($0.prefix(80))\"" }, most: 3))
  }
}
