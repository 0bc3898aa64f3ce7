import Dispatch
import Synchronization

/// Nested dissection: parts a graph by few nodes, which come last in the order, and goes on with
/// the parts.
///
/// Cuts are found as in inertial flow (Schild and Sommer 2015): of the nodes sorted along a
/// direction the first quarter is the source and the last the sink; here nodes, not arcs, are cut.
struct Dissection: ~Copyable {
  /// How many nodes in a direction are source, and as many sink, of each 100.
  static let share = 25
  /// Directions in which cells are cut: multiples of x and y.
  static let directions: [(Float, Float)] = [(1, 0), (0, 1), (1, 1), (1, -1)]
  /// Cells up to this size are ordered node by node.
  static let smallest = 10

  private let order: Row<UInt32>

  /// Writes the order of the nodes of `cells` from each cell's place on.
  static func order(_ cells: [Cell], into order: Row<UInt32>, threads: Int) {
    let dissection = Dissection(order: order)
    let count = cells.reduce(0) { max($0, $1.count) }
    var rooms = [FlowRoom(count: count)]
    guard threads > 1 else {
      dissection.finish(cells, in: rooms[0])
      return
    }
    // The largest are cut, direction by direction on all threads, until there is work for each.
    for _ in 1..<max(1, min(threads, directions.count)) { rooms.append(FlowRoom(count: count)) }
    var heap = cells
    while heap.count < 8 * threads {
      guard let largest = heap.indices.max(by: { heap[$0].count < heap[$1].count }),
        heap[largest].count > 2000
      else { break }
      heap += dissection.split(heap.remove(at: largest), in: rooms)
    }
    heap.sort { $0.count != $1.count ? $0.count > $1.count : $0.place < $1.place }
    let next = Atomic(0)
    let all = heap
    let spaces = rooms
    DispatchQueue.concurrentPerform(iterations: rooms.count) { thread in
      let dissection = Dissection(order: order)
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < all.count else { return }
        dissection.finish([all[index]], in: spaces[thread])
      }
    }
  }

  /// Orders cells and all their parts.
  private func finish(_ cells: [Cell], in room: FlowRoom) {
    var waiting = cells
    while let cell = waiting.popLast() {
      if cell.count <= Self.smallest {
        for (rank, node) in SmallCell.order(cell).enumerated() {
          order[cell.place + rank] = cell.names[node]
        }
      } else {
        waiting += split(cell, in: [room])
      }
    }
  }

  /// A way to part a cell.
  private struct Candidate {
    var size: Int
    /// Nodes of the smaller side.
    var balance: Int
    var direction: Int
    var side: [UInt8]

    /// Fewer nodes for more balance; of equals, the first direction.
    func isBetter(than other: Candidate) -> Bool {
      let mine = size * other.balance
      let its = other.size * balance
      if mine != its { return mine < its }
      if balance != other.balance { return balance > other.balance }
      return direction < other.direction
    }
  }

  /// Parts a cell: its cut is written to the order, its parts are returned.
  private func split(_ cell: Cell, in rooms: [FlowRoom]) -> [Cell] {
    var best: Candidate?
    if rooms.count == 1 {
      for direction in Self.directions.indices {
        let found = Self.candidate(cell, direction, toBeat: best, in: rooms[0])
        if let found, best.map({ found.isBetter(than: $0) }) ?? true { best = found }
      }
    } else {
      let found = Mutex<[Candidate]>([])
      let next = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: rooms.count) { thread in
        while true {
          let direction = next.add(1, ordering: .relaxed).oldValue
          guard direction < Self.directions.count else { return }
          let known = found.withLock { all in
            all.first { one in all.allSatisfy { !$0.isBetter(than: one) } }
          }
          if let one = Self.candidate(cell, direction, toBeat: known, in: rooms[thread]) {
            found.withLock { $0.append(one) }
          }
        }
      }
      for one in found.withLock({ $0 }) where best.map({ one.isBetter(than: $0) }) ?? true {
        best = one
      }
    }
    guard let best else { return [] }
    return part(cell, best)
  }

  private func part(_ cell: Cell, _ cut: Candidate) -> [Cell] {
    let (dx, dy) = Self.directions[cut.direction]
    // Along the cut, so that what a cell touches of it is in one piece.
    let line = (0..<cell.count).filter { cut.side[$0] == 0 }
      .map { (key: cell.y[$0] * dx - cell.x[$0] * dy, node: $0) }
      .sorted { $0.key != $1.key ? $0.key < $1.key : $0.node < $1.node }
    var place = cell.place + cell.count - line.count
    let parts = cell.parts(without: { cut.side[$0] == 0 }, from: cell.place)
    for (_, node) in line {
      order[place] = cell.names[node]
      place += 1
    }
    return parts
  }

  /// The fewest nodes that part a cell along one direction, unless `known` is certainly better.
  private static func candidate(
    _ cell: Cell, _ direction: Int, toBeat known: Candidate?, in room: FlowRoom
  ) -> Candidate? {
    let n = cell.count
    sort(cell, along: directions[direction], in: room)
    let kind = room.kind.row
    kind.fill(n, with: NodeFlow.middle)
    let ends = max(1, n * share / 100)
    for place in 0..<ends {
      kind[room.sorted.row[place]] = NodeFlow.source
      kind[room.sorted.row[n - 1 - place]] = NodeFlow.sink
    }
    // A cut of this many nodes is worse even if it halves the cell.
    let limit = known.map { $0.size * (n / 2) / max(1, $0.balance) } ?? n
    return unsafe cell.neighbours.first.withUnsafeBufferPointer { first in
      unsafe cell.neighbours.list.withUnsafeBufferPointer { list -> Candidate? in
        guard let firsts = first.baseAddress, let lists = list.baseAddress else { return nil }
        var flow = NodeFlow(
          unsafe Row(UnsafeMutablePointer(mutating: firsts)),
          unsafe Row(UnsafeMutablePointer(mutating: lists)), count: n, in: room)
        guard flow.maximise(limit: limit) else { return nil }
        let cut = flow.cut()
        let balance = min(cut.before, n - cut.before - cut.size)
        let side = (0..<n).map { room.side.row[$0] }
        return Candidate(
          size: cut.size, balance: max(1, balance), direction: direction, side: side)
      }
    }
  }

  /// Nodes by their place along a direction, into `room.sorted`.
  private static func sort(_ cell: Cell, along direction: (Float, Float), in room: FlowRoom) {
    let keys = (0..<cell.count).map { node -> UInt64 in
      let key = cell.x[node] * direction.0 + cell.y[node] * direction.1
      let bits = key.isNaN ? 0 : key.bitPattern
      let rising = bits & 0x8000_0000 == 0 ? bits | 0x8000_0000 : ~bits
      return UInt64(rising) << 32 | UInt64(node)
    }.sorted()
    for (place, key) in keys.enumerated() {
      room.sorted.row[place] = UInt32(truncatingIfNeeded: key)
    }
  }
}
