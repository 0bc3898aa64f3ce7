import CVector

/// The arcs that contracting a graph's nodes in an order adds, whatever the arcs' weights are.
///
/// Made once for a graph and an order; each `Metric` puts weights on it. Nodes have the numbers
/// ("ranks") of the elimination tree. The row of a node lists its later neighbours, all of them
/// ancestors, by depth in the tree; nodes in a line whose rows are the same but for themselves
/// share one list of runs (a supernode).
///
/// Source: Dibbelt, Strasser, Wagner: Customizable Contraction Hierarchies (2016),
/// doi:10.1145/2886843.
public final class ContractionHierarchy: Sendable {
  /// The graph that was contracted.
  public let graph: Graph
  /// The rank of each node, and the node of each rank.
  let ranks, nodes: Block<UInt32>
  /// The parent in the elimination tree, `EliminationTree.none` at a root.
  let parent: Block<UInt32>
  /// How many ancestors each rank has.
  let depth: Block<UInt32>
  /// The smallest rank in each subtree.
  let firstBelow: Block<UInt32>
  /// Where the row of each rank begins.
  let rowFirst: Block<UInt32>
  /// The same, with all else that passing a rank needs.
  let steps: Block<Step>
  /// In which pages rows lie, and the given arcs' weights.
  let rowPages, givenPages: PageLayout
  let runs: Block<cv_run>
  /// The lowest rank of each rank's supernode.
  let bottom: Block<UInt32>
  /// For each rank the supernodes below it that have it in their rows.
  let lowerFirst: Block<UInt32>
  let lower: Block<Lower>
  /// For each rank the given arcs between it and its row, and loops at it.
  let givenFirst: Block<UInt32>
  let given: Block<GivenArc>
  /// The place of each given arc in `given`.
  let givenPlace: Block<UInt32>

  /// How many nodes follow each other from the deepest node to its root.
  public let height: Int

  /// A rank's row: where it begins and how long it is, the rank's depth, and where its runs begin.
  struct Step: BitwiseCopyable {
    var first, length, depth, run: UInt32
  }

  /// A supernode as seen by an ancestor.
  struct Lower: BitwiseCopyable {
    /// Its lowest rank, and how many nodes it has.
    var bottom, count: UInt32
    /// The ancestor's place in the rows of its nodes.
    var place: UInt32
  }

  /// An arc of the graph in the row of its lower end.
  struct GivenArc: BitwiseCopyable {
    /// The depth of its upper end, times two; odd where the arc leads down.
    var key: UInt32
    var arc: UInt32
  }

  /// Contracts a graph in an order of its nodes.
  public init(_ graph: Graph, order: NodeOrder) {
    precondition(order.nodes.count == graph.nodeCount, "the order has the graph's nodes")
    self.graph = graph
    let n = graph.nodeCount
    let neighbours = Neighbours(undirected: graph)
    let tree = EliminationTree(neighbours, order: order.nodes)
    let rows = ContractedRows(neighbours, tree)
    nodes = Block(tree.nodes, filler: 0)
    ranks = Block(tree.ranks, filler: 0)
    parent = Block(tree.parent, filler: EliminationTree.none)
    depth = Block(tree.depth, filler: 0)
    firstBelow = Block(tree.firstBelow, filler: 0)
    height = Int(tree.depth.max() ?? 0) + min(n, 1)
    rowFirst = Block(rows.first, filler: 0)
    steps = Block(
      (0..<n).map {
        Step(
          first: rows.first[$0], length: rows.length[$0], depth: tree.depth[$0],
          run: rows.runFirst[$0])
      }, filler: Step(first: 0, length: 0, depth: 0, run: 0))
    upArcCount = rows.arcCount
    triangleCount = rows.length.reduce(0) { $0 + Int($1) * (Int($1) - 1) / 2 }
    rowPages = rows.layout
    givenPages = PageLayout(count: graph.arcCount)
    runs = Block(rows.runs, filler: cv_run(depth: 0, start: .max))
    bottom = Block(rows.bottom, filler: 0)
    lowerFirst = Block(rows.lowerFirst, filler: 0)
    lower = Block(rows.lower, filler: Lower(bottom: 0, count: 0, place: 0))
    let (first, arcs) = Self.place(graph, tree)
    givenFirst = Block(first, filler: 0)
    given = Block(arcs, filler: GivenArc(key: 0, arc: 0))
    givenPlace = Block(count: arcs.count, filledWith: 0)
    for (place, one) in arcs.enumerated() { givenPlace.row[one.arc] = UInt32(place) }
  }

  /// The graph's arcs by the row that they belong to; a loop leads to a depth that is in no row.
  private static func place(
    _ graph: Graph, _ tree: EliminationTree
  ) -> (first: [UInt32], arcs: [GivenArc]) {
    let n = graph.nodeCount
    var first = [UInt32](repeating: 0, count: n + 1)
    for arc in graph.tails.indices {
      let low = min(tree.ranks[Int(graph.tails[arc])], tree.ranks[Int(graph.heads[arc])])
      first[Int(low) + 1] += 1
    }
    for rank in 0..<n { first[rank + 1] += first[rank] }
    var next = first
    var arcs = [GivenArc](repeating: GivenArc(key: 0, arc: 0), count: Int(first[n]))
    for arc in graph.tails.indices {
      let tail = tree.ranks[Int(graph.tails[arc])]
      let head = tree.ranks[Int(graph.heads[arc])]
      let low = Int(min(tail, head))
      let key = tree.depth[Int(max(tail, head))] << 1 | (tail > head ? 1 : 0)
      arcs[Int(next[low])] = GivenArc(key: key, arc: UInt32(arc))
      next[low] += 1
    }
    return (first, arcs)
  }

  /// How many arcs lead up after contraction, new ones included; as many lead down.
  public let upArcCount: Int

  /// How many times a metric compares a way over a lower node with an arc.
  public let triangleCount: Int

  /// How many nodes and arcs a search from a node passes on its way up.
  public func searchSpace(of node: Int) -> (nodes: Int, arcs: Int) {
    var rank = ranks.row[node]
    var found = (nodes: 0, arcs: 0)
    while rank != EliminationTree.none {
      found.nodes += 1
      found.arcs += rowLength(Int(rank))
      rank = parent.row[rank]
    }
    return found
  }

  @inline(__always)
  func rowLength(_ rank: Int) -> Int { Int(steps.row[rank].length) }

  /// The place of the ancestor at `depth` in the row of `rank`, `nil` if it is not in it.
  @inline(__always)
  func place(ofDepth depth: UInt32, in rank: Int, runs: Row<cv_run>) -> Int? {
    let length = steps.row[rank].length
    var run = Int(steps.row[rank].run)
    while runs[run].start < length {
      let next = min(runs[run + 1].start, length)
      if depth < runs[run].depth { return nil }
      let place = runs[run].start + (depth - runs[run].depth)
      if place < next { return Int(place) }
      run += 1
    }
    return nil
  }
}
