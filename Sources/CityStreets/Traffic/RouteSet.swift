import Networks
import SUMOFiles
import SimpleFeatures

/// Ways through a network from where it begins to where it ends, and how usual each is.
struct RouteSet {
  /// A way as edges, and its weight before anything is counted.
  struct Route {
    var edges: [Int]
    var prior: Double
  }

  private(set) var routes: [Route] = []
  private let network: SUMONetwork
  private let graph: Graph
  private let arcs: Dijkstra.Arcs
  private let reverse: Dijkstra.Arcs
  private let weights: [UInt32]
  /// By arc: whether it turns round where a street ends.
  private let turnsRound: [Bool]
  /// The share of those on an edge that go on to another.
  private var shares: [SIMD2<Int32>: Double] = [:]
  private var known: Set<[Int]> = []
  /// Edges by which vehicles come into the network, and by which they leave it.
  private(set) var entries: [Int] = []
  private(set) var exits: [Int] = []
  /// Whether the network has no border, so that vehicles begin and end on its lesser streets.
  private(set) var isClosed = false

  /// No more pairs of an entry and an exit than this are taken, those of the greatest roads.
  private static let mostPairs = 20_000

  init(_ network: SUMONetwork) throws(StreetError) {
    self.network = network
    var seen: [SIMD2<Int32>: Character] = [:]
    var order: [SIMD2<Int32>] = []
    for connection in network.connections {
      let pair = SIMD2(
        Int32(network.lanes[connection.from].edge), Int32(network.lanes[connection.to].edge))
      if seen.updateValue(connection.direction, forKey: pair) == nil { order.append(pair) }
    }
    do throws(NetworkError) {
      graph = try Graph(
        nodeCount: network.edges.count, tails: order.map { UInt32($0.x) },
        heads: order.map { UInt32($0.y) })
    } catch {
      throw StreetError(.invalidValue, error.message, hint: error.hint)
    }
    arcs = Dijkstra.Arcs(graph)
    reverse = Dijkstra.Arcs(graph, reverse: true)
    turnsRound = order.map { seen[$0] == "t" }
    weights = order.map { pair in
      // Nobody comes to turn round where a street ends.
      if seen[pair] == "t" { return Weight.unreachable }
      let turn: Double = seen[pair] == "l" ? 5 : 2
      let lane = network.lanes[network.edges[Int(pair.y)].lanes.lowerBound]
      return UInt32((lane.lengthMetres / lane.speedMetresPerSecond + turn) * 1000)
    }
    setShares(order, seen)
    setEnds()
  }

  /// Usual shares of turns: 0.6 straight on, 0.2 each to the sides, times the rank of the road.
  private mutating func setShares(
    _ pairs: [SIMD2<Int32>], _ directions: [SIMD2<Int32>: Character]
  ) {
    var sums: [Int32: Double] = [:]
    for pair in pairs {
      let turn: Double = directions[pair] == "s" ? 0.6 : directions[pair] == "t" ? 0.001 : 0.2
      let to = network.edges[Int(pair.y)]
      let share = turn * Self.size(to)
      shares[pair] = share
      sums[pair.x, default: 0] += share
    }
    for pair in pairs { shares[pair]! /= sums[pair.x]! }
  }

  /// Vehicles an hour that a road of its class and lanes has as a rule.
  private static func size(_ edge: SUMONetwork.Edge) -> Double {
    let name = String(edge.type.split(separator: ".").last ?? "")
    return (StreetDefaults(roadClass: name)?.flow ?? 50) * Double(edge.lanes.count)
  }

  func size(ofEdge edge: Int) -> Double { Self.size(network.edges[edge]) }

  private mutating func setEnds() {
    var arriving = [Int](repeating: 0, count: network.junctions.count)
    var leaving = arriving
    for edge in network.edges {
      arriving[edge.to] += 1
      leaving[edge.from] += 1
    }
    for (number, edge) in network.edges.enumerated() {
      if leaving[edge.from] == 1, arriving[edge.from] <= 1 { entries.append(number) }
      if arriving[edge.to] == 1, leaving[edge.to] <= 1 { exits.append(number) }
    }
    if entries.isEmpty || exits.isEmpty {
      isClosed = true
      let least = network.edges.map(\.priority).min() ?? 0
      let lesser = network.edges.indices.filter { network.edges[$0].priority <= max(least, 4) }
      (entries, exits) = (lesser, lesser)
    }
    let sizes = network.edges.map { Self.size($0) }
    entries.sort { (-sizes[$0], $0) < (-sizes[$1], $1) }
    exits.sort { (-sizes[$0], $0) < (-sizes[$1], $1) }
  }

  /// Adds the ways between entries and exits that lead over a counted edge.
  mutating func addPairs(over counted: Set<Int>) {
    let most = Int(Double(Self.mostPairs).squareRoot())
    let (starts, ends) = (entries.prefix(most), exits.prefix(most))
    for start in starts {
      let tree = Dijkstra.run(from: [Terminal(node: UInt32(start))], on: arcs, weights: weights)
      for end in ends where tree.distances[end] < Weight.unreachable {
        let edges = path(to: end, tree)
        // Back to where they came from nobody goes.
        guard network.edges[edges[0]].from != network.edges[end].to,
          edges.contains(where: { counted.contains($0) })
        else { continue }
        add(edges)
      }
    }
  }

  /// Adds a way over each turn into and out of a counted edge, so that each has traffic.
  mutating func addTurns(at counted: Set<Int>) {
    let into = Dijkstra.run(
      from: entries.map { Terminal(node: UInt32($0)) }, on: arcs, weights: weights)
    let out = Dijkstra.run(
      from: exits.map { Terminal(node: UInt32($0)) }, on: reverse, weights: weights)
    for arc in 0..<graph.arcCount {
      let (one, next) = (Int(graph.tails[arc]), Int(graph.heads[arc]))
      guard !turnsRound[arc], counted.contains(one) || counted.contains(next),
        into.distances[one] < Weight.unreachable, out.distances[next] < Weight.unreachable
      else { continue }
      var edges = path(to: one, into)
      var here = next
      edges.append(here)
      while out.arcs[here] >= 0 {
        here = Int(graph.heads[out.arcs[here]])
        edges.append(here)
      }
      // A way that comes back to an edge is nobody's.
      if Set(edges).count == edges.count { add(edges) }
    }
  }

  private func path(to end: Int, _ tree: Dijkstra.Tree) -> [Int] {
    var edges = [end]
    while tree.arcs[edges[edges.count - 1]] >= 0 {
      edges.append(Int(graph.tails[tree.arcs[edges[edges.count - 1]]]))
    }
    return edges.reversed()
  }

  private mutating func add(_ edges: [Int]) {
    guard known.insert(edges).inserted else { return }
    var prior = size(ofEdge: edges[0])
    for (one, next) in zip(edges, edges.dropFirst()) {
      prior *= shares[SIMD2(Int32(one), Int32(next))] ?? 0
    }
    routes.append(Route(edges: edges, prior: max(prior, 1e-12)))
  }
}
