import Dispatch
import Synchronization

/// Weights on a contraction hierarchy: what each arc, given or added, costs in both directions.
///
/// Never changes once made, so any number of threads may search on it.
public final class Metric: Sendable {
  /// What the metric lies on.
  public let hierarchy: ContractionHierarchy
  /// The weights that were given, arc by arc.
  public let weights: [UInt32]
  /// The weights of the rows: from each node up to its row, and down from there.
  let up, down: Block<UInt32>

  /// Customises a hierarchy to the weights of its graph's arcs.
  ///
  /// Weights of `Weight.unreachable` and above mean closed. The result does not depend on
  /// `threads`.
  public init(_ hierarchy: ContractionHierarchy, weights: [UInt32], threads: Int) {
    precondition(weights.count == hierarchy.graph.arcCount, "each arc has a weight")
    self.hierarchy = hierarchy
    self.weights = weights
    up = Block(count: hierarchy.upArcCount, filledWith: Weight.unreachable)
    down = Block(count: hierarchy.upArcCount, filledWith: Weight.unreachable)
    let work = Customisation(hierarchy, weights: self.weights, up: up.row, down: down.row)
    work.all(threads: threads)
  }

  init(_ hierarchy: ContractionHierarchy, weights: [UInt32], up: Block<UInt32>, down: Block<UInt32>)
  {
    self.hierarchy = hierarchy
    self.weights = weights
    self.up = up
    self.down = down
  }
}

extension Metric {
  /// Whether two metrics of one hierarchy have the same weight on every arc, added ones included.
  public func sameRows(as other: Metric) -> Bool {
    guard other.hierarchy === hierarchy else { return false }
    return (0..<hierarchy.upArcCount).allSatisfy {
      up.row[$0] == other.up.row[$0] && down.row[$0] == other.down.row[$0]
    }
  }
}
