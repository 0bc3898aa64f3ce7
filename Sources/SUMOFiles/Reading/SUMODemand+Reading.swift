extension SUMODemand {
  /// Reads one or several `rou.xml`, in this order.
  ///
  /// - Throws: ``SUMOError`` with file and line.
  public init(contentsOf paths: [String]) throws(SUMOError) {
    let draft = DemandDraft()
    for path in paths {
      draft.file = path
      try XMLElements.read(path, draft.handler)
    }
    self = try draft.demand()
  }

  /// Reads the text of a `rou.xml`; `name` is what messages call it.
  ///
  /// - Throws: ``SUMOError`` with the line.
  public init(parsing text: String, name: String = "rou.xml") throws(SUMOError) {
    let draft = DemandDraft()
    draft.file = name
    try XMLElements.read(text: text, name: name, draft.handler)
    self = try draft.demand()
  }
}

/// The demand while its files are read.
private final class DemandDraft {
  var file = ""
  private var types: [String: SUMODemand.VehicleType] = [:]
  private var routes: [String: [String]] = [:]
  private var vehicles: [SUMODemand.Vehicle] = []
  /// Vehicles whose route is named and may come later in the file.
  private var awaiting: [(vehicle: Int, route: String)] = []
  private var open: OpenVehicle?
  private var depth = 0
  private var ids: Set<String> = []

  /// A vehicle or flow whose route may still come as an inner element.
  private struct OpenVehicle {
    var element: XMLElements.Element
    var edges: [String]?
    var isRouted: Bool
    var routeName: String?
  }

  var handler: XMLElements.Handler {
    XMLElements.Handler(
      begin: { element throws(SUMOError) in try self.begin(element) },
      end: { name throws(SUMOError) in try self.end(name) })
  }

  private func begin(_ element: XMLElements.Element) throws(SUMOError) {
    defer { depth += 1 }
    if depth == 0 {
      guard ["routes", "additional"].contains(element.name) else {
        throw SUMOError(
          .wrongKind, "this is <\(element.name)>, no file of routes",
          hint: "Give the rou.xml, whose first element is <routes>.")
      }
      return
    }
    switch element.name {
    case "vType": try addType(element)
    case "route":
      let edges = try element.text("edges").split(whereSeparator: \.isWhitespace).map(String.init)
      if open != nil {
        open?.edges = edges
        open?.isRouted = true
      } else {
        routes[try element.text("id")] = edges
      }
    case "trip", "vehicle", "flow": try beginVehicle(element)
    default: break
    }
  }

  private func end(_ name: String) throws(SUMOError) {
    depth -= 1
    guard ["trip", "vehicle", "flow"].contains(name), let vehicle = open else { return }
    open = nil
    try add(vehicle)
  }

  private func addType(_ element: XMLElements.Element) throws(SUMOError) {
    let id = try element.text("id")
    var type = SUMODemand.VehicleType(
      id: id, vehicleClass: element.attributes["vClass"] ?? "passenger")
    type.length_m = try element.amount("length", type.length_m)
    type.minimumGap_m = try element.amount("minGap", type.minimumGap_m)
    type.acceleration_ms2 = try element.amount("accel", type.acceleration_ms2)
    type.deceleration_ms2 = try element.amount("decel", type.deceleration_ms2)
    type.headway_s = try element.amount("tau", type.headway_s)
    type.imperfection = try element.amount("sigma", type.imperfection)
    type.maximumSpeed_ms = try element.amount("maxSpeed", type.maximumSpeed_ms)
    if let text = element.attributes["speedFactor"] {
      let numbers = text.split { "(), ".contains($0) }.compactMap { Double($0) }
      guard let mean = numbers.first, mean > 0 else {
        throw SUMOError(
          .invalidValue, "speedFactor=\"\(text)\" of type \"\(id)\" is no factor",
          hint: "Write a number, or normc(mean,deviation,least,most).")
      }
      type.speedFactor = mean
      type.speedDeviation = numbers.count > 1 ? numbers[1] : type.speedDeviation
    }
    type.speedDeviation = try element.amount("speedDev", type.speedDeviation)
    guard type.length_m > 0, type.acceleration_ms2 > 0, type.deceleration_ms2 > 0,
      type.maximumSpeed_ms > 0
    else {
      throw SUMOError(
        .invalidValue, "type \"\(id)\" has a length, speed or acceleration of 0",
        hint: "Vehicles are longer than 0 m and move.")
    }
    types[id] = type
  }

