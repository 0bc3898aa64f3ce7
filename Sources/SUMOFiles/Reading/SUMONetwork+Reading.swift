public import SimpleFeatures

extension SUMONetwork {
  /// Reads a `net.xml`.
  ///
  /// - Throws: ``SUMOError`` with file and line.
  public init(contentsOf path: String) throws(SUMOError) {
    let draft = NetworkDraft(name: path)
    self = try briefly { () throws(SUMOError) in
      try XMLElements.read(path, draft.handler)
      return try draft.finished()
    }
  }

  /// Reads the text of a `net.xml`; `name` is what messages call it.
  ///
  /// - Throws: ``SUMOError`` with the line.
  public init(parsing text: String, name: String = "net.xml") throws(SUMOError) {
    let draft = NetworkDraft(name: name)
    self = try briefly { () throws(SUMOError) in
      try XMLElements.read(text: text, name: name, draft.handler)
      return try draft.finished()
    }
  }
}

/// A network while its file is read: names are resolved at its end, as elements name later ones.
private final class NetworkDraft {
  private let name: String
  private var network: SUMONetwork?
  private var stack: [String] = []

  private var edges: [EdgeDraft] = []
  private var junctionNumbers: [String: Int] = [:]
  /// The inner lanes by id.
  private var innerLanes: [String: InnerLane] = [:]
  private var connections: [XMLElements.Element] = []
  /// The crossings for people on foot, with the edges they lead over.
  private var crossings: [SUMONetwork.CrossingDraft] = []
  private var isInternalEdge = false
  private var isCrossing = false
  private var isInternalJunction = false

  private struct EdgeDraft {
    var element: XMLElements.Element
    var lanes: [SUMONetwork.Lane] = []
  }

  private struct InnerLane {
    var lengthMetres: Double
    var speedMetresPerSecond: Double
    var shape: [SIMD2<Double>]
  }

  init(name: String) {
    self.name = name
  }

  var handler: XMLElements.Handler {
    XMLElements.Handler(
      begin: { element throws(SUMOError) in try self.begin(element) },
      end: { name throws(SUMOError) in self.end(name) })
  }

  private func begin(_ element: XMLElements.Element) throws(SUMOError) {
    defer { stack.append(element.name) }
    guard network != nil else {
      try beginNetwork(element)
      return
    }
    switch element.name {
    case "location":
      network?.offset = try element.points("netOffset").first ?? .zero
      network?.projection = element.attributes["projParameter"] ?? "!"
    case "edge": try beginEdge(element)
    case "lane": try beginLane(element)
    case "junction": try beginJunction(element)
    case "request" where !isInternalJunction: try beginRequest(element)
    case "connection":
      // Taken for the first link, it would show another connection's lights.
      if let signal = element.attributes["tl"], element.attributes["linkIndex"] == nil {
        throw SUMOError(
          .invalidValue,
          "the connection from \(element.attributes["from"] ?? "?") to "
            + "\(element.attributes["to"] ?? "?") has signal \"\(signal)\" and no linkIndex",
          hint: "Add the linkIndex of its letter in the signal's states.")
      }
      connections.append(element)
    case "tlLogic": try beginProgram(element)
    case "phase": try beginStage(element)
    default: break
    }
  }

  private func end(_ name: String) {
    stack.removeLast()
    if name == "edge" {
      isInternalEdge = false
      isCrossing = false
    }
    if name == "junction" { isInternalJunction = false }
  }

  private func beginNetwork(_ element: XMLElements.Element) throws(SUMOError) {
    guard element.name == "net" else {
      throw SUMOError(
        .wrongKind, "this is <\(element.name)>, not a SUMO network",
        hint: "Give the net.xml, whose first element is <net>.")
    }
    let version = try element.text("version")
    guard let number = Double(version), number >= 1.0, number < 2 else {
      throw SUMOError(
        .unknownVersion, "the network is of version \(version)",
        hint: "Versions 1.0 to 1.x are read; convert it with netconvert -s.")
    }
    network = SUMONetwork(
      version: version, offset: .zero, projection: "!",
      leftHand: ["true", "1"].contains(element.attributes["lefthand"] ?? ""), edges: [],
      lanes: [], connections: [], crossings: [], junctions: [], programs: [])
  }

  private func beginEdge(_ element: XMLElements.Element) throws(SUMOError) {
    let function = element.attributes["function"] ?? "normal"
    isInternalEdge = function != "normal" && function != "connector"
    let id = try element.text("id")
    if !isInternalEdge { edges.append(EdgeDraft(element: element)) }
    isCrossing = function == "crossing"
    if isCrossing {
      crossings.append(SUMONetwork.CrossingDraft(id: id, edges: try element.text("crossingEdges")))
    }
  }

