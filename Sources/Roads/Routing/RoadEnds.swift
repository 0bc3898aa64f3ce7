import Networks

/// A way on to the roads, or off them: a road arc and how much of it is used.
struct RoadEnd {
  /// The road arc that the place is on; `nil` at a junction.
  var arc: Int?
  /// Where on it: segment, and how far along the chain's direction; `nil` at a junction.
  var segment = 0
  var fraction = 0.0
  /// For an end: the turn by which its arc is begun.
  var turn: UInt8 = 0
}

/// The states where searches begin or end for a place, and what belongs to each.
struct RoadEnds {
  var terminals: [Terminal] = []
  var ends: [RoadEnd] = []

  mutating func add(_ state: UInt32, _ cost: UInt32, _ end: RoadEnd) {
    guard cost < Weight.unreachable else { return }
    terminals.append(Terminal(node: state, cost: cost))
    ends.append(end)
  }
}

extension RoadNetwork {
  /// Where a search begins that starts at a place.
  func starts(at place: RoadPlace, on metric: RoadMetric) -> RoadEnds {
    var found = RoadEnds()
    switch place.spot {
    case .junctions(let junctions):
      for junction in junctions {
        let state = graph.junctionStates[junction]
        if state != .max {
          found.add(state, 0, RoadEnd())
          continue
        }
        for arc in armsByJunction.outgoing(junction) where graph.arrivals[arc] != .max {
          let segments = chains.segmentRange(arc >> 1)
          let first = arc & 1 == 0 ? segments.lowerBound : segments.upperBound - 1
          found.add(
            graph.arrivals[arc], metric.costs.weight(ofArc: arc, chains),
            RoadEnd(arc: arc, segment: first, fraction: arc & 1 == 0 ? 0 : 1))
        }
      }
    case .segment(let segment, let fraction):
      let chain = chains.chain(ofSegment: segment)
      for arc in [2 * chain, 2 * chain + 1] where graph.arrivals[arc] != .max {
        found.add(
          graph.arrivals[arc], metric.costs.rest(ofArc: arc, from: segment, fraction, chains),
          RoadEnd(arc: arc, segment: segment, fraction: fraction))
      }
    }
    return found
  }

  /// Where a search ends that is to come to a place.
  func goals(at place: RoadPlace, on metric: RoadMetric) -> RoadEnds {
    var found = RoadEnds()
    switch place.spot {
    case .junctions(let junctions):
      for junction in junctions {
        for arc in armsByJunction.outgoing(junction) {
          // What arrives by the arc, whatever was before; and in the middle of rules.
          let arrivals = [graph.arrivals[arc ^ 1]].filter { $0 != .max }
          let states = graph.searchArcs(ofRoadArc: arc ^ 1).map { graph.heads[$0] }
          for state in arrivals + states {
            if !found.terminals.contains(where: { $0.node == state }) {
              found.add(state, 0, RoadEnd())
            }
          }
        }
      }
    case .segment(let segment, let fraction):
      let chain = chains.chain(ofSegment: segment)
      for arc in [2 * chain, 2 * chain + 1] {
        let cost = metric.costs.beginning(ofArc: arc, to: segment, fraction, chains)
        for searched in graph.searchArcs(ofRoadArc: arc) {
          let turn = graph.turns[searched]
          found.add(
            graph.tails[searched], cost.reached(adding: metric.turnCosts[Int(turn)]),
            RoadEnd(arc: arc, segment: segment, fraction: fraction, turn: turn))
        }
      }
    }
    return found
  }
}

extension SegmentWeights {
  /// What is left of an arc from a place on: `fraction` of the way along the segment in the chain's
  /// direction.
  func rest(ofArc arc: Int, from segment: Int, _ fraction: Double, _ chains: RoadChains) -> UInt32 {
    let segments = chains.segmentRange(arc >> 1)
    let isAgainst = arc & 1 == 1
    let others =
      isAgainst ? segments.lowerBound..<segment : segment + 1..<segments.upperBound
    return part(of: segment, isAgainst, isAgainst ? fraction : 1 - fraction)
      .reached(adding: sum(of: others, isAgainst: isAgainst))
  }

  /// What an arc costs from its beginning to a place.
  func beginning(
    ofArc arc: Int, to segment: Int, _ fraction: Double, _ chains: RoadChains
  ) -> UInt32 {
    let segments = chains.segmentRange(arc >> 1)
    let isAgainst = arc & 1 == 1
    let others =
      isAgainst ? segment + 1..<segments.upperBound : segments.lowerBound..<segment
    return part(of: segment, isAgainst, isAgainst ? 1 - fraction : fraction)
      .reached(adding: sum(of: others, isAgainst: isAgainst))
  }

  /// What an arc costs from one place on it to another; unreachable where that lies behind.
  func between(
    _ start: RoadEnd, _ goal: RoadEnd, _ arc: Int, _ chains: RoadChains
  ) -> UInt32 {
    let isAgainst = arc & 1 == 1
    let (from, to) = isAgainst ? (goal, start) : (start, goal)
    guard (from.segment, from.fraction) <= (to.segment, to.fraction) else {
      return Weight.unreachable
    }
    if from.segment == to.segment {
      return part(of: from.segment, isAgainst, to.fraction - from.fraction)
    }
    return part(of: from.segment, isAgainst, 1 - from.fraction)
      .reached(adding: part(of: to.segment, isAgainst, to.fraction))
      .reached(adding: sum(of: from.segment + 1..<to.segment, isAgainst: isAgainst))
  }

  /// A share of a segment; none of it costs nothing, even where it is closed.
  private func part(of segment: Int, _ isAgainst: Bool, _ share: Double) -> UInt32 {
    guard share > 0 else { return 0 }
    let weight = self[segment, isAgainst: isAgainst]
    return weight >= Weight.unreachable
      ? Weight.unreachable : UInt32((Double(weight) * share).rounded())
  }
}
