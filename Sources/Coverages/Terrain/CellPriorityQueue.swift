/// A priority queue of cells: the lowest first, of equal ones that which has waited longest.
struct CellPriorityQueue {
  private struct Entry {
    var height: Float
    var turn: UInt32
    var cell: Int32
  }

  private var heap: [Entry] = []
  private var turn: UInt32 = 0

  mutating func push(_ cell: Int, height: Float) {
    heap.append(Entry(height: height, turn: turn, cell: Int32(cell)))
    turn += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard isBefore(child, parent) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> (cell: Int, height: Float)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return (Int(first.cell), first.height) }
    heap[0] = last
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { break }
      let right = left + 1
      let child = right < heap.count && isBefore(right, left) ? right : left
      guard isBefore(child, parent) else { break }
      heap.swapAt(child, parent)
      parent = child
    }
    return (Int(first.cell), first.height)
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    (heap[a].height, heap[a].turn) < (heap[b].height, heap[b].turn)
  }
}
