/// The tree that contracting nodes in an order makes.
///
/// A node's parent is the first of its neighbours that is contracted after it, new arcs included.
/// All later neighbours of a node are ancestors. Nodes are renumbered so that each subtree is one
/// range of numbers that ends with its root; that contracts to the same arcs.
struct EliminationTree {
  static let none = UInt32.max
  /// For each number the node.
  private(set) var nodes: [UInt32]
  /// For each node its number.
  private(set) var ranks: [UInt32]
  /// The parent's number, `none` at a root.
  private(set) var parent: [UInt32]
  /// How many ancestors each has.
  private(set) var depth: [UInt32]
  /// The smallest number in each subtree.
  private(set) var firstBelow: [UInt32]

  init(_ neighbours: Neighbours, order: [UInt32]) {
    let n = order.count
    var place = [UInt32](repeating: 0, count: n)
    for rank in 0..<n { place[Int(order[rank])] = UInt32(rank) }
    let raw = Self.parents(neighbours, order: order, place: place)
    (nodes, ranks, parent) = Self.postorder(raw, order: order)
    depth = [UInt32](repeating: 0, count: n)
    firstBelow = (0..<UInt32(n)).map { $0 }
    for rank in (0..<n).reversed() where parent[rank] != Self.none {
      depth[rank] = depth[Int(parent[rank])] + 1
    }
    for rank in 0..<n where parent[rank] != Self.none {
      let above = Int(parent[rank])
      firstBelow[above] = min(firstBelow[above], firstBelow[rank])
    }
  }

  /// Parents by place in the order (Liu's algorithm with shortened paths).
  private static func parents(
    _ neighbours: Neighbours, order: [UInt32], place: [UInt32]
  ) -> [UInt32] {
    let n = order.count
    var parent = [UInt32](repeating: none, count: n)
    var shortcut = parent
    for rank in 0..<n {
      for other in neighbours[Int(order[rank])] {
        var below = Int(place[Int(other)])
        guard below < rank else { continue }
        while shortcut[below] != none, shortcut[below] != rank {
          let next = Int(shortcut[below])
          shortcut[below] = UInt32(rank)
          below = next
        }
        if shortcut[below] == none {
          shortcut[below] = UInt32(rank)
          parent[below] = UInt32(rank)
        }
      }
    }
    return parent
  }

  /// Numbers in which children come before parents and subtrees are ranges.
  private static func postorder(
    _ raw: [UInt32], order: [UInt32]
  ) -> (nodes: [UInt32], ranks: [UInt32], parent: [UInt32]) {
    let n = raw.count
    // Each place gets the last number that is free in its parent's range: a pass from the top.
    var size = [UInt32](repeating: 1, count: n)
    for place in 0..<n where raw[place] != none { size[Int(raw[place])] += size[place] }
    var free = [UInt32](repeating: 0, count: n)
    var number = [UInt32](repeating: 0, count: n)
    var roots = UInt32(n)
    for place in (0..<n).reversed() {
      if raw[place] == none {
        number[place] = roots - 1
        roots -= size[place]
      } else {
        let above = Int(raw[place])
        number[place] = free[above] - 1
        free[above] -= size[place]
      }
      free[place] = number[place]
    }
    var nodes = [UInt32](repeating: 0, count: n)
    var ranks = nodes
    var parent = nodes
    for place in 0..<n {
      let rank = Int(number[place])
      nodes[rank] = order[place]
      ranks[Int(order[place])] = UInt32(rank)
      parent[rank] = raw[place] == none ? none : number[Int(raw[place])]
    }
    return (nodes, ranks, parent)
  }
}
