/// Joins the nodes of one junction: a crossing of two divided roads is four of them on the map.
struct SignalClusters {
  /// How long a street inside a junction is at most, metres.
  static let insideMetres = 45.0
  /// How far apart nodes of one junction are at most, metres.
  static let acrossMetres = 90.0

  /// The nodes of each signalled junction, rising; in the order of the lowest.
  private(set) var clusters: [[UInt32]] = []
  /// The cluster of each of these nodes.
  private(set) var numbers: [UInt32: Int] = [:]

  init(_ sites: SignalMatching, on graph: StreetGraph) {
    var members = Set(sites.points.keys)
    members.formUnion(Self.mirrored(members, graph))
    var root: [UInt32: UInt32] = [:]
    var group: [UInt32: [UInt32]] = [:]
    for node in members { (root[node], group[node]) = (node, [node]) }
    for (_, piece) in Self.inner(graph, members) {
      let nodes = graph.pieces[piece].nodes
      let (a, b) = (root[nodes[0]]!, root[nodes[nodes.count - 1]]!)
      guard a != b else { continue }
      let both = group[a]! + group[b]!
      guard Self.across(both, graph) <= Self.acrossMetres else { continue }
      let (keep, gone) = (min(a, b), max(a, b))
      for node in group[gone]! { root[node] = keep }
      group[keep] = both
      group[gone] = nil
    }
    addCorners(&group, &root, graph)
    let lit = group.values.filter { $0.contains { sites.points[$0] != nil } }
    for nodes in lit.map({ $0.sorted() }).sorted(by: { $0[0] < $1[0] }) {
      for node in nodes { numbers[node] = clusters.count }
      clusters.append(nodes)
    }
  }

  /// The short streets between nodes of a set, the shortest first.
  private static func inner(_ graph: StreetGraph, _ members: Set<UInt32>) -> [(Double, Int)] {
    graph.pieces.indices.compactMap { piece in
      let nodes = graph.pieces[piece].nodes
      guard members.contains(nodes[0]), members.contains(nodes[nodes.count - 1]) else { return nil }
      let length = graph.line(piece).lengthMetres
      return length <= insideMetres ? (length, piece) : nil
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }

  private static func across(_ nodes: [UInt32], _ graph: StreetGraph) -> Double {
    var most = 0.0
    for (place, a) in nodes.enumerated() {
      for b in nodes[(place + 1)...] {
        most = max(most, (graph.places[Int(a)] - graph.places[Int(b)]).length)
      }
    }
    return most
  }

  /// Nodes across a divided road from a signal: where its other carriageway crosses the same
  /// street.
  private static func mirrored(_ members: Set<UInt32>, _ graph: StreetGraph) -> Set<UInt32> {
    var found: Set<UInt32> = []
    for node in members {
      let own = carriageways(at: node, graph)
      guard !own.isEmpty else { continue }
      for piece in graph.piecesAt[node] ?? [] where !graph.isService(piece) {
        let other = graph.end(piece, from: node)
        guard !members.contains(other), graph.line(piece).lengthMetres <= 30,
          (graph.piecesAt[other] ?? []).count >= 3
        else { continue }
        let isOpposite = carriageways(at: other, graph).contains { heading in
          own.contains { $0.dot(heading) < -0.85 }
        }
        if isOpposite { found.insert(other) }
      }
    }
    return found
  }

  /// Directions in which one-way streets arrive at a node and go on straight.
  private static func carriageways(at node: UInt32, _ graph: StreetGraph) -> [SIMD2<Double>] {
    var arriving: [SIMD2<Double>] = []
    var leaving: [SIMD2<Double>] = []
    for piece in graph.piecesAt[node] ?? [] {
      let street = graph.pieces[piece].street
      guard (street.forward.lanes == 0) != (street.backward.lanes == 0) else { continue }
      var line = graph.line(piece)
      var nodes = graph.pieces[piece].nodes
      if street.forward.lanes == 0 {
        line = line.reversed
        nodes.reverse()
      }
      if nodes[nodes.count - 1] == node { arriving.append(line.heading(atEnd: true)) }
      if nodes[0] == node { leaving.append(line.heading(atEnd: false)) }
    }
    return arriving.filter { heading in leaving.contains { $0.dot(heading) > 0.85 } }
  }

  /// Adds nodes that short streets join to two nodes of a cluster: corners without a light.
  private func addCorners(
    _ group: inout [UInt32: [UInt32]], _ root: inout [UInt32: UInt32], _ graph: StreetGraph
  ) {
    for key in group.keys.sorted() {
      var near: [UInt32: Set<UInt32>] = [:]
      for node in group[key]! {
        for piece in graph.piecesAt[node] ?? []
        where graph.line(piece).lengthMetres <= Self.insideMetres {
          let other = graph.end(piece, from: node)
          if root[other] == nil { near[other, default: []].insert(node) }
        }
      }
      for (node, neighbours) in near.sorted(by: { $0.key < $1.key })
      where neighbours.count >= 2 && (graph.piecesAt[node] ?? []).count >= 3 {
        guard Self.across(group[key]! + [node], graph) <= Self.acrossMetres else { continue }
        root[node] = key
        group[key]!.append(node)
      }
    }
  }
}
