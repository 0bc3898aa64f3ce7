import SUMOFiles
import TrafficKernel

extension LaneNetwork {
  /// The street of a network.
  init(_ network: SUMONetwork) {
    var numbers: [String: Int32] = [:]
    var names: [String] = []
    for program in network.programs where numbers[program.signal] == nil {
      numbers[program.signal] = Int32(names.count)
      names.append(program.signal)
    }
    self.init(laneCount: network.lanes.count, signals: names)
    for lane in network.lanes {
      lengthsMetres.append(Float(lane.lengthMetres))
      speedsMetresPerSecond.append(Float(lane.speedMetresPerSecond))
      edges.append(Int32(lane.edge))
      bayExits.append(-1)
    }
    evenOut(network)
    addConnections(network, numbers)
    addMerges(network)
    setSpeedClasses(yieldSpeedMetresPerSecond: CarFollowingParameters().yieldSpeedMetresPerSecond)
  }

  /// Notes which connections lead to the same lane from different lanes of an edge with signals.
  private mutating func addMerges(_ network: SUMONetwork) {
    var entering = [[Int32]](repeating: [], count: network.lanes.count)
    for number in network.connections.indices where connections[number].signal >= 0 {
      entering[network.connections[number].to].append(Int32(number))
    }
    for number in network.connections.indices where connections[number].signal >= 0 {
      let own = network.connections[number]
      let start = Int32(merges.count)
      for other in entering[own.to]
      where network.connections[Int(other)].from != own.from
        && network.lanes[network.connections[Int(other)].from].edge
          == network.lanes[own.from].edge
      {
        merges.append(other)
      }
      connections[number].merges = start..<Int32(merges.count)
    }
  }

  /// Lets pieces of road that hold no two vehicles borrow length from the edge before them, where
  /// that leads nowhere else: a queue is one queue on both.
  private mutating func evenOut(_ network: SUMONetwork) {
    var before = [Set<Int>](repeating: [], count: network.edges.count)
    var after = before
    for connection in network.connections {
      let (from, to) = (network.lanes[connection.from].edge, network.lanes[connection.to].edge)
      // Those that something stops in between stay as they are.
      before[to].insert(connection.signal == nil ? from : -1)
      after[from].insert(to)
    }
    for (number, edge) in network.edges.enumerated() {
      guard before[number].count == 1, let from = before[number].first, from >= 0,
        after[from].count == 1, let ownMetres = lengthsMetres[edge.lanes].max(),
        let aboveMetres = lengthsMetres[network.edges[from].lanes].min()
      else { continue }
      guard ownMetres < Self.shortestMetres, ownMetres < aboveMetres else { continue }
      let borrowedMetres = min(Self.evenedMetres - ownMetres, (aboveMetres - ownMetres) / 2)
      for lane in edge.lanes { lengthsMetres[lane] += borrowedMetres }
      for lane in network.edges[from].lanes { lengthsMetres[lane] -= borrowedMetres }
    }
  }

  private static let shortestMetres: Float = 12
  private static let evenedMetres: Float = 25

  private mutating func addConnections(_ network: SUMONetwork, _ numbers: [String: Int32]) {
    // First those of the network, so that a connection keeps its number; then those out of bays.
    for connection in network.connections {
      connections.append(
        Connection(
          from: Int32(connection.from), to: Int32(connection.to), lane: Int32(connection.to),
          lengthMetres: Float(connection.lengthMetres),
          speedMetresPerSecond: Float(connection.speedMetresPerSecond),
          signal: connection.signal.flatMap { numbers[$0] } ?? -1,
          link: Int32(connection.linkIndex ?? 0), yields: 0..<0,
          clearanceMetres: Float(connection.lengthMetres),
          isMinor: "mo=swZ".contains(connection.state),
          leavesBay: false))
    }
    var byRequest: [Int: [Int]] = [:]
    for (number, connection) in network.connections.enumerated() {
      guard let request = connection.request else { continue }
      let junction = network.edges[network.lanes[connection.from].edge].to
      byRequest[junction << 20 | request, default: []].append(number)
    }
    for (number, connection) in network.connections.enumerated() {
      let junction = network.edges[network.lanes[connection.from].edge].to
      guard let request = connection.request,
        request < network.junctions[junction].requests.count
      else { continue }
      let rule = network.junctions[junction].requests[request]
      let start = Int32(yields.count)
      for foe in rule.yieldsTo {
        for other in byRequest[junction << 20 | foe] ?? []
        where network.connections[other].from != connection.from {
          yields.append(Int32(other))
        }
      }
      let range = start..<Int32(yields.count)
      connections[number].canYield = !range.isEmpty
      guard rule.waitsInside, connection.waitingLengthMetres >= 2, !range.isEmpty else {
        connections[number].yields = range
        continue
      }
      // A bay: into it with the signal, out of it in a gap.
      let bay = Int32(lengthsMetres.count)
      lengthsMetres.append(Float(connection.waitingLengthMetres))
      speedsMetresPerSecond.append(connections[number].speedMetresPerSecond)
      edges.append(-1)
      bayExits.append(Int32(connections.count))
      var exit = connections[number]
      exit.from = bay
      exit.lengthMetres = Float(connection.lengthMetres - connection.waitingLengthMetres)
      exit.clearanceMetres = exit.lengthMetres
      exit.yields = range
      exit.leavesBay = true
      exit.isMinor = true
      connections.append(exit)
      connections[number].to = bay
      connections[number].lengthMetres = 0
    }
  }
}
