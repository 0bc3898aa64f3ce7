import Parking
import SimpleFeatures
import Simulation

/// Cars that were guided to lots and are not there yet, as a question tells them: reservations that
/// decay once their time has passed.
struct VehiclesEnRoute {
  private var byLot: [String: [GuidedArrival]] = [:]

  static let most = 5000

  /// The member of a schema that tells them.
  static var member: (String, JSONValue) {
    let car = ParkingInputs.object(
      required: ["lot", "arrives"],
      [
        ("lot", ["type": "string", "minLength": 1, "description": "the id of its lot"]),
        ("arrives", ParkingInputs.time("when it is expected there")),
        (
          "spread_min",
          [
            "type": "number", "minimum": 0, "maximum": 600, "default": 3,
            "description": "the standard deviation of its arrival, minutes",
          ]
        ),
        (
          "compliance",
          [
            "type": "number", "minimum": 0, "maximum": 1, "default": 0.9,
            "description": "how likely a driver goes where guided",
          ]
        ),
      ])
    return (
      "guided",
      [
        "type": "array", "items": car, "maxItems": .integer(most),
        "description": .string(
          "cars that were guided and are not there yet: each takes a space with the probability "
            + "that it comes, which falls once it is overdue"),
      ]
    )
  }

  /// No cars.
  init() {}

  /// - Throws: `ProcessError` `invalid-input` for what is no time.
  init(_ inputs: JSONValue, _ clock: ParkingClock) throws {
    for (number, car) in (inputs["guided"]?.items ?? []).enumerated() {
      guard let lot = car["lot"]?.string, let arrives = car["arrives"]?.string else { continue }
      let expectedSeconds = try clock.timeSeconds(arrives, named: "guided[\(number)].arrives")
      byLot[lot, default: []].append(
        GuidedArrival(
          expectedSeconds: Double(expectedSeconds),
          spreadSeconds: 60 * (car["spread_min"]?.number ?? 3),
          compliance: car["compliance"]?.number ?? 0.9))
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
      "to lots that are not looked at, as "
        + ParkingInputs.listed(others.keys.sorted().map { "\"\($0.prefix(80))\"" }, most: 3))
  }
}
