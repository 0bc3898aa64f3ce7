import Networks
import TestSupport

/// A graph with weights and places.
struct Sample {
  var graph: Graph
  var weights: [UInt32]
  var x, y: [Float]

  var order: NodeOrder { NodeOrder.nestedDissection(of: graph, x: x, y: y, threads: 1) }

  func terminal(_ dice: inout SeededGenerator, cost: UInt32 = 0) -> Terminal {
    Terminal(node: .random(in: 0..<UInt32(graph.nodeCount), using: &dice), cost: cost)
  }

  /// Any arcs between nodes, loops and parallel arcs among them; places mean nothing.
  static func random(nodes: Int, arcs: Int, seed: UInt64, weights range: ClosedRange<UInt32>) throws
    -> Sample
  {
    var dice = SeededGenerator(seed: seed)
    let node = 0..<UInt32(nodes)
    let graph = try Graph(
      nodeCount: nodes, tails: (0..<arcs).map { _ in .random(in: node, using: &dice) },
      heads: (0..<arcs).map { _ in .random(in: node, using: &dice) })
    return Sample(
      graph: graph,
      weights: (0..<arcs).map { _ in
        .random(in: 0..<20, using: &dice) == 0
          ? Weight.unreachable : .random(in: range, using: &dice)
      },
      x: (0..<nodes).map { _ in .random(in: 0...1, using: &dice) },
      y: (0..<nodes).map { _ in .random(in: 0...1, using: &dice) })
  }

  /// Streets in a grid: some gone, some one-way, some avenues; a dead end here and there.
  static func city(side: Int, seed: UInt64) throws -> Sample {
    var dice = SeededGenerator(seed: seed)
    var tails: [UInt32] = []
    var heads: [UInt32] = []
    var weights: [UInt32] = []
    var x: [Float] = []
    var y: [Float] = []
    for row in 0..<side {
      for column in 0..<side {
        x.append(Float(column) + .random(in: -0.3...0.3, using: &dice))
        y.append(Float(row) + .random(in: -0.3...0.3, using: &dice))
        let here = UInt32(row * side + column)
        for (there, isInside, line) in [
          (here + 1, column + 1 < side, row), (here + UInt32(side), row + 1 < side, column),
        ] where isInside {
          let isAvenue = line % 10 == 0
          if !isAvenue, .random(in: 0..<8, using: &dice) == 0 { continue }
          let weight = UInt32.random(in: isAvenue ? 20...30 : 60...100, using: &dice)
          let isOneWay = !isAvenue && .random(in: 0..<8, using: &dice) == 0
          tails.append(here)
          heads.append(there)
          weights.append(weight)
          if !isOneWay {
            tails.append(there)
            heads.append(here)
            weights.append(weight + 1)
          }
        }
      }
    }
    return Sample(
      graph: try Graph(nodeCount: side * side, tails: tails, heads: heads), weights: weights,
      x: x, y: y)
  }
}

extension Dijkstra {
  /// The shortest way between lists of terminals, by way of one search from all sources.
  static func distance(
    from: [Terminal], to: [Terminal], on graph: Graph, weights: [UInt32]
  ) -> UInt32 {
    let known = run(from: from, on: Arcs(graph), weights: weights).distances
    return to.reduce(Weight.unreachable) {
      min($0, Weight.sum(known[Int($1.node)], $1.cost))
    }
  }
}
