import Networks
import SUMOFiles
import SimpleFeatures
import TrafficKernel

/// Finds ways through a network as SUMO does: the fastest as traffic is when a vehicle starts.
///
/// The simulation cannot search for each vehicle. So searches on times of several simulated hours
/// give each pair of edges its alternatives once, and a vehicle chooses among them when it starts.
struct WayFinder {
  private let network: SUMONetwork
  private let graph: Graph
  private let arcs: Dijkstra.Arcs
  /// The connections out of each lane.
  private let leaving: [[Int]]
  private let edgeNumbers: [String: Int]
  private var found: [String: Int] = [:]
  private var fixedTimesSeconds: [String: [Float]] = [:]
  private var pairs: [Pair] = []
  private var pairNumbers: [String: Int] = [:]
  private(set) var ways = Routes()

  /// Two edges between which vehicles of a class choose their way.
  private struct Pair {
    var from: Int
    var to: Int
    var type: SUMODemand.VehicleType
    /// The ways by their edges.
    var found: [[Int]: Int]
  }

  /// Seconds that SUMO adds for a link that must yield without a signal.
  private static let minorPenaltySeconds = 1.5
  /// No pair gets more ways than this.
  private static let mostAlternatives = 5

  init(_ network: SUMONetwork) throws(SignalError) {
    self.network = network
    var tails: [UInt32] = []
    var heads: [UInt32] = []
    for connection in network.connections {
      tails.append(UInt32(network.lanes[connection.from].edge))
      heads.append(UInt32(network.lanes[connection.to].edge))
    }
    do {
      graph = try Graph(nodeCount: network.edges.count, tails: tails, heads: heads)
    } catch {
      throw SignalError(.invalidValue, error.message, hint: error.hint)
    }
    arcs = Dijkstra.Arcs(graph)
    var leaving = [[Int]](repeating: [], count: network.lanes.count)
    for (number, connection) in network.connections.enumerated() {
      leaving[connection.from].append(number)
    }
    self.leaving = leaving
    var numbers: [String: Int] = [:]
    for (number, edge) in network.edges.enumerated() {
      numbers[edge.id] = number
      ways.laneCounts.append(Int32(edge.lanes.count))
      let lanes = network.lanes[edge.lanes]
      let speedMetresPerSecond = lanes.map(\.speedMetresPerSecond).max() ?? 1
      ways.edgeTimesSeconds.append(Float((lanes.first?.lengthMetres ?? 0) / speedMetresPerSecond))
    }
    edgeNumbers = numbers
  }

  /// The way of a vehicle, as its place among the ways, and the group it may choose from.
  ///
  /// - Throws: ``SignalError`` `missing-reference` for an edge that is not there, `no-route` where
  ///   no way leads on.
  mutating func way(
    of vehicle: SUMODemand.Vehicle, _ type: SUMODemand.VehicleType
  ) throws(SignalError) -> (way: Int, group: Int) {
    let key =
      vehicle.edges.joined(separator: " ") + (vehicle.isRouted ? "|" : "?") + type.vehicleClass
    let isChoice = !vehicle.isRouted && vehicle.edges.count == 2
    if let way = found[key] { return (way, isChoice ? pairNumbers[key]! : -1) }
    let edges = try edges(of: vehicle, type)
    let way = try add(edges, vehicle.id, type)
    found[key] = way
    guard isChoice else { return (way, -1) }
    pairNumbers[key] = pairs.count
    pairs.append(Pair(from: edges[0], to: edges[edges.count - 1], type: type, found: [edges: way]))
    ways.groups.append([way])
    return (way, pairs.count - 1)
  }

  /// Adds the ways that are fastest when edges take these times.
  mutating func addAlternatives(timesSeconds: [Float]) {
    var trees: [String: (Dijkstra.Tree, Int)] = [:]
    for place in pairs.indices where ways.groups[place].count < Self.mostAlternatives {
      let pair = pairs[place]
      let key = "\(pair.from) \(pair.type.vehicleClass)"
      if trees[key] == nil {
        let weights = weights(for: pair.type, timesSeconds)
        trees[key] = (
          Dijkstra.run(from: [Terminal(node: UInt32(pair.from))], on: arcs, weights: weights), 0
        )
      }
      let tree = trees[key]!.0
      guard tree.distances[pair.to] < Weight.unreachable else { continue }
      var edges: [Int] = [pair.to]
      while edges[edges.count - 1] != pair.from, tree.arcs[edges[edges.count - 1]] >= 0 {
        edges.append(Int(graph.tails[tree.arcs[edges[edges.count - 1]]]))
      }
      edges.reverse()
      guard pairs[place].found[edges] == nil, let way = try? add(edges, "", pair.type) else {
        continue
      }
      pairs[place].found[edges] = way
      ways.groups[place].append(way)
    }
    watch()
  }

  /// Notes the edges that tell alternatives apart.
  private mutating func watch() {
    var watched: Set<Int32> = []
    for group in ways.groups where group.count > 1 {
      let sets = group.map { way in
        Set(ways.edges[Int(ways.starts[way])..<Int(ways.starts[way + 1])])
      }
      let common = sets.dropFirst().reduce(sets[0]) { $0.intersection($1) }
      for set in sets { watched.formUnion(set.subtracting(common)) }
    }
    ways.watched = watched.sorted()
  }