  private func beginLane(_ element: XMLElements.Element) throws(SUMOError) {
    let id = try element.text("id")
    let isInner = isCrossing || isInternalEdge
    let lengthMetres = try element.number("length", in: isInner ? 0...1e6 : 0.01...1e6)
    let speedMetresPerSecond = try element.number("speed", in: 0.1...200)
    let shape = try element.points("shape")
    if isCrossing {
      let last = crossings.count - 1
      crossings[last].lengthMetres = lengthMetres
      crossings[last].widthMetres = try element.number("width", 4, in: 0...1000)
      crossings[last].shape = shape
      return
    }
    if isInternalEdge {
      innerLanes[id] = InnerLane(
        lengthMetres: lengthMetres, speedMetresPerSecond: speedMetresPerSecond, shape: shape)
      return
    }
    guard !edges.isEmpty else {
      throw SUMOError(
        .invalidValue, "lane \"\(id)\" belongs to no edge", hint: "Put it into its <edge>.")
    }
    edges[edges.count - 1].lanes.append(
      SUMONetwork.Lane(
        id: id, edge: edges.count - 1, lengthMetres: lengthMetres,
        speedMetresPerSecond: speedMetresPerSecond,
        widthMetres: try element.number("width", 3.2, in: 0...1000), shape: shape,
        access: SUMOAccess(
          allow: element.attributes["allow"], disallow: element.attributes["disallow"])))
  }

  private func beginJunction(_ element: XMLElements.Element) throws(SUMOError) {
    let kind = try element.text("type")
    isInternalJunction = kind == "internal"
    if isInternalJunction { return }
    guard junctionKinds.contains(kind) else {
      throw SUMOError(
        .invalidValue, "junction \"\(try element.text("id"))\" is of the unknown type \"\(kind)\"",
        hint: "SUMO 1.28 knows \(junctionKinds.sorted().joined(separator: ", ")).")
    }
    let id = try element.text("id")
    guard junctionNumbers.updateValue(network!.junctions.count, forKey: id) == nil else {
      throw SUMOError(.duplicate, "junction \"\(id)\" is there twice")
    }
    network!.junctions.append(
      SUMONetwork.Junction(
        id: id, kind: kind, place: SIMD2(try element.number("x"), try element.number("y")),
        shape: try element.points("shape"), requests: []))
  }

  private func beginRequest(_ element: XMLElements.Element) throws(SUMOError) {
    guard stack.last == "junction", !network!.junctions.isEmpty else { return }
    let index = try element.index("index")
    let junction = network!.junctions.count - 1
    guard index == network!.junctions[junction].requests.count else {
      throw SUMOError(
        .invalidValue,
        "request \(index) of junction \"\(network!.junctions[junction].id)\" is out of order",
        hint: "Requests are numbered from 0.")
    }
    network!.junctions[junction].requests.append(
      SUMONetwork.Request(
        yieldsTo: bits(try element.text("response")), crosses: bits(try element.text("foes")),
        waitsInside: element.attributes["cont"] == "1"))
  }

  /// The places of the ones, counted from the right as SUMO writes them.
  private func bits(_ text: String) -> [Int] {
    text.utf8.reversed().enumerated().filter { $0.element == UInt8(ascii: "1") }.map(\.offset)
  }

  private func beginProgram(_ element: XMLElements.Element) throws(SUMOError) {
    network!.programs.append(try SignalProgram(element))
  }

  private func beginStage(_ element: XMLElements.Element) throws(SUMOError) {
    guard stack.last == "tlLogic", !network!.programs.isEmpty else { return }
    network!.programs[network!.programs.count - 1].stages.append(try SignalProgram.Stage(element))
  }

  /// The network with all names resolved.
  func finished() throws(SUMOError) -> SUMONetwork {
    guard var network else {
      throw SUMOError(.wrongKind, "\(name) holds no network", hint: "Give a net.xml.")
    }
    var laneNumbers: [String: Int] = [:]
    var edgeNumbers: [String: Int] = [:]
    for (number, draft) in edges.enumerated() {
      let id = try draft.element.text("id")
      guard edgeNumbers.updateValue(number, forKey: id) == nil else {
        throw SUMOError(.duplicate, "\(name): edge \"\(id)\" is there twice")
      }
      let first = network.lanes.count
      for lane in draft.lanes {
        laneNumbers[lane.id] = network.lanes.count
        network.lanes.append(lane)
      }
      network.edges.append(
        SUMONetwork.Edge(
          id: id, from: try junction(try draft.element.text("from"), of: id),
          to: try junction(try draft.element.text("to"), of: id),
          lanes: first..<network.lanes.count,
          priority: Int(draft.element.attributes["priority"] ?? "") ?? 0,
          type: draft.element.attributes["type"] ?? "",
          name: draft.element.attributes["name"] ?? ""))
    }
    try addConnections(to: &network, edgeNumbers, laneNumbers)
    try network.addCrossings(
      crossings, junctions: junctionNumbers, edges: edgeNumbers, connections: connections, in: name)
    try network.check(in: name)
    return network
  }

