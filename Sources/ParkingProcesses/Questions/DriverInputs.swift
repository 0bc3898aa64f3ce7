import Catalog
import Parking
import RoadProcesses
import Roads
import SimpleFeatures
import Simulation

/// What a driver asks for: where to, for how long, and what the lot must have.
struct DriverInputs {
  /// Which driver, for messages: empty where there is only one.
  let name: String
  let inputs: JSONValue

  /// Members of a schema that all drivers have.
  static var members: [(String, JSONValue)] {
    [
      (
        "stay_min",
        [
          "type": "number", "minimum": 1, "maximum": 527_040, "default": 60,
          "description": "how long the car is to stay, minutes",
        ]
      ),
      ("height_m", ["type": "number", "description": "the height of the vehicle, metres"]),
      ("charger", ["type": "boolean", "description": "whether a charger is needed"]),
      (
        "accessible",
        ["type": "boolean", "description": "whether a space for wheelchairs is needed"]
      ),
      (
        "permit",
        [
          "type": "array", "items": ["type": "string", "minLength": 1], "maxItems": 50,
          "description": "permits that the driver holds",
        ]
      ),
    ]
  }

  /// Members of a schema that hold for all drivers of a question.
  static func common(_ desk: ParkingDesk) -> [(String, JSONValue)] {
    func number(_ description: String, _ usual: JSONValue, most: JSONValue) -> JSONValue {
      [
        "type": "number", "minimum": 0, "maximum": most, "default": usual,
        "description": .string(description),
      ]
    }
    let vehicles = desk.roads.profiles.filter { $0.mode != .foot }.map { JSONValue.string($0.id) }
    return [
      ("depart", ParkingInputs.time("when one sets out; now unless it is said")),
      (
        "issued",
        ParkingInputs.time(
          "what is known: no later count is used; now, or depart if that is earlier")
      ),
      (
        "profile",
        [
          "type": "string", "enum": .array(vehicles), "default": .string(desk.usualProfile),
          "description": "who drives",
        ]
      ),
      (
        "within_m",
        number("how far a lot may be from the destination, straight, metres", 2000, most: 50_000)
      ),
      VehiclesEnRoute.member,
      ("snap_m", number("how far a place may be from its road, metres", 500, most: 100_000)),
      (
        "weights",
        ParkingInputs.object(
          required: [],
          [
            (
              "value_of_time",
              [
                "type": "number", "minimum": 0.1, "maximum": 10_000, "default": 30,
                "description": "what an hour is worth, CNY",
              ]
            ),
            ("walk", number("what a second on foot counts in seconds driven", 2, most: 100)),
            ("giving_up_min", number("what finding no space counts, minutes", 60, most: 10_000)),
            (
              "assumed_fee",
              number("what an hour is thought to cost where no tariff is known", 5, most: 10_000)
            ),
          ], description: "what counts how much")
      ),
    ]
  }

  /// The place that an input names.
  func place(_ input: String) throws -> (longitude: Double, latitude: Double) {
    let numbers = inputs[input]?.items?.compactMap(\.number) ?? []
    guard numbers.count == 2, numbers[1].magnitude <= 90 else {
      throw ProcessError(
        "invalid-input",
        "input \"\(name)\(input)\" is no place: its latitude is beyond 90 degrees",
        hint: "longitude comes first", status: 400)
    }
    return (numbers[0], numbers[1])
  }

  /// What a driver needs, with the weights of the question, on days that may be exceptions.
  func request(
    departSeconds: Int64, weights: JSONValue?, exceptions: DayExceptions
  ) throws -> ParkingRequest {
    var request = ParkingRequest(
      timeSeconds: departSeconds, staySeconds: Int64((inputs["stay_min"]?.number ?? 60) * 60))
    if let height = inputs["height_m"]?.number {
      guard height > 0.5, height <= 5 else {
        throw ProcessError(
          "invalid-input", "input \"\(name)height_m\" is \(height), which no car is high",
          hint: height > 5
            ? "heights are in metres: 6 feet are 1.83 m" : "give metres, as 1.9, or leave it out",
          status: 400)
      }
      request.heightMetres = height
    }
    if inputs["charger"]?.flag ?? false { request.charger = (kind: nil, powerKilowatts: 0) }
    request.needsAccessible = inputs["accessible"]?.flag ?? false
    request.permits = Set(inputs["permit"]?.items?.compactMap(\.string) ?? [])
    request.holidays = exceptions.holidays
    let days =
      LocalClock.day(of: departSeconds)...LocalClock.day(of: departSeconds + request.staySeconds)
    request.isOnClosedDay = days.contains { exceptions.isClosed(Int($0)) }
    request.walkWeight = weights?["walk"]?.number ?? 2
    request.secondsPerMoney = 3600 / (weights?["value_of_time"]?.number ?? 30)
    request.givingUpSeconds = 60 * (weights?["giving_up_min"]?.number ?? 60)
    request.assumedHourlyFee = weights?["assumed_fee"]?.number ?? 5
    return request
  }
}

extension ParkingClock {
  /// When a question's drivers set out, and up to when counts are known.
  func drivingTimes(_ inputs: JSONValue) throws -> (departSeconds: Int64, issuedSeconds: Int64) {
    let nowSeconds = self.nowSeconds
    let departSeconds = try timeSeconds(inputs, "depart") ?? nowSeconds
    let issuedSeconds = try timeSeconds(inputs, "issued") ?? min(nowSeconds, departSeconds)
    guard departSeconds >= issuedSeconds else {
      throw ProcessError(
        "invalid-input",
        "depart \(text(departSeconds)) lies before issued, \(text(issuedSeconds))",
        hint: "issued is up to when counts are known; leave it out", status: 400)
    }
    return (departSeconds, issuedSeconds)
  }
}
