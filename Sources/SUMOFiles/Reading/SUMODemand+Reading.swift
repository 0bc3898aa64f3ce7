public import SimpleFeatures

extension SUMODemand {
  /// Reads one or several `rou.xml`, in this order.
  ///
  /// - Throws: ``SUMOError`` with file and line.
  public init(contentsOf paths: [String]) throws(SUMOError) {
    let draft = DemandDraft()
    self = try briefly { () throws(SUMOError) in
      for path in paths {
        draft.file = path
        try XMLElements.read(path, draft.handler)
      }
      return try draft.demand()
    }
  }

  /// Reads the text of a `rou.xml`; `name` is what messages call it.
  ///
  /// - Throws: ``SUMOError`` with the line.
  public init(parsing text: String, name: String = "rou.xml") throws(SUMOError) {
    let draft = DemandDraft()
    draft.file = name
    self = try briefly { () throws(SUMOError) in
      try XMLElements.read(text: text, name: name, draft.handler)
      return try draft.demand()
    }
  }
}

/// The most vehicles of all files together.
private let mostVehicles = 10_000_000

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
      guard !edges.isEmpty else {
        throw SUMOError(
          .invalidValue, "<route>\(element.identity) has no edges",
          hint: "Name its edges in order.")
      }
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
    type.lengthMetres = try element.number("length", type.lengthMetres, in: 0.1...500)
    type.minimumGapMetres = try element.number("minGap", type.minimumGapMetres, in: 0...100)
    type.accelerationMetresPerSecondSquared = try element.number(
      "accel", type.accelerationMetresPerSecondSquared, in: 0.01...100)
    type.decelerationMetresPerSecondSquared = try element.number(
      "decel", type.decelerationMetresPerSecondSquared, in: 0.01...100)
    type.headwaySeconds = try element.number("tau", type.headwaySeconds, in: 0...60)
    type.imperfection = try element.number("sigma", type.imperfection, in: 0...1)
    type.maximumSpeedMetresPerSecond = try element.number(
      "maxSpeed", type.maximumSpeedMetresPerSecond, in: 0.1...200)
    if let text = element.attributes["speedFactor"] {
      let numbers = text.split { "(), ".contains($0) }.compactMap { Double($0) }
      guard let mean = numbers.first, (0.1...10).contains(mean),
        numbers.count < 2 || (0...5).contains(numbers[1])
      else {
        throw SUMOError(
          .invalidValue, "speedFactor=\"\(text)\" of type \"\(id)\" is no factor",
          hint: "Write a number from 0.1 to 10, or normc(mean,deviation,least,most) with a "
            + "deviation of at most 5.")
      }
      type.speedFactor = mean
      type.speedDeviation = numbers.count > 1 ? numbers[1] : type.speedDeviation
    }
    type.speedDeviation = try element.number("speedDev", type.speedDeviation, in: 0...5)
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
    try check(departSpeed: element)
    let departures = element.name == "flow" ? try departures(of: element) : [try departure(element)]
    for (number, departSeconds) in departures.enumerated() {
      if let name = open.routeName { awaiting.append((vehicles.count, name)) }
      vehicles.append(
        SUMODemand.Vehicle(
          id: element.name == "flow" ? "\(id).\(number)" : id,
          type: element.attributes["type"] ?? "DEFAULT_VEHTYPE", departSeconds: departSeconds,
          edges: open.edges ?? [], isRouted: open.isRouted,
          departLane: element.attributes["departLane"] ?? "",
          departSpeed: element.attributes["departSpeed"] ?? ""))
    }
  }

  private func check(departSpeed element: XMLElements.Element) throws(SUMOError) {
    let words = ["max", "random", "desired", "speedLimit", "last", "avg"]
    guard let text = element.attributes["departSpeed"], !words.contains(text) else { return }
    _ = try element.number("departSpeed", in: 0...200)
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
    let beginSeconds = try element.moment("begin", 0)
    let endSeconds = try element.moment("end", max(beginSeconds, 86_400))
    func fault(_ words: String, _ hint: String) -> SUMOError {
      SUMOError(.invalidValue, "flow\(element.identity) \(words)", hint: hint)
    }
    guard endSeconds >= beginSeconds else {
      throw fault("ends before it begins", "Give an end at or after begin.")
    }
    let ratedSeconds = try periodSeconds(of: element)
    let number = element.attributes["number"] == nil ? nil : try element.index("number")
    let periodSeconds: Double
    let count: Double
    switch (number, ratedSeconds) {
    case (nil, nil):
      throw fault("does not say how many", "Give number, vehsPerHour, period or probability.")
    case (let number?, nil):
      (periodSeconds, count) = (
        (endSeconds - beginSeconds) / Double(max(number, 1)), Double(number)
      )
    case (nil, let ratedSeconds?):
      (periodSeconds, count) = (
        ratedSeconds, ((endSeconds - beginSeconds) / ratedSeconds - 1e-9).rounded(.up)
      )
    case (let number?, let ratedSeconds?):
      guard element.attributes["end"] == nil else {
        throw fault(
          "has an end, a number and a rate, which SUMO refuses", "Take one of the three out.")
      }
      (periodSeconds, count) = (ratedSeconds, Double(number))
    }
    guard count > 0 else { return [] }
    guard periodSeconds > 0 else {
      throw fault("has no time between its vehicles", "Give a rate, or an end after begin.")
    }
    guard count + Double(vehicles.count) <= Double(mostVehicles) else {
      throw fault(
        "makes them more than \(mostVehicles) vehicles in all", "Check its rate, begin and end.")
    }
    guard periodSeconds.isFinite,
      beginSeconds + (count - 1) * periodSeconds <= SignalProgram.latestSeconds
    else {
      throw fault("goes on for too long", "Give a greater rate, or an end.")
    }
    return (0..<Int(count)).map { beginSeconds + Double($0) * periodSeconds }
  }

  /// The seconds between a flow's vehicles by its rate: infinite for a rate of 0, `nil` for none.
  private func periodSeconds(of element: XMLElements.Element) throws(SUMOError) -> Double? {
    for (name, seconds) in [("vehsPerHour", 3600.0), ("perHour", 3600), ("probability", 1)]
    where element.attributes[name] != nil {
      return seconds / (try element.amount(name))
    }
    return element.attributes["period"] == nil ? nil : try element.amount("period")
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
    for vehicle in vehicles {
      guard let type = types[vehicle.type] else {
        throw SUMOError(
          .missingReference,
          "\(file): vehicle \"\(vehicle.id)\" is of type \"\(vehicle.type)\", which is not there",
          hint: "Add its <vType>.")
      }
      guard type.lengthMetres + type.minimumGapMetres >= 0.5 else {
        throw SUMOError(
          .invalidValue,
          "\(file): vehicles of type \"\(type.id)\" stand "
            + "\(type.lengthMetres + type.minimumGapMetres) m "
            + "apart",
          hint: "Give it a length and minGap of 0.5 m or more together.")
      }
    }
    return SUMODemand(
      types: types, vehicles: vehicles.sorted { $0.departSeconds < $1.departSeconds })
  }
}
