extension NodeOrder {
  /// An order for a graph whose nodes lie at `x` and `y`: few nodes that part it come last.
  ///
  /// Any plane coordinates of equal scale will do; they only guide where to cut. Nodes of at most
  /// two neighbours go first. The order does not depend on `threads`.
  ///
  /// Source: nested dissection (George 1973; Dibbelt, Strasser and Wagner 2016) with cuts as in
  /// inertial flow (Schild and Sommer 2015).
  public static func nestedDissection(
    of graph: Graph, x: [Float], y: [Float], threads: Int
  ) -> NodeOrder {
    precondition(
      x.count == graph.nodeCount && y.count == graph.nodeCount, "each node has a place")
    let n = graph.nodeCount
    let reduction = Reduction(Neighbours(undirected: graph))
    let core = (0..<n).filter { reduction.isLeft[$0] }
    var number = [UInt32](repeating: 0, count: n)
    for (index, node) in core.enumerated() { number[node] = UInt32(index) }
    var first: [UInt32] = [0]
    var list: [UInt32] = []
    for node in core {
      for other in reduction.rest(of: UInt32(node)) { list.append(number[Int(other)]) }
      first.append(UInt32(list.count))
    }
    let whole = Cell(
      names: core.map(UInt32.init), x: core.map { x[$0] }, y: core.map { y[$0] },
      neighbours: Neighbours(first: first, list: list), place: 0)
    let order = Block<UInt32>(count: n, filledWith: 0)
    for (rank, node) in reduction.early.enumerated() { order.row[rank] = node }
    Dissection.order(
      whole.parts(without: { _ in false }, from: reduction.early.count), into: order.row,
      threads: threads)
    return NodeOrder(permutation: (0..<n).map { order.row[$0] })
  }
}
