/// The road arcs at each junction.
struct JunctionArms: Sendable {
  private let chains: RoadChains
  private var first: [UInt32]
  private var arcs: [UInt32]
  /// The junction at a node; nodes with several (barriers) are left out.
  private var junctionOfNode: [UInt32: UInt32]

  init(_ chains: RoadChains) {
    self.chains = chains
    first = Array(repeating: 0, count: chains.junctionNodes.count + 1)
    for arc in 0..<chains.arcCount { first[chains.tail(ofArc: arc) + 1] += 1 }
    for junction in 1..<first.count { first[junction] += first[junction - 1] }
    var place = first
    arcs = Array(repeating: 0, count: chains.arcCount)
    for arc in 0..<chains.arcCount {
      let tail = chains.tail(ofArc: arc)
      arcs[Int(place[tail])] = UInt32(arc)
      place[tail] += 1
    }
    junctionOfNode = [:]
    junctionOfNode.reserveCapacity(chains.junctionNodes.count)
    var several: [UInt32] = []
    for (junction, node) in chains.junctionNodes.enumerated()
    where junctionOfNode.updateValue(UInt32(junction), forKey: node) != nil {
      several.append(node)
    }
    for node in several { junctionOfNode[node] = nil }
  }

  func outgoing(_ junction: Int) -> [Int] {
    arcs[Int(first[junction])..<Int(first[junction + 1])].map { Int($0) }
  }

  @inline(__always)
  func forEachOutgoing(_ junction: Int, _ body: (Int) -> Void) {
    for place in Int(first[junction])..<Int(first[junction + 1]) { body(Int(arcs[place])) }
  }

  func incoming(_ junction: Int) -> [Int] { outgoing(junction).map { $0 ^ 1 } }

  func junction(atNode node: UInt32) -> Int? { junctionOfNode[node].map { Int($0) } }

  /// The way by which an arc leaves its tail.
  func departureWay(_ arc: Int) -> UInt32 {
    let segments = chains.segmentRange(arc >> 1)
    return way(arc & 1 == 0 ? segments.lowerBound : segments.upperBound - 1)
  }

  /// The way by which an arc arrives at its head.
  func arrivalWay(_ arc: Int) -> UInt32 { departureWay(arc ^ 1) }

  private func way(_ segment: Int) -> UInt32 {
    let way = chains.segmentWays[segment]
    return way == RoadChains.noWay ? way : way >> 1
  }
}