  private func junction(_ id: String, of edge: String) throws(SUMOError) -> Int {
    guard let number = junctionNumbers[id] else {
      throw SUMOError(
        .missingReference, "\(name): edge \"\(edge)\" names junction \"\(id)\", which is not there")
    }
    return number
  }

  private func addConnections(
    to network: inout SUMONetwork, _ edgeNumbers: [String: Int], _ laneNumbers: [String: Int]
  ) throws(SUMOError) {
    // The ways inside junctions go on over further inner lanes until the outer lane is reached.
    var follows: [String: String] = [:]
    for element in connections where element.attributes["from"]?.hasPrefix(":") == true {
      if let via = element.attributes["via"] {
        follows["\(try element.text("from"))_\(try element.text("fromLane"))"] = via
      }
    }
    // Requests of a junction number its connections in the order of its lanes.
    for element in connections where element.attributes["from"]?.hasPrefix(":") == false {
      let fromEdge = try element.text("from")
      guard edgeNumbers[fromEdge] != nil else {
        if element.attributes["to"] == nil { continue }
        throw SUMOError(
          .missingReference,
          "\(name):\(element.line): a connection leaves edge \"\(fromEdge)\", which is not there")
      }
      let toEdge = try element.text("to")
      // Pavements lead into the places where people wait, which are no lanes.
      if toEdge.hasPrefix(":") { continue }
      let from = "\(fromEdge)_\(try element.text("fromLane"))"
      let to = "\(toEdge)_\(try element.text("toLane"))"
      guard let fromLane = laneNumbers[from], let toLane = laneNumbers[to] else {
        throw SUMOError(
          .missingReference,
          "\(name):\(element.line): a connection joins \(from) and \(to), one of which is not there"
        )
      }
      let way = try innerWay(of: element, from: from, to: to, follows)
      var request: Int?
      if let lane = element.attributes["via"],
        !network.junctions[network.edges[network.lanes[fromLane].edge].to].requests.isEmpty
      {
        request = self.request(of: lane)
      }
      network.connections.append(
        SUMONetwork.Connection(
          from: fromLane, to: toLane, signal: element.attributes["tl"],
          linkIndex: try element.attributes["linkIndex"].map { _ throws(SUMOError) in
            try element.index("linkIndex")
          }, direction: element.attributes["dir"]?.first ?? "s",
          state: element.attributes["state"]?.first ?? "M", request: request,
          lengthMetres: way.lane.lengthMetres,
          speedMetresPerSecond: way.lane.speedMetresPerSecond.isFinite
            ? way.lane.speedMetresPerSecond : network.lanes[toLane].speedMetresPerSecond,
          waitingLengthMetres: way.waitingLengthMetres, shape: way.lane.shape,
          keepsClear: element.attributes["keepClear"] != "0"))
    }
  }

  /// The inner lanes of a connection as one, of infinite speed where there are none, and how long
  /// the first is where others follow.
  private func innerWay(
    of element: XMLElements.Element, from: String, to: String, _ follows: [String: String]
  ) throws(SUMOError) -> (lane: InnerLane, waitingLengthMetres: Double) {
    var way = InnerLane(lengthMetres: 0, speedMetresPerSecond: .infinity, shape: [])
    var waitingLengthMetres = 0.0
    var via = element.attributes["via"]
    var passed: Set<String> = []
    while let lane = via, let inner = innerLanes[lane] {
      guard passed.insert(lane).inserted else {
        throw SUMOError(
          .invalidValue,
          "\(name):\(element.line): the way from \(from) to \(to) comes to \(lane) twice",
          hint: "Rebuild the network with netconvert.")
      }
      way.lengthMetres += inner.lengthMetres
      way.speedMetresPerSecond = min(way.speedMetresPerSecond, inner.speedMetresPerSecond)
      way.shape += inner.shape
      via = follows[lane]
      if passed.count == 1, via != nil { waitingLengthMetres = inner.lengthMetres }
    }
    return (way, waitingLengthMetres)
  }

  /// The request that an inner lane `:junction_N_L` stands for: inner edges are numbered by the
  /// first request they serve, their lanes follow.
  private func request(of lane: String) -> Int? {
    let parts = lane.split(separator: "_")
    guard parts.count >= 3, let edge = Int(parts[parts.count - 2]),
      let place = Int(parts[parts.count - 1]), (0..<1 << 31).contains(edge),
      (0..<1 << 31).contains(place)
    else { return nil }
    return edge + place
  }
}

/// The kinds of junctions of SUMO 1.28, but for the inner ones.
private let junctionKinds: Set<String> = [
  "traffic_light", "traffic_light_unregulated", "traffic_light_right_on_red", "priority",
  "priority_stop", "right_before_left", "left_before_right", "allway_stop", "zipper",
  "rail_signal", "rail_crossing", "district", "dead_end", "unregulated",
]