  private mutating func edges(
    of vehicle: SUMODemand.Vehicle, _ type: SUMODemand.VehicleType
  ) throws(SignalError) -> [Int] {
    var stops: [Int] = []
    for id in vehicle.edges {
      guard let number = edgeNumbers[id] else {
        throw SignalError(
          .missingReference,
          "vehicle \"\(vehicle.id)\" goes over edge \"\(id)\", which the network does not have",
          hint: "Do the routes belong to this network?")
      }
      stops.append(number)
    }
    if vehicle.isRouted { return stops }
    let weights = weights(for: type, ways.edgeTimesSeconds)
    var way = [stops[0]]
    for (from, to) in zip(stops, stops.dropFirst()) where from != to {
      guard
        let part = Dijkstra.way(from: UInt32(from), to: UInt32(to), on: arcs, weights: weights)
      else {
        throw SignalError(
          .noRoute,
          "vehicle \"\(vehicle.id)\" cannot get from edge \"\(network.edges[from].id)\" to "
            + "\"\(network.edges[to].id)\"",
          hint: "Is there a lane for its class, \(type.vehicleClass), all the way?")
      }
      way += part.path.map { Int(graph.heads[$0]) }
    }
    return way
  }

  /// Milliseconds over each connection and the edge behind it.
  private mutating func weights(
    for type: SUMODemand.VehicleType, _ timesSeconds: [Float]
  ) -> [UInt32] {
    let fixedSeconds = fixedTimesSeconds(for: type.vehicleClass)
    return network.connections.indices.map { number in
      guard fixedSeconds[number] < .infinity else { return Weight.unreachable }
      let seconds =
        timesSeconds[network.lanes[network.connections[number].to].edge] + fixedSeconds[number]
      return UInt32(min(max(seconds * 1000, 1), 1e9))
    }
  }

  /// Seconds inside the junction of each connection; infinite where a class may not use it.
  private mutating func fixedTimesSeconds(for vehicleClass: String) -> [Float] {
    if let known = fixedTimesSeconds[vehicleClass] { return known }
    let timesSeconds = network.connections.map { connection in
      network.lanes[connection.from].access.allows(vehicleClass)
        && network.lanes[connection.to].access.allows(vehicleClass)
        ? Float(Self.fixedTimeSeconds(connection)) : .infinity
    }
    fixedTimesSeconds[vehicleClass] = timesSeconds
    return timesSeconds
  }

  /// Seconds inside the junction, with the penalty for yielding.
  private static func fixedTimeSeconds(_ connection: SUMONetwork.Connection) -> Double {
    let isMinor = connection.signal == nil && "mo=swZ".contains(connection.state)
    return connection.lengthMetres / connection.speedMetresPerSecond
      + (isMinor ? minorPenaltySeconds : 0)
  }

  /// Adds a way's tables: backwards from its end, what each lane costs in changes of lanes.
  private mutating func add(
    _ edges: [Int], _ vehicle: String, _ type: SUMODemand.VehicleType
  ) throws(SignalError) -> Int {
    var tables = [[Int32]](repeating: [], count: edges.count)
    var penalties = [[Float]](repeating: [], count: edges.count)
    // What it costs to go on from each lane of the next edge, changes on that edge included.
    var next: [Float] = []
    for step in edges.indices.reversed() {
      let lanes = network.edges[edges[step]].lanes
      var costs = [Float](repeating: .infinity, count: lanes.count)
      var table = [Int32](repeating: -1, count: lanes.count)
      for (place, lane) in lanes.enumerated()
      where network.lanes[lane].access.allows(type.vehicleClass) {
        guard step + 1 < edges.count else {
          costs[place] = 0
          continue
        }
        let beyond = network.edges[edges[step + 1]].lanes
        for connection in leaving[lane] {
          let to = network.connections[connection].to
          guard beyond.contains(to), next[to - beyond.lowerBound] < costs[place] else { continue }
          costs[place] = next[to - beyond.lowerBound]
          table[place] = Int32(connection)
        }
      }
      guard let least = costs.min(), least < .infinity else {
        let id = network.edges[edges[step]].id
        let to = step + 1 < edges.count ? network.edges[edges[step + 1]].id : ""
        throw SignalError(
          .noRoute,
          step + 1 < edges.count
            ? "vehicle \"\(vehicle)\" cannot go on from edge \"\(id)\" to \"\(to)\""
            : "vehicle \"\(vehicle)\" may not use edge \"\(id)\"",
          hint: "Is there a connection, and a lane for its class, \(type.vehicleClass)?")
      }
      tables[step] = table
      penalties[step] = costs.map { $0 - least }
      let lengthMetres = network.lanes[lanes.lowerBound].lengthMetres
      let change = Float(min(4, 1e4 / max(lengthMetres * lengthMetres, 1)))
      next = costs.indices.map { place in
        costs.indices.map { costs[$0] + Float(abs($0 - place)) * change }.min()!
      }
      for (place, lane) in lanes.enumerated()
      where !network.lanes[lane].access.allows(type.vehicleClass) { next[place] = .infinity }
    }
    for step in edges.indices {
      ways.edges.append(Int32(edges[step]))
      ways.isLast.append(step + 1 == edges.count)
      ways.tables.append(Int32(ways.connections.count))
      ways.connections += tables[step]
      ways.penalties += penalties[step]
    }
    var fixedSeconds = 0.0
    for (step, edge) in edges.enumerated().dropLast() {
      let lanes = network.edges[edge].lanes
      if let place = tables[step].first(where: { $0 >= 0 }), !lanes.isEmpty {
        fixedSeconds += Self.fixedTimeSeconds(network.connections[Int(place)])
      }
    }
    ways.fixedTimesSeconds.append(Float(fixedSeconds))
    ways.starts.append(Int32(ways.edges.count))
    return ways.starts.count - 2
  }
}
