import Catalog
import Foundation
import Roads
import SimpleFeatures
import Simulation

/// The inputs that all processes on roads share, and the weights that they mean.
struct RoadInputs {
  let network: RoadNetworkService
  let profile: ProcessInput<String>

  static let objective = ProcessInput(
    "objective",
    .choice(of: RouteObjective.allCases).titled([
      "time": LocalisedText(zh: "时间最短", en: "Shortest time"),
      "length": LocalisedText(zh: "路程最短", en: "Shortest distance"),
    ]), default: .time,
    title: LocalisedText(zh: "优化目标", en: "Objective"),
    LocalisedText(zh: "取最小值的量：时间或长度", en: "quantity to minimise: travel time or length"))
  static let departure = ProcessInput(
    "departure", optional: InputType<String>.text().instant,
    title: LocalisedText(zh: "出发时间", en: "Departure"),
    LocalisedText(
      zh: "出发时间，RFC 3339；计入届时有效的所有封闭；默认为现在",
      en: "departure time, RFC 3339; all closure sets valid at that time apply; default: now"))
  static let conditions = ProcessInput(
    "conditions", optional: .text(), title: LocalisedText(zh: "封闭集", en: "Closure set"),
    LocalisedText(
      zh: "只采用这一封闭集（按名称）；free 表示不计任何封闭",
      en: "name of the only closure set to apply; free for none"))
  static let closures = ProcessInput(
    "closures", optional: InputType<JSONValue>.object.features,
    title: LocalisedText(zh: "附加封闭", en: "Extra closures"),
    LocalisedText(
      zh: "附加封闭的面和线，GeoJSON 要素集合；属性 speed_kmh 为限速，depth_m 为水深",
      en: "GeoJSON feature collection of further closed areas and lines; property speed_kmh "
        + "limits the speed, depth_m is a water depth"))
  static let flood = ProcessInput(
    "flood", optional: InputType<String>.text(length: 1...200).naming(.runs),
    title: LocalisedText(zh: "内涝模拟", en: "Flood"),
    LocalisedText(
      zh: "内涝模拟标识：道路按 datetime 时刻的水深封闭或减速",
      en: "id of a flood run: its water at `datetime` closes or slows roads"))
  static let moment = ProcessInput(
    "datetime", optional: InputType<String>.text().instant,
    title: LocalisedText(zh: "洪水时刻", en: "Moment of the flood"),
    LocalisedText(
      zh: "模拟时间中的时刻，RFC 3339；省略时为最后一帧",
      en: "moment in simulated time, RFC 3339; the last frame where it is left out"))
  static let snap = ProcessInput(
    "snap_m", .number(in: 0...100_000), default: Router.snapMetres, unit: .metres,
    title: LocalisedText(zh: "最大偏离距离", en: "Snapping distance"),
    LocalisedText(zh: "地点到道路的最大距离", en: "maximum distance between a place and its road"))

  init(_ network: RoadNetworkService) {
    self.network = network
    let ids = network.profiles.map(\.id)
    profile = ProcessInput(
      "profile", InputType.word(of: ids).titled(network.profiles.titles),
      default: ids.first ?? "car",
      title: LocalisedText(zh: "出行方式", en: "Profile"),
      LocalisedText(zh: "车辆或行人的出行方式", en: "vehicle profile, or people on foot"))
  }

  /// The inputs that all share, after those of a process's own.
  var all: InputSet {
    InputSet(
      profile, Self.objective, Self.departure, Self.conditions, Self.closures, Self.flood,
      Self.moment, Self.snap)
  }

  // MARK: Values

  /// Whether the inputs are answered without making weights first.
  func isBrief(_ inputs: InputValues) -> Bool {
    network.current != nil && !inputs.gives(Self.closures) && !inputs.gives(Self.departure)
      && !inputs.gives(Self.conditions) && !inputs.gives(Self.flood)
  }

  /// The weights that inputs mean.
  func router(_ inputs: InputValues) throws -> Router {
    let (conditions, profile) = try network.roads(profile: try inputs[self.profile])
    let objective = try inputs[Self.objective]
    var metric = try self.metric(inputs, conditions, profile, objective)
    if let closures = try inputs[Self.closures] {
      metric = try network.closed.metric(closures, metric, on: conditions.network)
    }
    let moment = try inputs[Self.moment].map { try RunFolder.moment($0) }
    if let flood = try inputs[Self.flood] {
      let run = try RunFolder(flood, in: network.runs)
      metric = try network.closed.metric(run, at: moment, metric, on: conditions.network)
    } else if moment != nil {
      throw ProcessError(
        "invalid-input", "input \"datetime\" is a moment of a flood, and none is named",
        hint: "give the id of a run as input \"flood\", or \"departure\" in place of \"datetime\"",
        status: 400)
    }
    return Router(conditions.network, metric)
  }

  private func metric(
    _ inputs: InputValues, _ conditions: RoadConditions, _ profile: Int,
    _ objective: RouteObjective
  ) throws -> RoadMetric {
    if let name = try inputs[Self.conditions] {
      if name == "free" { return conditions.network.metric(profile: profile, objective) }
      guard let metric = conditions.metric(slot: name, profile: profile, objective) else {
        throw ProcessError(
          "unknown-conditions", "there are no conditions \"\(name)\"",
          hint: choices(for: name, among: ["free"] + conditions.names), status: 422)
      }
      return metric
    }
    var time = Date()
    if let text = try inputs[Self.departure] {
      guard let read = try? Date(text, strategy: .iso8601) else {
        throw ProcessError(
          "invalid-input", "input \"departure\" is `\(text.prefix(40))`, which is no time",
          hint: "write 2026-07-01T08:00:00Z or 2026-07-01T16:00:00+08:00", status: 400)
      }
      time = read
    }
    return conditions.metric(at: time, profile: profile, objective)
  }

  /// What went wrong, in words that call the ends by names.
  static func fault(
    _ failure: RouteError, start: String = "the start", goal: String = "the destination"
  ) -> ProcessError {
    let error = failure.error(start: start, goal: goal)
    return ProcessError(failure.status, error.message, hint: error.hint)
  }

  /// Runs `body`, with errors of roads as faults of a process.
  static func translating<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let failure as RouteError {
      throw fault(failure)
    } catch let error as RoadError {
      throw ProcessError(
        error.code.rawValue, error.message, hint: error.hint,
        status: error.code == .noRoads ? 503 : 422)
    } catch let error as FormatError {
      throw ProcessError(
        "invalid-input", "input \"closures\" is no GeoJSON: \(error.message)", hint: error.hint,
        status: 400)
    }
  }
}

extension InputPlace {
  /// The place as the end of a route.
  var end: RouteEnd { .place(longitude, latitude) }
}
