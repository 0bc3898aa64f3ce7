import CVector

/// Distances from terminals to all nodes, or from all nodes to terminals; the work space of one
/// thread.
///
/// A search climbs from the terminals to the roots; then one sweep goes down through all nodes,
/// each of which looks at its row (PHAST). A node's ancestors are at hand in a table by depth.
///
/// Source: Delling, Goldberg, Nowatzyk, Werneck: PHAST (2013), doi:10.1016/j.jpdc.2012.02.007.
public final class OneToAll {
  private let hierarchy: ContractionHierarchy
  private let hasLanes = cv_has_avx2() != 0
  private let ascent: UpwardDistances
  private let table: Block<UInt32>

  /// Work space for sweeps over a hierarchy.
  public init(_ hierarchy: ContractionHierarchy) {
    self.hierarchy = hierarchy
    ascent = UpwardDistances(hierarchy)
    table = Block(count: hierarchy.height + 8, filledWith: Weight.unreachable)
  }

  /// The distance of each node from the nearest terminal, or to it in `reverse`.
  ///
  /// `Weight.unreachable` where no way leads and where the distance is above `bound`. A low bound
  /// is cheaper: parts of the city that nothing leads into within it are passed over.
  public func distances(
    from terminals: [Terminal], on metric: Metric, reverse: Bool = false,
    bound: UInt32 = Weight.unreachable - 1
  ) -> [UInt32] {
    let n = hierarchy.graph.nodeCount
    var distances = [UInt32](repeating: Weight.unreachable, count: n)
    unsafe distances.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let row = unsafe Row(start)
      let nodes = hierarchy.nodes.row
      sweep(from: terminals, on: metric, reverse: reverse, bound: bound) { rank, distance in
        row[nodes[rank]] = distance
      }
    }
    return distances
  }

  /// The nodes within `bound` of the terminals and their distances, in no order.
  public func reach(
    from terminals: [Terminal], on metric: Metric, reverse: Bool = false, bound: UInt32
  ) -> [(node: UInt32, distance: UInt32)] {
    var found: [(node: UInt32, distance: UInt32)] = []
    let nodes = hierarchy.nodes.row
    sweep(from: terminals, on: metric, reverse: reverse, bound: bound) { rank, distance in
      found.append((nodes[rank], distance))
    }
    return found
  }

  @inline(__always)
  private func sweep(
    from terminals: [Terminal], on metric: Metric, reverse: Bool, bound: UInt32,
    each: (Int, UInt32) -> Void
  ) {
    precondition(metric.hierarchy === hierarchy, "the metric lies on another hierarchy")
    let bound = min(bound, Weight.unreachable - 1)
    ascent.climb(from: terminals, reverse ? metric.down : metric.up)
    defer { ascent.clear() }
    let climbed = ascent.distances.row
    // Ranks that the climb passed, the highest first: their subtrees hold terminals.
    let touched = ascent.passed
    let weights = reverse ? metric.up : metric.down
    let hierarchy = hierarchy
    let table = table.row
    var next = 0
    var rank = hierarchy.graph.nodeCount - 1
    while rank >= 0 {
      let step = hierarchy.steps.row[rank]
      let length = step.length
      let runs = hierarchy.runs.row.from(Int(step.run))
      let known = climbed[rank]
      let row = weights.row(at: step.first)
      let distance =
        hasLanes
        ? unsafe cv_gather_avx2(table.base, row.base, runs.base, length, known)
        : unsafe cv_gather_any(table.base, row.base, runs.base, length, known)
      while next < touched.count, touched[next] > rank { next += 1 }
      if distance <= bound {
        table[step.depth] = distance
        each(rank, distance)
        rank -= 1
        continue
      }
      table[step.depth] = Weight.unreachable
      // Nothing leads from above into what is below if all of the row is out of reach.
      let low = Int(hierarchy.firstBelow.row[rank])
      let holdsTerminal = next < touched.count && Int(touched[next]) >= low
      if !holdsTerminal, low < rank, isOutOfReach(runs, length, bound) {
        rank = low - 1
      } else {
        rank -= 1
      }
    }
  }

  @inline(__always)
  private func isOutOfReach(_ runs: Row<cv_run>, _ length: UInt32, _ bound: UInt32) -> Bool {
    var run = 0
    while runs[run].start < length {
      let count = min(runs[run + 1].start, length) - runs[run].start
      for depth in runs[run].depth..<runs[run].depth + count where table.row[depth] <= bound {
        return false
      }
      run += 1
    }
    return true
  }
}
