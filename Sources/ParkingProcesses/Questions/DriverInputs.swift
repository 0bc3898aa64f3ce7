import Catalog
import Parking
import Simulation

/// What a driver needs: for how long, and what the car park must have.
struct DriverInputs {
  private static let stay = ProcessInput(
    "stay_min", .number(in: 1...527_040), default: 60, unit: .minutes,
    title: LocalisedText(zh: "停车时长", en: "Stay"),
    LocalisedText(zh: "停车时长", en: "length of the stay"))
  private static let height = ProcessInput(
    "height_m", optional: .number(), unit: .metres,
    title: LocalisedText(zh: "车高", en: "Vehicle height"),
    LocalisedText(zh: "车辆高度", en: "height of the vehicle"))
  private static let charger = ProcessInput(
    "charger", optional: .flag, title: LocalisedText(zh: "充电", en: "Charger"),
    LocalisedText(zh: "是否需要充电泊位", en: "whether a charger is needed"))
  private static let accessible = ProcessInput(
    "accessible", optional: .flag, title: LocalisedText(zh: "无障碍", en: "Accessible"),
    LocalisedText(zh: "是否需要无障碍泊位", en: "whether an accessible space is needed"))
  private static let permit = ProcessInput(
    "permit", optional: InputType<String>.text(length: 1 ... .max).list(count: 0...50),
    title: LocalisedText(zh: "停车许可", en: "Permits"),
    LocalisedText(zh: "驾驶人持有的停车许可", en: "permits that the driver holds"))

  /// What each driver may say.
  static let each = InputSet(stay, height, charger, accessible, permit)

  /// What a driver needs, with the weights of the question, on days that may be exceptions.
  static func request(
    _ inputs: InputValues, departSeconds: Int64, weights: InputValues, exceptions: DayExceptions
  ) throws -> ParkingRequest {
    let staySeconds = Int64((try inputs[stay]) * 60)
    var request = ParkingRequest(timeSeconds: departSeconds, staySeconds: staySeconds)
    if let height = try inputs[height] {
      guard height > 0.5, height <= 5 else {
        throw ProcessError(
          "invalid-input",
          "input \"\(inputs.place)\(Self.height.name)\" is \(height), no vehicle height",
          hint: height > 5
            ? "heights are in metres: 6 feet are 1.83 m" : "give metres, as 1.9, or leave it out",
          status: 400)
      }
      request.heightMetres = height
    }
    if try inputs[charger] ?? false { request.charger = (kind: nil, powerKilowatts: 0) }
    request.needsAccessible = try inputs[accessible] ?? false
    request.permits = Set(try inputs[permit] ?? [])
    request.holidays = exceptions.holidays
    let days =
      LocalClock.day(of: departSeconds)...LocalClock.day(of: departSeconds + request.staySeconds)
    request.isOnClosedDay = days.contains { exceptions.isClosed(Int($0)) }
    request.walkWeight = try weights[DrivingInputs.walk]
    request.secondsPerMoney = 3600 / (try weights[DrivingInputs.valueOfTime])
    request.givingUpSeconds = 60 * (try weights[DrivingInputs.givingUp])
    request.assumedHourlyFee = try weights[DrivingInputs.assumedFee]
    return request
  }
}
