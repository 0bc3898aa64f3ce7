/// For each node a list of numbers, one behind the other: arcs that leave it, or nodes beside it.
struct Neighbours: Sendable {
  /// Where each node's list begins; one more than there are nodes.
  var first: [UInt32]
  /// The lists.
  var list: [UInt32]

  var nodeCount: Int { first.count - 1 }

  subscript(node: Int) -> ArraySlice<UInt32> { list[Int(first[node])..<Int(first[node + 1])] }

  /// Numbers of arcs by the node in `ends`, in their order.
  init(arcsBy ends: [UInt32], nodeCount: Int) {
    var first = [UInt32](repeating: 0, count: nodeCount + 1)
    for node in ends { first[Int(node) + 1] += 1 }
    for node in 0..<nodeCount { first[node + 1] += first[node] }
    var next = first
    var list = [UInt32](repeating: 0, count: ends.count)
    for arc in ends.indices {
      let node = Int(ends[arc])
      list[Int(next[node])] = UInt32(truncatingIfNeeded: arc)
      next[node] += 1
    }
    self.first = first
    self.list = list
  }

  init(first: [UInt32], list: [UInt32]) {
    self.first = first
    self.list = list
  }

  /// The nodes that an arc joins to each node, in either direction, once each, in rising order.
  init(undirected graph: Graph) {
    let n = graph.nodeCount
    // Two passes of counting sort: by one end, then by the other, leave the lists in order.
    var first = [UInt32](repeating: 0, count: n + 1)
    for arc in graph.tails.indices {
      let a = Int(graph.tails[arc])
      let b = Int(graph.heads[arc])
      if a == b { continue }
      first[a + 1] += 1
      first[b + 1] += 1
    }
    for node in 0..<n { first[node + 1] += first[node] }
    var next = first
    var half = [UInt32](repeating: 0, count: Int(first[n]))
    for arc in graph.tails.indices {
      let a = Int(graph.tails[arc])
      let b = Int(graph.heads[arc])
      if a == b { continue }
      half[Int(next[a])] = UInt32(b)
      next[a] += 1
      half[Int(next[b])] = UInt32(a)
      next[b] += 1
    }
    next = first
    var sorted = half
    for node in 0..<n {
      for place in Int(first[node])..<Int(first[node + 1]) {
        let other = Int(half[place])
        sorted[Int(next[other])] = UInt32(node)
        next[other] += 1
      }
    }
    var kept = 0
    var begin = 0
    for node in 0..<n {
      let end = Int(first[node + 1])
      first[node] = UInt32(kept)
      var last = UInt32.max
      for place in begin..<end where sorted[place] != last {
        last = sorted[place]
        sorted[kept] = last
        kept += 1
      }
      begin = end
    }
    first[n] = UInt32(kept)
    sorted.removeLast(sorted.count - kept)
    self.first = first
    self.list = sorted
  }
}
