/// The primal network simplex method on a spanning tree of the nodes and a root.
///
/// Each node begins with an arc of its own to or from the root, so dear that flow leaves it where
/// it can. A pivot takes an arc whose price is wrong into the tree, sends what fits round the cycle
/// that it closes, and takes out the last arc that stopped it; trees so made never cycle.
final class NetworkSimplex {
  let flow, price: Block<Int64>
  private let capacity, cost: Block<Int64>
  private let tail, head: Block<UInt32>
  /// 1 at flow 0, -1 at capacity, 0 in the tree and for loops.
  private let state: Block<Int8>
  private let arcs, root: Int
  /// The tree: the parent of each node, the arc to it, whether that leads up, and the node's depth.
  private let parent, treeArc, depth: Block<Int32>
  private let leadsUp: Block<Bool>
  /// The children of each node as a ring-free list.
  private let firstChild, nextChild, previousChild: Block<Int32>
  private var place = 0

  init(_ graph: Graph, _ capacities: [Int64], _ costs: [Int64], _ supplies: [Int64]) {
    let n = graph.nodeCount
    arcs = graph.arcCount
    root = n
    let all = arcs + n
    flow = Block(count: all, filledWith: 0)
    price = Block(count: n + 1, filledWith: 0)
    capacity = Block(capacities + [Int64](repeating: .max, count: n), filler: 0)
    let dear = (Int64(costs.reduce(0) { max($0, $1.magnitude) }) + 1) * Int64(n + 1)
    cost = Block(costs + [Int64](repeating: dear, count: n), filler: 0)
    tail = Block(graph.tails + (0..<UInt32(n)), filler: 0)
    head = Block(graph.heads + [UInt32](repeating: UInt32(n), count: n), filler: 0)
    state = Block(count: all, filledWith: 1)
    parent = Block(count: n + 1, filledWith: -1)
    treeArc = Block(count: n + 1, filledWith: -1)
    depth = Block(count: n + 1, filledWith: 1)
    leadsUp = Block(count: n + 1, filledWith: true)
    firstChild = Block(count: n + 1, filledWith: -1)
    nextChild = Block(count: n + 1, filledWith: -1)
    previousChild = Block(count: n + 1, filledWith: -1)
    depth.row[root] = 0
    for arc in 0..<arcs where graph.tails[arc] == graph.heads[arc] {
      state.row[arc] = 0
      if costs[arc] < 0 { flow.row[arc] = capacities[arc] }
    }
    for node in 0..<n {
      let arc = arcs + node
      state.row[arc] = 0
      flow.row[arc] = Int64(supplies[node].magnitude)
      if supplies[node] < 0 {
        tail.row[arc] = UInt32(root)
        head.row[arc] = UInt32(node)
      }
      leadsUp.row[node] = supplies[node] >= 0
      price.row[node] = supplies[node] < 0 ? dear : -dear
      treeArc.row[node] = Int32(arc)
      hang(node, under: root)
    }
  }

  /// Pivots until all prices are right.
  func run() {
    while let arc = entering() { pivot(arc) }
  }

  /// An arc whose price is wrong: the worst of a block of arcs, blocks being taken in turn.
  private func entering() -> Int? {
    let all = arcs + root
    let block = max(20, Int(Double(all).squareRoot()))
    var worst: Int64 = 0
    var found = -1
    var left = block
    for _ in 0..<all {
      place = place + 1 < all ? place + 1 : 0
      let wrong =
        Int64(state.row[place])
        * (cost.row[place] + price.row[tail.row[place]] - price.row[head.row[place]])
      if wrong < worst {
        worst = wrong
        found = place
      }
      left -= 1
      if left == 0 {
        if found >= 0 { return found }
        left = block
      }
    }
    return found >= 0 ? found : nil
  }

