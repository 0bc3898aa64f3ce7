/// Events in the order of their times; those of one time in the order in which they were put in.
struct EventQueue<Event> {
  private var heap: [(timeSeconds: Double, number: Int, event: Event)] = []
  private var number = 0

  mutating func reserve(_ count: Int) { heap.reserveCapacity(count) }

  mutating func push(_ timeSeconds: Double, _ event: Event) {
    heap.append((timeSeconds, number, event))
    number += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard isBefore(child, parent) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> (timeSeconds: Double, event: Event)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      var parent = 0
      while true {
        var child = 2 * parent + 1
        guard child < heap.count else { break }
        if child + 1 < heap.count, isBefore(child + 1, child) { child += 1 }
        guard isBefore(child, parent) else { break }
        heap.swapAt(child, parent)
        parent = child
      }
    }
    return (first.timeSeconds, first.event)
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    (heap[a].timeSeconds, heap[a].number) < (heap[b].timeSeconds, heap[b].number)
  }
}
