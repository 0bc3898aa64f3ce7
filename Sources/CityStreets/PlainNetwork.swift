import Foundation
public import SUMOFiles

/// A network as netconvert's plain files, from which SUMO's own tool makes a `net.xml`.
///
/// Ids, lanes, connections, letters and programmes are the same; lines over junctions and who
/// yields are netconvert's own, so that SUMO judges the layout as well.
public struct PlainNetwork: Sendable {
  /// The text of each file by its ending, as `.nod.xml`.
  public private(set) var files: [(ending: String, text: String)] = []

  /// The files of streets.
  public init(_ streets: CityStreets) {
    let network = streets.network
    files = [
      (".nod.xml", Self.nodes(network)), (".edg.xml", Self.edges(streets)),
      (".con.xml", Self.connections(network)), (".tll.xml", Self.lights(network)),
    ]
  }

  private static func nodes(_ network: SUMONetwork) -> String {
    var signals: [Int: String] = [:]
    for connection in network.connections {
      guard let signal = connection.signal else { continue }
      signals[network.edges[network.lanes[connection.from].edge].to] = signal
    }
    let (east, north) = (network.offset.x, network.offset.y)
    var text =
      "<nodes>\n  <location netOffset=\"\(east),\(north)\" convBoundary=\"0,0,0,0\" "
      + "origBoundary=\"0,0,0,0\" projParameter=\"\(network.projection)\"/>\n"
    for (number, junction) in network.junctions.enumerated() {
      let kind = junction.kind == "dead_end" ? "" : " type=\"\(junction.kind)\""
      let light = signals[number].map { " tl=\"\($0.xmlEscaped)\"" } ?? ""
      text +=
        "  <node id=\"\(junction.id.xmlEscaped)\" x=\"\(metres(junction.place.x))\" "
        + "y=\"\(metres(junction.place.y))\"\(kind)\(light)/>\n"
    }
    return text + "</nodes>\n"
  }

  private static func edges(_ streets: CityStreets) -> String {
    let network = streets.network
    var text = "<edges>\n"
    for (edge, draft) in zip(network.edges, streets.draft.edges) {
      text +=
        "  <edge id=\"\(edge.id.xmlEscaped)\" "
        + "from=\"\(network.junctions[edge.from].id.xmlEscaped)\" "
        + "to=\"\(network.junctions[edge.to].id.xmlEscaped)\" numLanes=\"\(edge.lanes.count)\" "
        + "speed=\"\(draft.street.speedMetresPerSecond)\" priority=\"\(edge.priority)\" "
        + "spreadType=\"\(draft.isOneWay ? "center" : "right")\" "
        + (edge.name.isEmpty ? "" : "name=\"\(edge.name.xmlEscaped)\" ")
        + "shape=\"\(line(draft.line.points))\"/>\n"
    }
    return text + "</edges>\n"
  }

  private static func connections(_ network: SUMONetwork) -> String {
    var text = "<connections>\n"
    var leads: Set<Int> = []
    for connection in network.connections {
      leads.insert(network.lanes[connection.from].edge)
      text += "  <connection \(ends(connection, network))/>\n"
    }
    // An edge that is not mentioned would get netconvert's own connections.
    for (number, edge) in network.edges.enumerated() where !leads.contains(number) {
      text += "  <connection from=\"\(edge.id.xmlEscaped)\"/>\n"
    }
    return text + "</connections>\n"
  }

  private static func lights(_ network: SUMONetwork) -> String {
    var text = "<tlLogics>\n"
    for program in network.programs {
      text +=
        "  <tlLogic id=\"\(program.signal.xmlEscaped)\" type=\"static\" "
        + "programID=\"\(program.id.xmlEscaped)\" offset=\"\(program.offsetSeconds)\">\n"
      for stage in program.stages {
        text += "    <phase duration=\"\(stage.durationSeconds)\" state=\"\(stage.state)\"/>\n"
      }
      text += "  </tlLogic>\n"
    }
    for connection in network.connections {
      guard let signal = connection.signal, let link = connection.linkIndex else { continue }
      text +=
        "  <connection \(ends(connection, network)) tl=\"\(signal.xmlEscaped)\" "
        + "linkIndex=\"\(link)\"/>\n"
    }
    return text + "</tlLogics>\n"
  }

  private static func ends(_ connection: SUMONetwork.Connection, _ network: SUMONetwork) -> String {
    let (from, to) = (network.lanes[connection.from].edge, network.lanes[connection.to].edge)
    return
      "from=\"\(network.edges[from].id.xmlEscaped)\" to=\"\(network.edges[to].id.xmlEscaped)\" "
      + "fromLane=\"\(connection.from - network.edges[from].lanes.lowerBound)\" "
      + "toLane=\"\(connection.to - network.edges[to].lanes.lowerBound)\""
  }

  /// Routes of vehicles as SUMO's `rou.xml`.
  public static func routes(_ demand: SUMODemand) -> String {
    var text = "<routes>\n"
    for type in demand.types.values.sorted(by: { $0.id < $1.id }) {
      text += "  <vType id=\"\(type.id.xmlEscaped)\" vClass=\"\(type.vehicleClass.xmlEscaped)\"/>\n"
    }
    for vehicle in demand.vehicles {
      text +=
        "  <vehicle id=\"\(vehicle.id.xmlEscaped)\" type=\"\(vehicle.type.xmlEscaped)\" "
        + "depart=\"\(metres(vehicle.departSeconds))\" departLane=\"\(vehicle.departLane)\" "
        + "departSpeed=\"\(vehicle.departSpeed)\"><route edges=\""
        + vehicle.edges.map(\.xmlEscaped).joined(separator: " ") + "\"/></vehicle>\n"
    }
    return text + "</routes>\n"
  }

  private static func line(_ points: [SIMD2<Double>]) -> String {
    points.map { "\(metres($0.x)),\(metres($0.y))" }.joined(separator: " ")
  }

  private static func metres(_ value: Double) -> String { String(format: "%.2f", value) }
}