  private func pivot(_ arc: Int) {
    let isRising = state.row[arc] == 1
    // Flow is to go from `first` over the arc to `second` and back through the tree.
    let first = Int(isRising ? tail.row[arc] : head.row[arc])
    let second = Int(isRising ? head.row[arc] : tail.row[arc])
    let join = self.join(first, second)
    var most = capacity.row[arc]
    var leaving = -1
    var isBefore = false
    var node = first
    while node != join {
      let room = leadsUp.row[node] ? flow.row[treeArc(node)] : spare(treeArc(node))
      if room < most {
        most = room
        leaving = node
        isBefore = true
      }
      node = Int(parent.row[node])
    }
    node = second
    while node != join {
      let room = leadsUp.row[node] ? spare(treeArc(node)) : flow.row[treeArc(node)]
      if room <= most {
        most = room
        leaving = node
        isBefore = false
      }
      node = Int(parent.row[node])
    }
    send(most, over: arc, isRising, first, second, join)
    guard leaving >= 0 else {
      state.row[arc] = -state.row[arc]
      return
    }
    let out = treeArc(leaving)
    state.row[out] = flow.row[out] == 0 ? 1 : -1
    state.row[arc] = 0
    turn(isBefore ? first : second, below: isBefore ? second : first, by: arc, cutAt: leaving)
  }

  private func treeArc(_ node: Int) -> Int { Int(treeArc.row[node]) }

  private func spare(_ arc: Int) -> Int64 { capacity.row[arc] - flow.row[arc] }

  private func join(_ a: Int, _ b: Int) -> Int {
    var a = a
    var b = b
    while a != b {
      if depth.row[a] >= depth.row[b] { a = Int(parent.row[a]) } else { b = Int(parent.row[b]) }
    }
    return a
  }

  private func send(
    _ amount: Int64, over arc: Int, _ isRising: Bool, _ first: Int, _ second: Int, _ join: Int
  ) {
    guard amount > 0 else { return }
    flow.row[arc] += isRising ? amount : -amount
    var node = first
    while node != join {
      flow.row[treeArc(node)] += leadsUp.row[node] ? -amount : amount
      node = Int(parent.row[node])
    }
    node = second
    while node != join {
      flow.row[treeArc(node)] += leadsUp.row[node] ? amount : -amount
      node = Int(parent.row[node])
    }
  }

  /// Cuts the tree above `cut` and hangs the part on `above` by an arc to `low`, its new top.
  private func turn(_ low: Int, below above: Int, by arc: Int, cutAt cut: Int) {
    var node = low
    var newParent = above
    var newArc = Int32(arc)
    var newUp = Int(tail.row[arc]) == low
    while true {
      let oldParent = Int(parent.row[node])
      let oldArc = treeArc.row[node]
      let oldUp = leadsUp.row[node]
      unhang(node)
      treeArc.row[node] = newArc
      leadsUp.row[node] = newUp
      hang(node, under: newParent)
      if node == cut { break }
      newParent = node
      newArc = oldArc
      newUp = !oldUp
      node = oldParent
    }
    let isUp = leadsUp.row[low]
    let right = isUp ? price.row[above] - cost.row[arc] : price.row[above] + cost.row[arc]
    let change = right - price.row[low]
    // Down through the part, without a stack.
    node = low
    while true {
      price.row[node] += change
      depth.row[node] = depth.row[parent.row[node]] + 1
      if firstChild.row[node] >= 0 {
        node = Int(firstChild.row[node])
        continue
      }
      while node != low, nextChild.row[node] < 0 { node = Int(parent.row[node]) }
      if node == low { break }
      node = Int(nextChild.row[node])
    }
  }

  private func hang(_ node: Int, under above: Int) {
    parent.row[node] = Int32(above)
    let first = firstChild.row[above]
    nextChild.row[node] = first
    previousChild.row[node] = -1
    if first >= 0 { previousChild.row[first] = Int32(node) }
    firstChild.row[above] = Int32(node)
  }

  private func unhang(_ node: Int) {
    let next = nextChild.row[node]
    let previous = previousChild.row[node]
    if next >= 0 { previousChild.row[next] = previous }
    if previous >= 0 {
      nextChild.row[previous] = next
    } else {
      firstChild.row[parent.row[node]] = next
    }
  }
}
