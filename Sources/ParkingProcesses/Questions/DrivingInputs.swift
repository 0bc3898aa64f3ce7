import Catalog
import RoadProcesses
import Roads
import Simulation

/// What holds for all drivers of a question.
struct DrivingInputs {
  let profile: ProcessInput<String>

  static let depart = ProcessInput(
    "depart", optional: ParkingInputs.time, title: LocalisedText(zh: "出发时间", en: "Departure"),
    ParkingInputs.time(
      LocalisedText(zh: "出发时间，默认为现在", en: "departure time (default: now)")))
  static let issued = ProcessInput(
    "issued", optional: ParkingInputs.time, title: LocalisedText(zh: "发布时间", en: "Issued"),
    ParkingInputs.time(
      LocalisedText(
        zh: "只使用此时刻以前的计数，默认为现在，出发更早时为出发时间",
        en: "later counts are not used (default: now, or the departure if that is earlier)")))
  static let within = ProcessInput(
    "within_m", .number(in: 0...50_000), default: 2000, unit: .metres,
    title: LocalisedText(zh: "范围", en: "Search distance"),
    LocalisedText(
      zh: "停车场到目的地的最大直线距离",
      en: "maximum straight-line distance between a car park and the destination"))
  static let snap = ProcessInput(
    "snap_m", .number(in: 0...100_000), default: Router.snapMetres, unit: .metres,
    title: LocalisedText(zh: "最大偏离距离", en: "Snapping distance"),
    LocalisedText(zh: "地点到道路的最大距离", en: "maximum distance between a place and its road"))

  // MARK: Weights

  static let valueOfTime = ProcessInput(
    "value_of_time", .number(in: 0.1...10_000), default: 30, unit: .yuanPerHour,
    title: LocalisedText(zh: "时间价值", en: "Value of time"),
    LocalisedText(zh: "时间价值", en: "value of time"))
  static let walk = ProcessInput(
    "walk", .number(in: 0...100), default: 2, title: LocalisedText(zh: "步行权重", en: "Walking"),
    LocalisedText(
      zh: "步行一秒相当于驾车的秒数", en: "weight of a second on foot, in seconds of driving"))
  static let givingUp = ProcessInput(
    "giving_up_min", .number(in: 0...10_000), default: 60, unit: .minutes,
    title: LocalisedText(zh: "放弃代价", en: "Giving up"),
    LocalisedText(zh: "找不到泊位的代价", en: "cost of finding no space"))
  static let assumedFee = ProcessInput(
    "assumed_fee", .number(in: 0...10_000), default: 5, unit: .yuanPerHour,
    title: LocalisedText(zh: "假定费率", en: "Assumed fee"),
    LocalisedText(zh: "收费标准不明时的假定费率", en: "fee assumed where no tariff is known"))
  static let weights = ProcessInput(
    "weights", members: InputSet(valueOfTime, walk, givingUp, assumedFee),
    title: LocalisedText(zh: "权重", en: "Weights"),
    LocalisedText(zh: "各项代价的权重", en: "weights of the terms of the cost"))

  init(_ data: ParkingDataService) {
    let vehicles = data.roads.profiles.filter { $0.mode != .foot }
    profile = ProcessInput(
      "profile", InputType.word(of: vehicles.map(\.id)).titled(vehicles.titles),
      default: data.usualProfile,
      title: LocalisedText(zh: "车辆类型", en: "Profile"),
      LocalisedText(zh: "车辆类型", en: "vehicle profile"))
  }

  /// After those of a process's own.
  var all: InputSet {
    InputSet(
      Self.depart, Self.issued, profile, Self.within, VehiclesEnRoute.input, Self.snap, Self.weights
    )
  }
}

extension ParkingClock {
  /// When a question's drivers set out, and up to when counts are known.
  func drivingTimes(_ inputs: InputValues) throws -> (departSeconds: Int64, issuedSeconds: Int64) {
    let nowSeconds = self.nowSeconds
    let departSeconds = try timeSeconds(inputs, DrivingInputs.depart) ?? nowSeconds
    let issuedSeconds =
      try timeSeconds(inputs, DrivingInputs.issued) ?? min(nowSeconds, departSeconds)
    guard departSeconds >= issuedSeconds else {
      throw ProcessError(
        "invalid-input",
        "depart \(text(departSeconds)) is before issued, \(text(issuedSeconds))",
        hint: "issued is the time up to which counts are used; leave it out", status: 400)
    }
    return (departSeconds, issuedSeconds)
  }
}
