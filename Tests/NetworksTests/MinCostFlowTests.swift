import Networks
import TestSupport
import Testing

@Suite("Cheapest flows")
struct MinCostFlowTests {
  @Test("People from two blocks fill the near shelter first, then the far one")
  func shelters() throws {
    // Blocks 0 and 1, shelters 2 and 3, and a node that gathers what shelters take.
    let graph = try Graph(
      nodeCount: 5, tails: [0, 0, 1, 1, 2, 3], heads: [2, 3, 2, 3, 4, 4])
    let flow = try MinCostFlow(
      on: graph, capacities: [9, 9, 9, 9, 5, 9], costs: [1, 4, 2, 9, 0, 0],
      supplies: [4, 3, 0, 0, -7])
    #expect(flow.isFeasible)
    #expect(flow.flows == [2, 2, 3, 0, 5, 2])
    #expect(flow.cost == 2 + 8 + 6)
  }

  @Test("What finds no room is told, and the rest is still sent cheaply")
  func missing() throws {
    let graph = try Graph(nodeCount: 3, tails: [0, 0, 1], heads: [1, 2, 2])
    let flow = try MinCostFlow(
      on: graph, capacities: [4, 2, 1], costs: [1, 5, 1], supplies: [10, 0, -10])
    #expect(flow.missing == 7)
    #expect(flow.flows == [1, 2, 1])
    #expect(!flow.isFeasible)
  }

  @Test("Loops and rings that earn are filled, others are left")
  func rings() throws {
    let graph = try Graph(nodeCount: 3, tails: [0, 1, 2, 0, 1], heads: [1, 2, 0, 0, 1])
    let flow = try MinCostFlow(
      on: graph, capacities: [3, 5, 4, 2, 2], costs: [-5, 1, 1, -2, 2], supplies: [0, 0, 0])
    #expect(flow.flows == [3, 3, 3, 2, 0])
    #expect(flow.cost == -9 - 4)
  }

  @Test("Lists that do not fit, debts and numbers too large are refused")
  func refused() throws {
    let graph = try Graph(nodeCount: 2, tails: [0], heads: [1])
    for (capacities, costs, supplies) in [
      ([], [1], [1, -1]), ([1], [], [1, -1]), ([1], [1], [0]), ([-1], [1], [0, 0]),
      ([1], [1], [1, 1]), ([1], [Int64.max], [1, -1]), ([1], [Int64.min], [1, -1]),
      ([1], [1], [Int64.max, -Int64.max]), ([.max / 8], [.max / 64], [.max / 8, -(.max / 8)]),
    ] as [([Int64], [Int64], [Int64])] {
      #expect(throws: NetworkError.self) {
        try MinCostFlow(on: graph, capacities: capacities, costs: costs, supplies: supplies)
      }
    }
  }

  /// What an optimum must be: within bounds, kept at each node, and priced.
  private func check(
    _ flow: MinCostFlow, _ graph: Graph, _ capacities: [Int64], _ costs: [Int64],
    _ supplies: [Int64]
  ) {
    var left = supplies
    var sum: Int64 = 0
    for arc in flow.flows.indices {
      let tail = Int(graph.tails[arc])
      let head = Int(graph.heads[arc])
      #expect((0...capacities[arc]).contains(flow.flows[arc]))
      left[tail] -= flow.flows[arc]
      left[head] += flow.flows[arc]
      sum += flow.flows[arc] * costs[arc]
      let reduced = costs[arc] + flow.prices[tail] - flow.prices[head]
      #expect(reduced >= 0 || flow.flows[arc] == capacities[arc])
      #expect(reduced <= 0 || flow.flows[arc] == 0)
    }
    #expect(sum == flow.cost)
    #expect(left.reduce(0) { $0 + max(0, $1) } == flow.missing)
    #expect(left.reduce(0, +) == 0)
  }

  @Test("Random flows are priced right, which proves them cheapest", arguments: 1...60)
  func duality(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let nodes = Int.random(in: 1...40, using: &dice)
    let sample = try Sample.random(
      nodes: nodes, arcs: nodes * Int.random(in: 1...6, using: &dice), seed: seed, weights: 0...9)
    let capacities = sample.weights.map { _ in Int64.random(in: 0...12, using: &dice) }
    let costs = sample.weights.map { _ in Int64.random(in: -5...20, using: &dice) }
    var supplies = (0..<nodes).map { _ in Int64.random(in: -6...6, using: &dice) }
    supplies[0] -= supplies.reduce(0, +)
    let flow = try MinCostFlow(
      on: sample.graph, capacities: capacities, costs: costs, supplies: supplies)
    check(flow, sample.graph, capacities, costs, supplies)
  }

  @Test("On small networks no other flow is cheaper", arguments: 1...30)
  func everyFlow(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let sample = try Sample.random(nodes: 4, arcs: 7, seed: seed, weights: 0...9)
    let capacities = (0..<7).map { _ in Int64.random(in: 0...2, using: &dice) }
    let costs = (0..<7).map { _ in Int64.random(in: 0...6, using: &dice) }
    var supplies = (0..<4).map { _ in Int64.random(in: -1...1, using: &dice) }
    supplies[0] -= supplies.reduce(0, +)
    // All flows, counted through: the least missing, then the least cost.
    var best: (missing: Int64, cost: Int64)?
    var flows = [Int64](repeating: 0, count: 7)
    while true {
      var left = supplies
      var cost: Int64 = 0
      for arc in 0..<7 {
        left[Int(sample.graph.tails[arc])] -= flows[arc]
        left[Int(sample.graph.heads[arc])] += flows[arc]
        cost += flows[arc] * costs[arc]
      }
      // A node may keep what it offers or go without what it wants, and no more.
      let isKept = zip(left, supplies).allSatisfy { left, supply in
        left == 0
          || (supply > 0 ? 0...supply : supply...0 as ClosedRange<Int64>)
            .contains(left)
      }
      if isKept {
        let one = (missing: left.reduce(0) { $0 + max(0, $1) }, cost: cost)
        if best.map({ one < $0 }) ?? true { best = one }
      }
      var arc = 0
      while arc < 7, flows[arc] == capacities[arc] {
        flows[arc] = 0
        arc += 1
      }
      if arc == 7 { break }
      flows[arc] += 1
    }
    let flow = try MinCostFlow(
      on: sample.graph, capacities: capacities, costs: costs, supplies: supplies)
    #expect(flow.missing == best?.missing)
    #expect(flow.cost == best?.cost)
  }
}
