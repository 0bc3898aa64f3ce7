/// The order of a cell of at most 64 nodes: the node with the fewest neighbours first.
enum SmallCell {
  static let largest = 64

  /// The cell's nodes as it numbers them, the one that is contracted first at the front.
  static func order(_ cell: Cell) -> [Int] {
    let n = cell.count
    var beside = (0..<n).map { node in
      cell.neighbours[node].reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    }
    var left = n == 64 ? UInt64.max : (1 << UInt64(n)) - 1
    var order: [Int] = []
    while left != 0 {
      var best = -1
      var fewest = Int.max
      var rest = left
      while rest != 0 {
        let node = rest.trailingZeroBitCount
        rest &= rest - 1
        let degree = beside[node].nonzeroBitCount
        if degree < fewest {
          fewest = degree
          best = node
        }
      }
      order.append(best)
      left &= ~(1 << UInt64(best))
      var others = beside[best]
      let all = others
      while others != 0 {
        let other = others.trailingZeroBitCount
        others &= others - 1
        beside[other] = (beside[other] | all) & left & ~(1 << UInt64(other))
      }
    }
    return order
  }
}
