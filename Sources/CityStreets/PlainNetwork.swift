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
      let light = signals[number].map { " tl=\"\(escaped($0))\"" } ?? ""
      text +=
        "  <node id=\"\(escaped(junction.id))\" x=\"\(metres(junction.place.x))\" "
        + "y=\"\(metres(junction.place.y))\"\(kind)\(light)/>\n"
    }
    return text + "</nodes>\n"
  }

  private static func edges(_ streets: CityStreets) -> String {
    let network = streets.network
    var text = "<edges>\n"
    for (edge, draft) in zip(network.edges, streets.draft.edges) {
      text +=
        "  <edge id=\"\(escaped(edge.id))\" from=\"\(escaped(network.junctions[edge.from].id))\" "
        + "to=\"\(escaped(network.junctions[edge.to].id))\" numLanes=\"\(edge.lanes.count)\" "
        + "speed=\"\(draft.street.speed_ms)\" priority=\"\(edge.priority)\" "
        + "spreadType=\"\(draft.isOneWay ? "center" : "right")\" "
        + (edge.name.isEmpty ? "" : "name=\"\(escaped(edge.name))\" ")
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
      text += "  <connection from=\"\(escaped(edge.id))\"/>\n"
    }
    return text + "</connections>\n"
  }

  private static func lights(_ network: SUMONetwork) -> String {
    var text = "<tlLogics>\n"
    for program in network.programs {
      text +=
        "  <tlLogic id=\"\(escaped(program.signal))\" type=\"static\" "
        + "programID=\"\(escaped(program.id))\" offset=\"\(program.offset_s)\">\n"
      for stage in program.stages {
        text += "    <phase duration=\"\(stage.duration_s)\" state=\"\(stage.state)\"/>\n"
      }
      text += "  </tlLogic>\n"
    }
    for connection in network.connections {
      guard let signal = connection.signal, let link = connection.linkIndex else { continue }
      text +=
        "  <connection \(ends(connection, network)) tl=\"\(escaped(signal))\" "
        + "linkIndex=\"\(link)\"/>\n"
    }
    return text + "</tlLogics>\n"
  }

  private static func ends(_ connection: SUMONetwork.Connection, _ network: SUMONetwork) -> String {
    let (from, to) = (network.lanes[connection.from].edge, network.lanes[connection.to].edge)
    return "from=\"\(escaped(network.edges[from].id))\" to=\"\(escaped(network.edges[to].id))\" "
      + "fromLane=\"\(connection.from - network.edges[from].lanes.lowerBound)\" "
      + "toLane=\"\(connection.to - network.edges[to].lanes.lowerBound)\""
  }

  /// Routes of vehicles as SUMO's `rou.xml`.
  public static func routes(_ demand: SUMODemand) -> String {
    var text = "<routes>\n"
    for type in demand.types.values.sorted(by: { $0.id < $1.id }) {
      text += "  <vType id=\"\(escaped(type.id))\" vClass=\"\(escaped(type.vehicleClass))\"/>\n"
    }
    for vehicle in demand.vehicles {
      text +=
        "  <vehicle id=\"\(escaped(vehicle.id))\" type=\"\(escaped(vehicle.type))\" "
        + "depart=\"\(metres(vehicle.depart_s))\" departLane=\"\(vehicle.departLane)\" "
        + "departSpeed=\"\(vehicle.departSpeed)\"><route edges=\""
        + vehicle.edges.map(escaped).joined(separator: " ") + "\"/></vehicle>\n"
    }
    return text + "</routes>\n"
  }

  private static func line(_ points: [SIMD2<Double>]) -> String {
    points.map { "\(metres($0.x)),\(metres($0.y))" }.joined(separator: " ")
  }

  private static func metres(_ value: Double) -> String { String(format: "%.2f", value) }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for letter in text {
      switch letter {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(letter)
      }
    }
    return escaped
  }
}
