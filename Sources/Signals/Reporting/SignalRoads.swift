import SUMOFiles

/// The roads between signals.
struct SignalRoads {
  /// A way from one signal to another over edges.
  struct Way {
    var edges: [Int]
    var lengthMetres: Double
    /// In free flow.
    var timeSeconds: Double
    /// What its weakest edge carries.
    var flow: Double
  }

  let signals: [String]
  let network: SUMONetwork
  /// By edge: the connections that leave it.
  private(set) var leaving: [[Int]]
  /// By edge: what it carries.
  private var flows: [Double]

  init(_ network: SUMONetwork, _ measures: TrafficMeasures? = nil) {
    self.network = network
    var seen: Set<String> = []
    signals = network.programs.map(\.signal).filter { seen.insert($0).inserted }
    leaving = Array(repeating: [], count: network.edges.count)
    for (number, connection) in network.connections.enumerated() {
      leaving[network.lanes[connection.from].edge].append(number)
    }
    flows = network.edges.map { edge in
      edge.lanes.reduce(0) { sum, lane in
        guard let measures, measures.flows.count == network.lanes.count * measures.intervals else {
          return sum + network.lanes[lane].speedMetresPerSecond
        }
        let range = lane * measures.intervals..<(lane + 1) * measures.intervals
        return sum + Double(measures.flows[range].reduce(0, +))
      }
    }
  }

  /// The signal at the end of an edge; `nil` where there is none.
  func signal(endOf edge: Int) -> String? {
    leaving[edge].lazy.compactMap { network.connections[$0].signal }.first
  }

  func edge(of lane: Int) -> Int { network.lanes[lane].edge }

  /// The quickest ways to other signals; `through` says whether they may pass signals between.
  func ways(from signal: String, through: Bool) -> [String: Way] {
    var times = [Double](repeating: .infinity, count: network.edges.count)
    var before = [Int](repeating: -1, count: network.edges.count)
    var open: Set<Int> = []
    for connection in network.connections where connection.signal == signal {
      let edge = edge(of: connection.to)
      times[edge] = timeSeconds(edge)
      open.insert(edge)
    }
    var found: [String: Way] = [:]
    while let edge = open.min(by: { (times[$0], $0) < (times[$1], $1) }) {
      open.remove(edge)
      let end = self.signal(endOf: edge)
      if let end, end != signal, found[end] == nil { found[end] = way(to: edge, before) }
      // A way back through the signal it started from is none.
      if end == signal || end != nil && !through { continue }
      for number in leaving[edge] {
        let next = self.edge(of: network.connections[number].to)
        let time = times[edge] + timeSeconds(next) + network.connections[number].lengthMetres / 10
        if time < times[next] {
          times[next] = time
          before[next] = edge
          open.insert(next)
        }
      }
    }
    return found
  }

  private func timeSeconds(_ edge: Int) -> Double {
    let lane = network.lanes[network.edges[edge].lanes.lowerBound]
    return lane.lengthMetres / lane.speedMetresPerSecond
  }

  private func way(to last: Int, _ before: [Int]) -> Way {
    var edges = [last]
    while before[edges[0]] >= 0 { edges.insert(before[edges[0]], at: 0) }
    return way(over: edges)
  }

  /// Length, time and flow of edges that follow each other.
  func way(over edges: [Int]) -> Way {
    var way = Way(edges: edges, lengthMetres: 0, timeSeconds: 0, flow: .infinity)
    for (number, edge) in edges.enumerated() {
      way.lengthMetres += network.lanes[network.edges[edge].lanes.lowerBound].lengthMetres
      way.timeSeconds += timeSeconds(edge)
      way.flow = min(way.flow, flows[edge])
      guard number + 1 < edges.count else { break }
      let connection = leaving[edge].map { network.connections[$0] }
        .first { self.edge(of: $0.to) == edges[number + 1] }
      way.lengthMetres += connection?.lengthMetres ?? 0
      way.timeSeconds += connection.map { $0.lengthMetres / $0.speedMetresPerSecond } ?? 0
    }
    return way
  }

  /// The links of a signal from one edge to another; where one end is open, those straight on.
  func links(of signal: String, from: Int?, to: Int?) -> [Int] {
    if from == nil && to == nil { return [] }
    let all = network.connections.filter { connection in
      connection.signal == signal && (from == nil || edge(of: connection.from) == from)
        && (to == nil || edge(of: connection.to) == to)
    }
    let straight = all.filter { $0.direction == "s" }
    let links = (from == nil || to == nil) && !straight.isEmpty ? straight : all
    return Set(links.compactMap(\.linkIndex)).sorted()
  }
}
