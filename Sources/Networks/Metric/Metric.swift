import Dispatch

/// Weights on a contraction hierarchy: what each arc, given or added, costs in both directions.
///
/// Never changes once made, so any number of threads may search on it.
public final class Metric: Sendable {
  /// What the metric lies on.
  public let hierarchy: ContractionHierarchy
  /// The weights of the rows: from each node up to its row, and down from there.
  let up, down: Paged
  /// The given weights in the order of the rows that they belong to.
  let given: Paged

  /// The weights that were given, arc by arc.
  public var weights: [UInt32] {
    let count = hierarchy.graph.arcCount
    return (0..<count).map { given[Int(hierarchy.givenPlace.row[$0])] }
  }

  /// Customises a hierarchy to the weights of its graph's arcs.
  ///
  /// Weights of `Weight.unreachable` and above mean closed. The result does not depend on
  /// `threads`.
  public init(_ hierarchy: ContractionHierarchy, weights: [UInt32], threads: Int) {
    precondition(weights.count == hierarchy.graph.arcCount, "each arc has a weight")
    self.hierarchy = hierarchy
    up = Paged(hierarchy.rowPages, filledWith: Weight.unreachable)
    down = Paged(hierarchy.rowPages, filledWith: Weight.unreachable)
    given = Paged(hierarchy.givenPages, filledWith: Weight.unreachable)
    for place in weights.indices {
      given.block(of: place)[place] = weights[Int(hierarchy.given.row[place].arc)]
    }
    let work = Customisation(hierarchy, given: given, up: up, down: down)
    work.all(threads: threads)
  }

  init(_ hierarchy: ContractionHierarchy, given: Paged, up: Paged, down: Paged) {
    self.hierarchy = hierarchy
    self.given = given
    self.up = up
    self.down = down
  }
}

extension Metric {
  /// Whether two metrics of one hierarchy have the same weight on every arc, added ones included.
  public func sameRows(as other: Metric) -> Bool {
    guard other.hierarchy === hierarchy else { return false }
    return (0..<hierarchy.graph.nodeCount).allSatisfy { rank in
      let first = Int(hierarchy.rowFirst.row[rank])
      return (first..<first + hierarchy.rowLength(rank)).allSatisfy {
        up[$0] == other.up[$0] && down[$0] == other.down[$0]
      }
    }
  }
}
