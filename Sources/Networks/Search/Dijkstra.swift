/// Dijkstra's algorithm with a binary heap: slow, plain, and what all else is held against.
public enum Dijkstra {
  /// The arcs that leave each node: what searches from nodes to others need.
  public struct Arcs: Sendable {
    let graph: Graph
    let leaving: Neighbours
    let isReverse: Bool

    /// The arcs of a graph; in `reverse`, those that enter each node.
    public init(_ graph: Graph, reverse: Bool = false) {
      self.graph = graph
      leaving = Neighbours(arcsBy: reverse ? graph.heads : graph.tails, nodeCount: graph.nodeCount)
      isReverse = reverse
    }
  }

  /// Distances from terminals to all nodes, and the arc by which each is reached.
  public struct Tree: Sendable {
    /// The distance of each node, `Weight.unreachable` where no way leads.
    public var distances: [UInt32]
    /// The last arc of the way to each node; -1 at terminals and where there is no way.
    public var arcs: [Int]
  }

  /// Distances from the nearest terminal to all nodes, or to it where the arcs are in reverse.
  ///
  /// `enough` ends the search: the nodes it says yes to, and all nearer ones, are then final.
  public static func run(
    from terminals: [Terminal], on arcs: Arcs, weights: [UInt32],
    until enough: (UInt32) -> Bool = { _ in false }
  ) -> Tree {
    let graph = arcs.graph
    precondition(weights.count == graph.arcCount, "each arc has a weight")
    var tree = Tree(
      distances: [UInt32](repeating: Weight.unreachable, count: graph.nodeCount),
      arcs: [Int](repeating: -1, count: graph.nodeCount))
    var heap = Heap()
    for terminal in terminals where terminal.cost < tree.distances[Int(terminal.node)] {
      tree.distances[Int(terminal.node)] = terminal.cost
      heap.push(terminal.cost, terminal.node)
    }
    while let (distance, node) = heap.pop() {
      guard distance == tree.distances[Int(node)] else { continue }
      if enough(node) { break }
      for arc in arcs.leaving[Int(node)] {
        let next = arcs.isReverse ? graph.tails[Int(arc)] : graph.heads[Int(arc)]
        let sum = Weight.sum(distance, weights[Int(arc)])
        if sum < tree.distances[Int(next)] {
          tree.distances[Int(next)] = sum
          tree.arcs[Int(next)] = Int(arc)
          heap.push(sum, next)
        }
      }
    }
    return tree
  }

  /// The shortest path from one node to another: its cost and arcs; `nil` where there is none.
  public static func way(
    from source: UInt32, to target: UInt32, on arcs: Arcs, weights: [UInt32]
  ) -> (distance: UInt32, path: [Int])? {
    precondition(!arcs.isReverse, "a way follows the arcs")
    let tree = run(from: [Terminal(node: source)], on: arcs, weights: weights) { $0 == target }
    guard tree.distances[Int(target)] < Weight.unreachable else { return nil }
    var path: [Int] = []
    var node = target
    while tree.arcs[Int(node)] >= 0 {
      path.append(tree.arcs[Int(node)])
      node = arcs.graph.tails[tree.arcs[Int(node)]]
    }
    return (tree.distances[Int(target)], path.reversed())
  }

  /// Keys with nodes, the least key on top, of equals the lower node.
  struct Heap {
    private var items: [UInt64] = []

    mutating func push(_ key: UInt32, _ node: UInt32) {
      var place = items.count
      let item = UInt64(key) << 32 | UInt64(node)
      items.append(item)
      while place > 0, items[(place - 1) / 2] > item {
        items[place] = items[(place - 1) / 2]
        place = (place - 1) / 2
      }
      items[place] = item
    }

    mutating func pop() -> (UInt32, UInt32)? {
      guard let top = items.first, let last = items.popLast() else { return nil }
      if !items.isEmpty {
        var place = 0
        while true {
          var child = 2 * place + 1
          guard child < items.count else { break }
          if child + 1 < items.count, items[child + 1] < items[child] { child += 1 }
          guard items[child] < last else { break }
          items[place] = items[child]
          place = child
        }
        items[place] = last
      }
      return (UInt32(top >> 32), UInt32(truncatingIfNeeded: top))
    }
  }
}
