/// The way up: distances from terminals to their ancestors over rising arcs.
final class UpwardDistances {
  private let climber: UpwardSearch
  /// Distances by rank; `Weight.unreachable` save for what was passed.
  let distances: Block<UInt32>
  /// The ranks passed, the highest first.
  private(set) var passed: [UInt32] = []
  private let table: Block<UInt32>

  init(_ hierarchy: ContractionHierarchy) {
    climber = UpwardSearch(hierarchy)
    distances = Block(count: hierarchy.graph.nodeCount, filledWith: Weight.unreachable)
    table = Block(count: hierarchy.height + 8, filledWith: Weight.unreachable)
  }

  /// Climbs from terminals, one after the other, each to its root.
  func climb(from terminals: [Terminal], _ weights: Paged) {
    let distances = distances.row
    for terminal in terminals where terminal.cost < Weight.unreachable {
      climber.climb(from: terminal, weights, into: table.row) { rank, distance in
        distances[rank] = min(distances[rank], distance)
        passed.append(rank)
      }
    }
    if terminals.count > 1 {
      passed.sort(by: >)
      var last = UInt32.max
      passed.removeAll { rank in
        defer { last = rank }
        return rank == last
      }
    } else {
      passed.reverse()
    }
  }

  /// Forgets what `climb` left.
  func clear() {
    for rank in passed { distances.row[rank] = Weight.unreachable }
    passed.removeAll(keepingCapacity: true)
  }
}
