import Roads
import SUMOFiles

/// Makes a network of lanes and connections of streets and their junctions.
struct NetworkMaker {
  private(set) var network: SUMONetwork
  /// Edges from which nothing leads on though others leave their junction.
  private(set) var stuck: [Int] = []
  /// By cluster: the connections that its signal governs, in the order of its letters.
  private(set) var governed: [[Int]]
  private let draft: StreetDraft

  /// `ids` are the ids of signals by cluster.
  init(_ draft: StreetDraft, plane: StreetPlane, ids: [String]) {
    self.draft = draft
    network = SUMONetwork(projection: plane.projection, offset: plane.offset)
    governed = Array(repeating: [], count: ids.count)
    for edge in draft.edges { add(edge) }
    for number in draft.junctions.indices { add(junction: number, ids) }
  }

  private mutating func add(_ edge: StreetDraft.Edge) {
    let piece = draft.graph.pieces[edge.piece]
    var made = SUMONetwork.Edge(
      id: edge.id, from: edge.from, to: edge.to, priority: piece.street.priority,
      type: "highway." + RoadClasses.all[Int(piece.street.roadClass)],
      name: draft.graph.map.names[Int(piece.name)])
    let open = edge.open
    let first = network.lanes.count
    for lane in 0..<edge.street.lanes {
      network.lanes.append(
        SUMONetwork.Lane(
          id: "\(edge.id)_\(lane)", edge: network.edges.count,
          speedMetresPerSecond: edge.street.speedMetresPerSecond,
          widthMetres: StreetDefaults.laneWidthMetres,
          shape: open.moved(right: edge.offsetMetres(lane: lane)).points,
          lengthMetres: max(open.lengthMetres, 0.2)))
    }
    made.lanes = first..<network.lanes.count
    network.edges.append(made)
  }

  private mutating func add(junction number: Int, _ ids: [String]) {
    let place = draft.junctions[number]
    let found = JunctionWays(number, of: draft)
    stuck += found.stuck
    let rules = RightOfWay(found.ways, at: number, of: draft)
    var junction = SUMONetwork.Junction(id: place.id, kind: rules.kind, place: place.place)
    junction.requests = rules.requests
    for (request, way) in found.ways.enumerated() {
      var connection = SUMONetwork.Connection(
        from: network.edges[way.from].lanes.lowerBound + way.fromLane,
        to: network.edges[way.to].lanes.lowerBound + way.toLane, direction: way.direction,
        shape: way.line.points, lengthMetres: max(way.line.lengthMetres, 0.1),
        speedMetresPerSecond: way.speedMetresPerSecond)
      connection.request = request
      let yields = !rules.requests[request].yieldsTo.isEmpty
      connection.state = yields ? (rules.kind == "right_before_left" ? "=" : "m") : "M"
      if let cluster = place.cluster {
        connection.signal = ids[cluster]
        connection.linkIndex = governed[cluster].count
        connection.state = yields ? "o" : "O"
        governed[cluster].append(network.connections.count)
        let inside = waitingMetres(request, found.ways, rules.requests[request])
        if inside >= 2 {
          connection.waitingLengthMetres = inside
          junction.requests[request].waitsInside = true
        }
      }
      network.connections.append(connection)
    }
    network.junctions.append(junction)
  }

  /// How far vehicles that turn left go into a junction before they wait for those who come
  /// straight on, in metres.
  private func waitingMetres(
    _ number: Int, _ ways: [JunctionWays.Way], _ request: SUMONetwork.Request
  ) -> Double {
    guard "lL".contains(ways[number].direction) else { return 0 }
    let own = -draft.edges[ways[number].from].line.heading(atEnd: true)
    let places = request.yieldsTo.compactMap { foe -> Double? in
      let heading = -draft.edges[ways[foe].from].line.heading(atEnd: true)
      guard ways[foe].from != ways[number].from, heading.dot(own) < -0.5 else { return nil }
      return ways[number].line.crossing(with: ways[foe].line)
    }
    // Half a lane before the first line that is crossed.
    return max((places.min() ?? 0) - StreetDefaults.laneWidthMetres / 2 - 0.5, 0)
  }

  mutating func set(_ programs: [SignalProgram]) { network.programs = programs }

  /// Takes the lights away from junctions that no programme can be made for.
  mutating func release(_ signals: Set<String>) {
    for place in network.connections.indices {
      guard let signal = network.connections[place].signal, signals.contains(signal) else {
        continue
      }
      network.connections[place].signal = nil
      network.connections[place].linkIndex = nil
      network.connections[place].state = network.connections[place].state == "o" ? "m" : "M"
    }
    for place in network.junctions.indices {
      guard let cluster = draft.junctions[place].cluster, !governed[cluster].isEmpty else {
        continue
      }
      if governed[cluster].allSatisfy({ network.connections[$0].signal == nil }) {
        network.junctions[place].kind = "priority"
      }
    }
  }
}
