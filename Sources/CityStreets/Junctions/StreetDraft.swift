import Roads

/// Streets as directed edges between junctions, before they have lanes.
struct StreetDraft {
  /// One direction of a piece.
  struct Edge {
    var id: String
    var piece: Int
    var isForward: Bool
    var from: Int
    var to: Int
    var street: Carriageway
    var isOneWay: Bool
    /// Its line in the direction of travel, from the map's node to the map's node.
    var line: Polyline
    /// What is cut off at its ends for the junctions there, in metres.
    var cutMetres = (start: 0.0, end: 0.0)

    /// The line between the junctions.
    var open: Polyline { line.part(from: cutMetres.start, to: line.lengthMetres - cutMetres.end) }

    /// How far a lane lies to the right of the line; lane 0 is the outermost.
    func offsetMetres(lane: Int) -> Double {
      let width = StreetDefaults.laneWidthMetres
      return isOneWay
        ? (Double(street.lanes - 1) / 2 - Double(lane)) * width
        : (Double(street.lanes - lane) - 0.5) * width
    }

    /// How far its lanes reach to the sides of the line.
    var halfWidthMetres: Double {
      Double(street.lanes) * StreetDefaults.laneWidthMetres * (isOneWay ? 0.5 : 1)
    }
  }

  struct Junction {
    var id: String
    var place: SIMD2<Double>
    /// Its nodes on the map.
    var nodes: [UInt32]
    /// The signalled junction that it is.
    var cluster: Int?
    var arriving: [Int] = []
    var leaving: [Int] = []
  }

  let graph: StreetGraph
  private(set) var edges: [Edge] = []
  private(set) var junctions: [Junction] = []
  /// Pieces that lie inside a signalled junction.
  private(set) var innerPieces: [Int] = []
  private var numbers: [UInt32: Int] = [:]

  init(_ graph: StreetGraph, _ clusters: SignalClusters) {
    self.graph = graph
    for (cluster, nodes) in clusters.clusters.enumerated() {
      for node in nodes { numbers[node] = junctions.count }
      let sum = nodes.reduce(SIMD2<Double>.zero) { $0 + graph.places[Int($1)] }
      junctions.append(
        Junction(
          id: "n\(graph.map.nodeIDs[Int(nodes[0])])", place: sum / Double(nodes.count),
          nodes: nodes, cluster: cluster))
    }
    for node in graph.piecesAt.keys.sorted() where numbers[node] == nil {
      numbers[node] = junctions.count
      junctions.append(
        Junction(
          id: "n\(graph.map.nodeIDs[Int(node)])", place: graph.places[Int(node)], nodes: [node]))
    }
    addEdges()
    cut()
  }

  private mutating func addEdges() {
    var parts: [Int64: Int] = [:]
    for (number, piece) in graph.pieces.enumerated() {
      let line = graph.line(number)
      let from = numbers[piece.nodes[0]]!
      let to = numbers[piece.nodes[piece.nodes.count - 1]]!
      if from == to, junctions[from].cluster != nil {
        innerPieces.append(number)
        continue
      }
      let part = parts[piece.ways[0], default: 0]
      parts[piece.ways[0]] = part + 1
      let id = "\(piece.ways[0])#\(part)"
      let isOneWay = piece.street.forward.lanes == 0 || piece.street.backward.lanes == 0
      if piece.street.forward.lanes > 0 {
        add(
          Edge(
            id: id, piece: number, isForward: true, from: from, to: to,
            street: piece.street.forward, isOneWay: isOneWay, line: line))
      }
      if piece.street.backward.lanes > 0 {
        add(
          Edge(
            id: "-" + id, piece: number, isForward: false, from: to, to: from,
            street: piece.street.backward, isOneWay: isOneWay, line: line.reversed))
      }
    }
  }

  private mutating func add(_ edge: Edge) {
    junctions[edge.from].leaving.append(edges.count)
    junctions[edge.to].arriving.append(edges.count)
    edges.append(edge)
  }

  /// Ends edges before the streets that they meet.
  private mutating func cut() {
    for junction in junctions {
      let legs =
        junction.arriving.map { (edge: $0, end: true) }
        + junction.leaving.map { (edge: $0, end: false) }
      for leg in legs {
        let others = legs.filter { $0.edge != leg.edge }
        let metres = cutMetres(leg, others, isSignalled: junction.cluster != nil)
        if leg.end {
          edges[leg.edge].cutMetres.end = metres
        } else {
          edges[leg.edge].cutMetres.start = metres
        }
      }
    }
    // Both directions of a street end at one line; of a short street half is left at least.
    var twins: [Int: [Int]] = [:]
    for edge in edges.indices { twins[edges[edge].piece, default: []].append(edge) }
    for pair in twins.values {
      let (a, b) = (pair[0], pair[pair.count - 1])
      var start =
        a == b ? edges[a].cutMetres.start : max(edges[a].cutMetres.start, edges[b].cutMetres.end)
      var end =
        a == b ? edges[a].cutMetres.end : max(edges[a].cutMetres.end, edges[b].cutMetres.start)
      let length = edges[a].line.lengthMetres
      if start + end > length / 2 {
        (start, end) = (start / (start + end) * length / 2, end / (start + end) * length / 2)
      }
      edges[a].cutMetres = (start, end)
      if a != b { edges[b].cutMetres = (end, start) }
    }
  }

  /// How much of a leg lies on the streets that it meets, in metres.
  private func cutMetres(
    _ leg: (edge: Int, end: Bool), _ others: [(edge: Int, end: Bool)], isSignalled: Bool
  ) -> Double {
    let edge = edges[leg.edge]
    let outward = leg.end ? -edge.line.heading(atEnd: true) : edge.line.heading(atEnd: false)
    let place = leg.end ? edge.line.points[edge.line.points.count - 1] : edge.line.points[0]
    var most = 0.0
    for other in others where edges[other.edge].piece != edge.piece {
      let beside = edges[other.edge]
      let along = other.end ? -beside.line.heading(atEnd: true) : beside.line.heading(atEnd: false)
      let sine = outward.cross(along)
      guard sine.magnitude > 0.5 else { continue }
      let origin =
        other.end ? beside.line.points[beside.line.points.count - 1] : beside.line.points[0]
      // Back until the leg's corners are beyond the side of the other street.
      let apart = (place - origin).cross(along)
      let side = sine > 0 ? apart : -apart
      let cosine = outward.dot(along).magnitude
      let needed =
        (beside.halfWidthMetres - side + edge.halfWidthMetres * cosine) / sine.magnitude
      most = max(most, needed)
    }
    guard most > 0 else { return others.count > 1 ? 0.5 : 0 }
    return min(most + (isSignalled ? 3 : 1.5), 30)
  }
}
