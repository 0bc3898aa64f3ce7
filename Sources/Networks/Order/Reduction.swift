/// A graph without the nodes that may be contracted first at no cost: those of at most two
/// neighbours.
///
/// Contracting one joins its neighbours by at most one new arc. Rounds of nodes that are not beside
/// each other keep the tree of a long chain low.
struct Reduction {
  /// The nodes contracted first, in their order.
  private(set) var early: [UInt32] = []
  /// What is left: neighbours of each node, of nodes that are left.
  private(set) var neighbours: Neighbours
  private var degree: [UInt32]
  private(set) var isLeft: [Bool]

  init(_ neighbours: Neighbours) {
    self.neighbours = neighbours
    let n = neighbours.nodeCount
    degree = (0..<n).map { neighbours.first[$0 + 1] - neighbours.first[$0] }
    isLeft = [Bool](repeating: true, count: n)
    early.reserveCapacity(n)
    var waiting = (0..<UInt32(n)).filter { degree[Int($0)] <= 2 }
    var round: UInt32 = 0
    var lastTouched = [UInt32](repeating: 0, count: n)
    var isWaiting = degree.map { $0 <= 2 }
    while !waiting.isEmpty {
      round += 1
      var later: [UInt32] = []
      for node in waiting {
        if lastTouched[Int(node)] == round {
          later.append(node)
          continue
        }
        for other in contract(node) {
          lastTouched[Int(other)] = round
          if degree[Int(other)] <= 2, !isWaiting[Int(other)] {
            isWaiting[Int(other)] = true
            later.append(other)
          }
        }
      }
      waiting = later.sorted()
    }
  }

  /// Neighbours of a node that is left.
  func rest(of node: UInt32) -> ArraySlice<UInt32> {
    let begin = Int(neighbours.first[Int(node)])
    return neighbours.list[begin..<begin + Int(degree[Int(node)])]
  }

  /// Takes a node out and joins its neighbours, who are returned.
  private mutating func contract(_ node: UInt32) -> [UInt32] {
    let beside = Array(rest(of: node))
    isLeft[Int(node)] = false
    early.append(node)
    if beside.count == 2, !rest(of: beside[0]).contains(beside[1]) {
      replace(node, by: beside[1], at: beside[0])
      replace(node, by: beside[0], at: beside[1])
    } else {
      for other in beside { remove(node, at: other) }
    }
    return beside
  }

  private mutating func replace(_ old: UInt32, by new: UInt32, at node: UInt32) {
    let place = rest(of: node).firstIndex(of: old)
    if let place { neighbours.list[place] = new }
  }

  private mutating func remove(_ old: UInt32, at node: UInt32) {
    let all = rest(of: node)
    guard let place = all.firstIndex(of: old) else { return }
    neighbours.list[place] = neighbours.list[all.endIndex - 1]
    degree[Int(node)] -= 1
  }
}
