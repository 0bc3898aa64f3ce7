/// A connected part of a graph that is to be ordered, with nodes numbered from 0.
struct Cell: Sendable {
  /// What the nodes are called outside.
  var names: [UInt32]
  /// Where they lie.
  var x, y: [Float]
  /// The nodes beside each.
  var neighbours: Neighbours
  /// Where in the order its nodes go: here and behind.
  var place: Int

  var count: Int { names.count }

  /// The connected parts of a cell's nodes that are not `taken`, from `place` on one behind the
  /// other.
  func parts(without taken: (Int) -> Bool, from place: Int) -> [Cell] {
    let n = count
    var number = [UInt32](repeating: .max, count: n)
    var members: [UInt32] = []
    members.reserveCapacity(n)
    var found: [Cell] = []
    for start in 0..<n where number[start] == .max && !taken(start) {
      members.removeAll(keepingCapacity: true)
      members.append(UInt32(start))
      number[start] = 0
      var next = 0
      var arcs = 0
      while next < members.count {
        let node = Int(members[next])
        next += 1
        for other in neighbours[node] where !taken(Int(other)) {
          arcs += 1
          if number[Int(other)] == .max {
            number[Int(other)] = UInt32(members.count)
            members.append(other)
          }
        }
      }
      found.append(part(members, number: number, arcs: arcs, taken: taken))
    }
    var at = place
    for index in found.indices {
      found[index].place = at
      at += found[index].count
    }
    return found
  }

  private func part(
    _ members: [UInt32], number: [UInt32], arcs: Int, taken: (Int) -> Bool
  ) -> Cell {
    var list: [UInt32] = []
    list.reserveCapacity(arcs)
    var first: [UInt32] = [0]
    first.reserveCapacity(members.count + 1)
    for node in members {
      for other in neighbours[Int(node)] where !taken(Int(other)) {
        list.append(number[Int(other)])
      }
      first.append(UInt32(list.count))
    }
    return Cell(
      names: members.map { names[Int($0)] }, x: members.map { x[Int($0)] },
      y: members.map { y[Int($0)] }, neighbours: Neighbours(first: first, list: list), place: 0)
  }
}
