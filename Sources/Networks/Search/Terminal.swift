/// Where a way may begin or end, and what it costs from or to there.
public struct Terminal: Sendable, Equatable {
  /// The node.
  public var node: UInt32
  /// What is added to ways that use it.
  public var cost: UInt32

  /// A node and what it costs to use it.
  public init(node: UInt32, cost: UInt32 = 0) {
    self.node = node
    self.cost = cost
  }
}

/// A shortest path between two lists of terminals.
public struct SearchResult: Sendable, Equatable {
  /// What it costs, the terminals' own costs included.
  public var distance: UInt32
  /// Which of the terminals it begins and ends at.
  public var source, target: Int

  /// A way's cost and ends.
  public init(distance: UInt32, source: Int, target: Int) {
    self.distance = distance
    self.source = source
    self.target = target
  }
}