  private func beginVehicle(_ element: XMLElements.Element) throws(SUMOError) {
    var vehicle = OpenVehicle(element: element, edges: nil, isRouted: false)
    if let name = element.attributes["route"] {
      vehicle.routeName = name
      vehicle.isRouted = true
    } else if let from = element.attributes["from"], let to = element.attributes["to"] {
      let via = (element.attributes["via"] ?? "").split(whereSeparator: \.isWhitespace)
      vehicle.edges = [from] + via.map(String.init) + [to]
    }
    open = vehicle
  }

  private func add(_ open: OpenVehicle) throws(SUMOError) {
    let element = open.element
    let id = try element.text("id")
    guard ids.insert(id).inserted else {
      throw SUMOError(.duplicate, "<\(element.name)> \"\(id)\" is there twice")
    }
    guard open.edges?.isEmpty == false || open.routeName != nil else {
      throw SUMOError(
        .invalidValue, "<\(element.name)> \"\(id)\" has no way",
        hint: "Give from and to, or a <route>; zones and junctions must be turned into edges first."
      )
    }
    let departures = element.name == "flow" ? try departures(of: element) : [try departure(element)]
    for (number, depart_s) in departures.enumerated() {
      if let name = open.routeName { awaiting.append((vehicles.count, name)) }
      vehicles.append(
        SUMODemand.Vehicle(
          id: element.name == "flow" ? "\(id).\(number)" : id,
          type: element.attributes["type"] ?? "DEFAULT_VEHTYPE", depart_s: depart_s,
          edges: open.edges ?? [], isRouted: open.isRouted,
          departLane: element.attributes["departLane"] ?? "",
          departSpeed: element.attributes["departSpeed"] ?? ""))
    }
  }

  private func departure(_ element: XMLElements.Element) throws(SUMOError) -> Double {
    if element.attributes["depart"] == "triggered" {
      throw SUMOError(
        .invalidValue, "<\(element.name)> \"\(try element.text("id"))\" waits for a person",
        hint: "Only departures at a time are read.")
    }
    return try element.moment("depart")
  }

  /// A flow's departures at equal distances.
  private func departures(of element: XMLElements.Element) throws(SUMOError) -> [Double] {
    let begin = try element.moment("begin", 0)
    let end = try element.moment("end", 86_400)
    guard end >= begin else {
      throw SUMOError(
        .invalidValue, "flow \"\(try element.text("id"))\" ends before it begins",
        hint: "Give an end at or after begin.")
    }
    let hourly = element.attributes["vehsPerHour"] ?? element.attributes["perHour"]
    let period_s: Double
    var count: Int?
    if element.attributes["number"] != nil {
      count = try element.index("number")
      period_s = (end - begin) / Double(max(count ?? 1, 1))
    } else if hourly != nil {
      let rate = try element.amount(
        element.attributes["vehsPerHour"] == nil ? "perHour" : "vehsPerHour")
      period_s = rate > 0 ? 3600 / rate : .infinity
    } else if element.attributes["period"] != nil {
      period_s = try element.amount("period")
    } else if element.attributes["probability"] != nil {
      let share = try element.amount("probability")
      period_s = share > 0 ? 1 / share : .infinity
    } else {
      throw SUMOError(
        .invalidValue, "flow \"\(try element.text("id"))\" does not say how many",
        hint: "Give number, vehsPerHour, period or probability.")
    }
    guard period_s > 0 || count == 0, (end - begin) / max(period_s, 1e-9) < 10_000_000 else {
      throw SUMOError(
        .invalidValue, "flow \"\(try element.text("id"))\" has more than ten million vehicles",
        hint: "Check its rate, begin and end.")
    }
    guard period_s.isFinite else { return [] }
    if let count { return (0..<count).map { begin + Double($0) * period_s } }
    return Array(stride(from: begin, to: end, by: period_s))
  }

  func demand() throws(SUMOError) -> SUMODemand {
    for (vehicle, name) in awaiting {
      guard let edges = routes[name] else {
        throw SUMOError(
          .missingReference,
          "\(file): vehicle \"\(vehicles[vehicle].id)\" takes route \"\(name)\", which is not there"
        )
      }
      vehicles[vehicle].edges = edges
    }
    if types["DEFAULT_VEHTYPE"] == nil {
      types["DEFAULT_VEHTYPE"] = SUMODemand.VehicleType(
        id: "DEFAULT_VEHTYPE", vehicleClass: "passenger")
    }
    for vehicle in vehicles where types[vehicle.type] == nil {
      throw SUMOError(
        .missingReference,
        "\(file): vehicle \"\(vehicle.id)\" is of type \"\(vehicle.type)\", which is not there",
        hint: "Add its <vType>.")
    }
    return SUMODemand(types: types, vehicles: vehicles.sorted { $0.depart_s < $1.depart_s })
  }
}
