/// Finds the chains of a map: where roads meet, and what runs between.
struct ChainTracer {
  private let map: RoadMap
  private let measure: RoadMeasure
  /// Nodes that end chains even where just two segments meet.
  private let breaks: Set<UInt32>
  /// Barriers that not everybody passes.
  private let barriers: Set<UInt32>

  private var segmentEnds: [(UInt32, UInt32)] = []
  private var segmentWays: [UInt32] = []
  /// For each node the place of its first half-segment in ``halves``.
  private var firstHalf: [UInt32] = []
  /// Half-segments by node: segment times two, and 1 where the node is its end.
  private var halves: [UInt32] = []
  private var isTraced: [Bool] = []
  private var junctionOfNode: [UInt32]
  private var chains = RoadChains()

  private static let none = UInt32.max

  /// The chains of the ways for which `isUsable` holds.
  static func chains(
    of map: RoadMap, breaks: Set<UInt32>, barriers: Set<UInt32>, isUsable: (Int) -> Bool
  ) -> RoadChains {
    var tracer = ChainTracer(map, breaks, barriers)
    tracer.collect(isUsable)
    tracer.index()
    tracer.trace()
    return tracer.chains
  }

  private init(_ map: RoadMap, _ breaks: Set<UInt32>, _ barriers: Set<UInt32>) {
    self.map = map
    self.breaks = breaks
    self.barriers = barriers
    measure = RoadMeasure(map)
    junctionOfNode = Array(repeating: Self.none, count: map.nodeIDs.count)
  }

  private mutating func collect(_ isUsable: (Int) -> Bool) {
    for (index, way) in map.ways.enumerated() where isUsable(index) {
      let nodes = map.nodes(of: way)
      for (one, next) in zip(nodes, nodes.dropFirst()) where one != next {
        segmentEnds.append((one, next))
        segmentWays.append(UInt32(index) << 1)
      }
    }
    isTraced = Array(repeating: false, count: segmentEnds.count)
  }

  private mutating func index() {
    firstHalf = Array(repeating: 0, count: map.nodeIDs.count + 1)
    for (one, next) in segmentEnds {
      firstHalf[Int(one) + 1] += 1
      firstHalf[Int(next) + 1] += 1
    }
    for node in 1..<firstHalf.count { firstHalf[node] += firstHalf[node - 1] }
    var place = firstHalf
    halves = Array(repeating: 0, count: 2 * segmentEnds.count)
    for (segment, ends) in segmentEnds.enumerated() {
      halves[Int(place[Int(ends.0)])] = UInt32(segment) << 1
      place[Int(ends.0)] += 1
      halves[Int(place[Int(ends.1)])] = UInt32(segment) << 1 | 1
      place[Int(ends.1)] += 1
    }
  }

  private func halves(at node: UInt32) -> Range<Int> {
    Int(firstHalf[Int(node)])..<Int(firstHalf[Int(node) + 1])
  }

  private func isJunction(_ node: UInt32) -> Bool {
    halves(at: node).count != 2 || breaks.contains(node) || barriers.contains(node)
  }

  private mutating func trace() {
    for node in map.nodeIDs.indices where !halves(at: UInt32(node)).isEmpty {
      if isJunction(UInt32(node)) { traceAll(from: UInt32(node)) }
    }
    // What is left are rings that meet nothing.
    for segment in segmentEnds.indices where !isTraced[segment] {
      let node = segmentEnds[segment].0
      _ = junction(at: node, half: 0)
      traceAll(from: node)
    }
    for node in barriers.sorted() { join(barrier: node) }
  }

  private mutating func traceAll(from node: UInt32) {
    for place in halves(at: node) {
      let half = halves[place]
      if !isTraced[Int(half >> 1)] { trace(from: node, along: half) }
    }
  }

  private mutating func trace(from node: UInt32, along first: UInt32) {
    let tail = junction(at: node, half: first)
    var (half, here) = (first, node)
    while true {
      let segment = Int(half >> 1)
      isTraced[segment] = true
      let ends = segmentEnds[segment]
      let isBackwards = half & 1 == 1
      let next = isBackwards ? ends.0 : ends.1
      append(point: here, way: segmentWays[segment] | (isBackwards ? 1 : 0), to: next)
      here = next
      let arrival = half ^ 1
      if junctionOfNode[Int(here)] != Self.none || isJunction(here) {
        append(last: here)
        chains.close(from: tail, to: junction(at: here, half: arrival))
        return
      }
      let two = halves(at: here)
      half = halves[halves[two.lowerBound] == arrival ? two.upperBound - 1 : two.lowerBound]
    }
  }

  private mutating func append(point: UInt32, way: UInt32, to next: UInt32) {
    chains.points.append(point)
    chains.segmentWays.append(way)
    chains.lengthsCentimetres.append(measure.centimetres(from: point, to: next))
  }

  private mutating func append(last: UInt32) {
    chains.points.append(last)
    chains.segmentWays.append(RoadChains.noWay)
    chains.lengthsCentimetres.append(0)
  }

  /// Sides of barriers by half-segment.
  private var sides: [UInt32: Int] = [:]

  private mutating func junction(at node: UInt32, half: UInt32) -> Int {
    if barriers.contains(node) {
      if let known = sides[half] { return known }
      let side = chains.addJunction(atNode: node)
      sides[half] = side
      return side
    }
    if junctionOfNode[Int(node)] != Self.none { return Int(junctionOfNode[Int(node)]) }
    let new = chains.addJunction(atNode: node)
    junctionOfNode[Int(node)] = UInt32(new)
    return new
  }

  /// Joins the sides of a barrier by chains without length.
  private mutating func join(barrier node: UInt32) {
    let sides = halves(at: node).compactMap { self.sides[halves[$0]] }
    for (index, one) in sides.enumerated() {
      for other in sides[(index + 1)...] {
        append(last: node)
        append(last: node)
        chains.close(from: one, to: other)
      }
    }
  }
}
