import SUMOFiles

/// The road network as the queue simulation reads it: lanes and the connections between them.
///
/// Lanes `0 ..< laneCount` are those of the network. After them comes a bay for each connection whose
/// vehicles wait inside the junction: there the connection is split in two, into the bay and out of it.
struct Street: Sendable {
  /// The lanes of the network.
  let laneCount: Int
  /// Metres of each lane and bay.
  var lengths_m: [Float] = []
  /// Speed limit of each lane and bay in m/s.
  var speeds_ms: [Float] = []
  /// The edge of each lane; -1 for bays.
  var edges: [Int32] = []
  /// The connection out of a bay; -1 for lanes.
  var bayExits: [Int32] = []

  /// The connections.
  var connections: [Connection] = []
  /// The connections that each must yield to, one list after the other.
  var yields: [Int32] = []
  /// The signals by id, in the order of their first programme.
  let signals: [String]

  struct Connection: Sendable {
    var from: Int32
    /// The lane or bay it enters.
    var to: Int32
    /// The lane of the network it leads to.
    var lane: Int32
    /// Metres inside the junction.
    var length_m: Float
    var speed_ms: Float
    /// The signal; -1 where none governs it.
    var signal: Int32
    /// Its letter in the states of the signal.
    var link: Int32
    /// Its part of `yields`.
    var yields: Range<Int32>
    /// Metres to drive until what it must yield to is passed.
    var clearance_m: Float
    /// Whether a sign makes it the minor one.
    var isMinor: Bool
    /// Whether vehicles leave a bay over it, so that the signal was passed before.
    var leavesBay: Bool
  }

  /// The street of a network.
  init(_ network: SUMONetwork) {
    laneCount = network.lanes.count
    var numbers: [String: Int32] = [:]
    var names: [String] = []
    for program in network.programs where numbers[program.signal] == nil {
      numbers[program.signal] = Int32(names.count)
      names.append(program.signal)
    }
    signals = names
    for lane in network.lanes {
      lengths_m.append(Float(lane.length_m))
      speeds_ms.append(Float(lane.speed_ms))
      edges.append(Int32(lane.edge))
      bayExits.append(-1)
    }
    addConnections(network, numbers)
  }

  private mutating func addConnections(_ network: SUMONetwork, _ numbers: [String: Int32]) {
    // First those of the network, so that a connection keeps its number; then those out of bays.
    for connection in network.connections {
      connections.append(
        Connection(
          from: Int32(connection.from), to: Int32(connection.to), lane: Int32(connection.to),
          length_m: Float(connection.length_m), speed_ms: Float(connection.speed_ms),
          signal: connection.signal.flatMap { numbers[$0] } ?? -1,
          link: Int32(connection.linkIndex ?? 0), yields: 0..<0,
          clearance_m: Float(connection.length_m), isMinor: "mo=swZ".contains(connection.state),
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
      guard rule.waitsInside, connection.waitingLength_m >= 2, !range.isEmpty else {
        connections[number].yields = range
        continue
      }
      // A bay: into it with the signal, out of it in a gap.
      let bay = Int32(lengths_m.count)
      lengths_m.append(Float(connection.waitingLength_m))
      speeds_ms.append(connections[number].speed_ms)
      edges.append(-1)
      bayExits.append(Int32(connections.count))
      var exit = connections[number]
      exit.from = bay
      exit.length_m = Float(connection.length_m - connection.waitingLength_m)
      exit.clearance_m = exit.length_m
      exit.yields = range
      exit.leavesBay = true
      connections.append(exit)
      connections[number].to = bay
      connections[number].length_m = 0
    }
  }
}
