import Networks
import SUMOFiles

/// The ways of all vehicles: edges one after the other, and for each lane of them how to go on.
///
/// Vehicles with the same way share it.
struct Ways: Sendable {
  /// The first step of each way, and after the last one the number of steps.
  var starts: [Int32] = [0]
  /// The edge of each step.
  var edges: [Int32] = []
  /// The lanes of the step's edge from which the way goes on best, one bit each.
  var lanes: [UInt32] = []
  /// Where the connections of the step's lanes begin in `connections`.
  var tables: [Int32] = []
  /// The connection to take from each lane of each step; -1 where the way does not go on from it.
  var connections: [Int32] = []
}

/// Finds ways through a network as SUMO does before a vehicle starts: the fastest over empty roads.
struct WayFinder {
  private let network: SUMONetwork
  private let graph: Graph
  private let arcs: Dijkstra.Arcs
  /// The connections out of each lane.
  private let leaving: [[Int]]
  private let edgeNumbers: [String: Int]
  /// The weights in milliseconds by class of vehicle and speed.
  private var weights: [String: [UInt32]] = [:]
  private var found: [String: Int] = [:]
  private var cache: [String: [Int]] = [:]
  private(set) var ways = Ways()

  /// Seconds that SUMO adds for a link that must yield without a signal.
  private static let minorPenalty_s = 1.5

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
    for (number, edge) in network.edges.enumerated() { numbers[edge.id] = number }
    edgeNumbers = numbers
  }

  /// The way of a vehicle, as its place among the ways.
  ///
  /// - Throws: ``SignalError`` `missing-reference` for an edge that is not there, `no-route` where no way
  ///   leads on.
  mutating func way(
    of vehicle: SUMODemand.Vehicle, _ type: SUMODemand.VehicleType
  ) throws(SignalError) -> Int {
    let key = vehicle.edges.joined(separator: " ") + (vehicle.isRouted ? "|" : "?") + type.id
    if let way = found[key] { return way }
    let edges = try edges(of: vehicle, type)
    let way = try add(edges, vehicle, type)
    found[key] = way
    return way
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
    var way = [stops[0]]
    for (from, to) in zip(stops, stops.dropFirst()) where from != to || stops.count == 2 {
      if from == to { continue }
      way += try search(from, to, vehicle, type)
    }
    return way
  }

  private mutating func search(
    _ from: Int, _ to: Int, _ vehicle: SUMODemand.Vehicle, _ type: SUMODemand.VehicleType
  ) throws(SignalError) -> [Int] {
    let kind = "\(type.vehicleClass) \(type.maximumSpeed_ms)"
    let key = "\(from) \(to) \(kind)"
    if let way = cache[key] { return way }
    if weights[kind] == nil { weights[kind] = self.weights(for: type) }
    guard
      let way = Dijkstra.way(
        from: UInt32(from), to: UInt32(to), on: arcs, weights: weights[kind]!)
    else {
      throw SignalError(
        .noRoute,
        "vehicle \"\(vehicle.id)\" cannot get from edge \"\(network.edges[from].id)\" to "
          + "\"\(network.edges[to].id)\"",
        hint: "Is there a lane for its class, \(type.vehicleClass), all the way?")
    }
    let edges = way.path.map { Int(graph.heads[$0]) }
    cache[key] = edges
    return edges
  }

  private func weights(for type: SUMODemand.VehicleType) -> [UInt32] {
    network.connections.map { connection in
      guard network.lanes[connection.from].access.allows(type.vehicleClass),
        network.lanes[connection.to].access.allows(type.vehicleClass)
      else { return Weight.unreachable }
      let lane = network.lanes[connection.to]
      var seconds = lane.length_m / min(lane.speed_ms, type.maximumSpeed_ms)
      seconds += connection.length_m / min(connection.speed_ms, type.maximumSpeed_ms)
      if connection.signal == nil, "mo=swZ".contains(connection.state) {
        seconds += Self.minorPenalty_s
      }
      return UInt32(min(seconds * 1000, 1e9))
    }
  }

  /// Adds a way's tables: backwards from its end, what each lane costs in changes of lanes.
  private mutating func add(
    _ edges: [Int], _ vehicle: SUMODemand.Vehicle, _ type: SUMODemand.VehicleType
  ) throws(SignalError) -> Int {
    var masks = [UInt32](repeating: 0, count: edges.count)
    var tables = [[Int32]](repeating: [], count: edges.count)
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
            ? "vehicle \"\(vehicle.id)\" cannot go on from edge \"\(id)\" to \"\(to)\""
            : "vehicle \"\(vehicle.id)\" may not use edge \"\(id)\"",
          hint: "Is there a connection, and a lane for its class, \(type.vehicleClass)?")
      }
      for (place, cost) in costs.enumerated() where cost <= least + 0.5 && place < 32 {
        masks[step] |= 1 << UInt32(place)
      }
      tables[step] = table
      let length_m = network.lanes[lanes.lowerBound].length_m
      let change = Float(max(0.05, 2 - length_m / 50))
      next = costs.indices.map { place in
        costs.indices.map { costs[$0] + Float(abs($0 - place)) * change }.min()!
      }
      for (place, lane) in lanes.enumerated()
      where !network.lanes[lane].access.allows(type.vehicleClass) { next[place] = .infinity }
    }
    for step in edges.indices {
      ways.edges.append(Int32(edges[step]))
      ways.lanes.append(masks[step])
      ways.tables.append(Int32(ways.connections.count))
      ways.connections += tables[step]
    }
    ways.starts.append(Int32(ways.edges.count))
    return ways.starts.count - 2
  }
}
