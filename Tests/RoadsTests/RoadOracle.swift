import Networks

@testable import Roads

/// Shortest ways by an algorithm of its own: every road arc is a state, every turn is looked up in
/// the map's restrictions, and a plain Dijkstra walks over them.
struct RoadOracle {
  private let network: RoadNetwork
  private let metric: RoadMetric
  private let restrictions: [TurnRestriction]
  private let classifier: TurnClassifier
  /// How far each junction is from the next lights or restriction that one comes from.
  private var metresBehind: [Double] = []

  /// An arc and the restrictions that one is in the middle of, each with how many of its ways are
  /// behind.
  struct State: Hashable {
    var arc: Int
    var progress: Set<SIMD2<Int>>
  }

  init(_ network: RoadNetwork, _ metric: RoadMetric, restrictions: [TurnRestriction]) {
    self.network = network
    self.metric = metric
    self.restrictions = restrictions
    classifier = TurnClassifier(network.map, network.chains, usesSignals: network.usesTurns)
    metresBehind = Array(repeating: .infinity, count: network.chains.junctionNodes.count)
    // Bellman and Ford's way: as long as anything changes.
    for junction in metresBehind.indices where isSpecial(junction) { metresBehind[junction] = 0 }
    var changes = true
    while changes {
      changes = false
      for arc in 0..<network.chains.arcCount
      where network.graph.arrivals[arc] != .max {
        let metres =
          metresBehind[network.chains.tail(ofArc: arc)]
          + Double(network.chainLengths[arc >> 1]) / 100
        let head = network.chains.head(ofArc: arc)
        if metres <= 100, metres < metresBehind[head] {
          metresBehind[head] = metres
          changes = true
        }
      }
    }
  }

  /// Whether lights stand at a junction, or a restriction concerns it.
  private func isSpecial(_ junction: Int) -> Bool {
    classifier.hasSignal(junction) || isRestricted(junction)
  }

  private func wayID(_ way: UInt32) -> Int64 {
    way == RoadChains.noWay ? 0 : network.map.ways[Int(way)].id
  }

  private func nodeID(_ junction: Int) -> Int64 {
    network.map.nodeIDs[Int(network.chains.junctionNodes[junction])]
  }

  /// What the turn from one arc to the next costs; `nil` where it is forbidden.
  private func turn(_ state: State, _ next: Int) -> (cost: UInt32, progress: Set<SIMD2<Int>>)? {
    guard network.usesTurns else { return (0, []) }
    let arms = network.armsByJunction
    let node = nodeID(network.chains.head(ofArc: state.arc))
    let (from, to) = (wayID(arms.arrivalWay(state.arc)), wayID(arms.departureWay(next)))
    var progress: Set<SIMD2<Int>> = []
    for (number, rule) in restrictions.enumerated() where rule.from == from {
      if let via = rule.viaNode {
        guard via == node else { continue }
        if (rule.to == to) != rule.isOnly { return nil }
      } else if rule.viaWays[0] == to {
        progress.insert(SIMD2(number, 0))
      }
    }
    // Who turns round on a way between is no longer on the way that is forbidden.
    for step in state.progress where next != state.arc ^ 1 {
      let rule = restrictions[step.x]
      if wayID(arms.departureWay(next)) == rule.viaWays[step.y], from == rule.viaWays[step.y] {
        // Still on the same way.
        progress.insert(step)
      } else if step.y + 1 < rule.viaWays.count {
        if rule.viaWays[step.y + 1] == to { progress.insert(SIMD2(step.x, step.y + 1)) }
      } else if isEnd(of: rule, node) {
        if (rule.to == to) != rule.isOnly { return nil }
      }
    }
    let code = classifier.turn(from: state.arc, to: next)
    var cost = metric.turnCosts[Int(code.rawValue)]
    // Turning round is free but at lights and restrictions, and less than 100 m behind them.
    if next == state.arc ^ 1, code.movement == .uTurn,
      !isSpecial(network.chains.head(ofArc: state.arc)),
      metresBehind[network.chains.tail(ofArc: state.arc)] > 100
    {
      cost = 0
    }
    return (cost, progress)
  }

  private func isEnd(of rule: TurnRestriction, _ node: Int64) -> Bool {
    network.map.ways.contains { way in
      let nodes = network.map.nodes(of: way)
      return way.id == rule.to
        && nodes.contains { network.map.nodeIDs[Int($0)] == node }
    }
  }

  private func isRestricted(_ junction: Int) -> Bool {
    let node = nodeID(junction)
    let arms = network.armsByJunction
    return restrictions.contains { rule in
      if rule.viaNode == node {
        return arms.incoming(junction).contains { wayID(arms.arrivalWay($0)) == rule.from }
          && arms.outgoing(junction).contains { wayID(arms.departureWay($0)) == rule.to }
      }
      return rule.viaNode == nil
        && rule.viaWays.contains { id in
          arms.outgoing(junction).contains { wayID(arms.departureWay($0)) == id }
        }
    }
  }

  /// The least cost from the beginning of each arc that leaves a junction to each junction.
  func costs(from source: Int) -> [UInt32] {
    var best: [State: UInt32] = [:]
    var atJunction = [UInt32](
      repeating: Weight.unreachable, count: network.chains.junctionNodes.count)
    var heap: [(UInt32, State)] = []
    func push(_ cost: UInt32, _ state: State) {
      guard cost < best[state] ?? Weight.unreachable else { return }
      best[state] = cost
      heap.append((cost, state))
      var place = heap.count - 1
      while place > 0, heap[(place - 1) / 2].0 > heap[place].0 {
        heap.swapAt(place, (place - 1) / 2)
        place = (place - 1) / 2
      }
    }
    func pop() -> (UInt32, State)? {
      guard let first = heap.first else { return nil }
      let last = heap.removeLast()
      guard !heap.isEmpty else { return first }
      heap[0] = last
      var place = 0
      while true {
        var least = place
        for child in [2 * place + 1, 2 * place + 2]
        where child < heap.count && heap[child].0 < heap[least].0 { least = child }
        if least == place { return first }
        heap.swapAt(place, least)
        place = least
      }
    }
    atJunction[source] = 0
    for arc in network.armsByJunction.outgoing(source) {
      let cost = metric.costs.weight(ofArc: arc, network.chains)
      if cost < Weight.unreachable { push(cost, State(arc: arc, progress: [])) }
    }
    while let (cost, state) = pop() {
      guard best[state] == cost else { continue }
      let head = network.chains.head(ofArc: state.arc)
      atJunction[head] = min(atJunction[head], cost)
      for next in network.armsByJunction.outgoing(head) {
        let weight = metric.costs.weight(ofArc: next, network.chains)
        guard weight < Weight.unreachable, let turn = turn(state, next),
          turn.cost < Weight.unreachable
        else { continue }
        push(cost + turn.cost + weight, State(arc: next, progress: turn.progress))
      }
    }
    return atJunction
  }
}
