import CVector

/// The rows of a contracted graph, as `ContractionHierarchy` keeps them.
struct ContractedRows {
  /// Where each row begins: rows of a supernode follow each other and stay in one block of pages.
  private(set) var first: [UInt32]
  private(set) var length: [UInt32]
  private(set) var layout: PageLayout
  private(set) var arcCount: Int
  private(set) var runFirst: [UInt32]
  private(set) var runs: [cv_run] = []
  private(set) var bottom: [UInt32]
  private(set) var lowerFirst: [UInt32]
  private(set) var lower: [ContractionHierarchy.Lower] = []

  init(_ neighbours: Neighbours, _ tree: EliminationTree) {
    let n = tree.nodes.count
    let lists = Self.lists(neighbours, tree)
    arcCount = lists.list.count
    length = (0..<n).map { lists.first[$0 + 1] - lists.first[$0] }
    first = [UInt32](repeating: 0, count: n)
    var end = 0
    var joined: Set<Int> = []
    runFirst = [UInt32](repeating: 0, count: n)
    bottom = runFirst
    lowerFirst = [UInt32](repeating: 0, count: n + 1)
    // Supernodes, and the later neighbours that their nodes share, the nearest to the root first.
    var tops: [(low: Int, high: Int)] = []
    var shared: [UInt32] = []
    var sharedFirst: [Int] = [0]
    var low = 0
    for rank in 0..<n {
      let goesOn =
        rank + 1 < n && tree.parent[rank] == rank + 1 && length[rank] == length[rank + 1] + 1
      if goesOn { continue }
      tops.append((low, rank))
      let size = Int(lists.first[rank + 1] - lists.first[low])
      if end % PageLayout.size + size > PageLayout.size {
        end = (end + PageLayout.size - 1) / PageLayout.size * PageLayout.size
        joined.formUnion(
          (end / PageLayout.size..<(end + size - 1) / PageLayout.size).map { $0 + 1 })
      }
      for member in low...rank {
        first[member] = UInt32(end)
        end += Int(length[member])
      }
      var above = Array(lists[rank])
      above.sort(by: >)
      shared += above
      sharedFirst.append(shared.count)
      for other in above { lowerFirst[Int(other) + 1] += 1 }
      low = rank + 1
    }
    layout = PageLayout(count: end, joined: joined)
    for rank in 0..<n { lowerFirst[rank + 1] += lowerFirst[rank] }
    var next = lowerFirst
    lower = Array(
      repeating: ContractionHierarchy.Lower(bottom: 0, count: 0, place: 0), count: shared.count)
    for (index, (low, high)) in tops.enumerated() {
      let begin = UInt32(runs.count)
      var place: UInt32 = 0
      var expected = UInt32.max
      for other in shared[sharedFirst[index]..<sharedFirst[index + 1]] {
        let depth = tree.depth[Int(other)]
        if depth != expected { runs.append(cv_run(depth: depth, start: place)) }
        expected = depth + 1
        lower[Int(next[Int(other)])] = ContractionHierarchy.Lower(
          bottom: UInt32(low), count: UInt32(high - low + 1), place: place)
        next[Int(other)] += 1
        place += 1
      }
      if place == 0 { runs.append(cv_run(depth: tree.depth[high], start: 0)) }
      runs.append(cv_run(depth: 0, start: .max))
      for rank in low...high {
        runFirst[rank] = begin
        bottom[rank] = UInt32(low)
      }
    }
  }

  /// The later neighbours of each rank after contraction, in no order.
  private static func lists(_ neighbours: Neighbours, _ tree: EliminationTree) -> Neighbours {
    let n = tree.nodes.count
    var firstChild = [UInt32](repeating: EliminationTree.none, count: n)
    var nextChild = firstChild
    for rank in (0..<n).reversed() where tree.parent[rank] != EliminationTree.none {
      nextChild[rank] = firstChild[Int(tree.parent[rank])]
      firstChild[Int(tree.parent[rank])] = UInt32(rank)
    }
    var seenBy = [UInt32](repeating: .max, count: n)
    var first: [UInt32] = [0]
    first.reserveCapacity(n + 1)
    var list: [UInt32] = []
    list.reserveCapacity(2 * neighbours.list.count)
    for rank in 0..<n {
      seenBy[rank] = UInt32(rank)
      for other in neighbours[Int(tree.nodes[rank])] {
        let above = Int(tree.ranks[Int(other)])
        if above > rank, seenBy[above] != rank {
          seenBy[above] = UInt32(rank)
          list.append(UInt32(above))
        }
      }
      var child = firstChild[rank]
      while child != EliminationTree.none {
        for place in Int(first[Int(child)])..<Int(first[Int(child) + 1]) {
          let above = list[place]
          if seenBy[Int(above)] != rank {
            seenBy[Int(above)] = UInt32(rank)
            list.append(above)
          }
        }
        child = nextChild[Int(child)]
      }
      first.append(UInt32(list.count))
    }
    return Neighbours(first: first, list: list)
  }
}
