extension Metric {
  /// The metric with other weights on some arcs; this one stays as it is.
  ///
  /// Only what the changes touch is made anew, unless so much of the hierarchy is touched that
  /// making all of it is cheaper. Of an arc that is named twice the last weight counts. The result
  /// is that of a new metric, bit by bit.
  public func changing(_ changes: [(arc: Int, weight: UInt32)], threads: Int) -> Metric {
    var weights = weights
    var touched: [Int] = []
    touched.reserveCapacity(changes.count)
    for (arc, weight) in changes {
      precondition(weights.indices.contains(arc), "a change is of an arc of the graph")
      if weights[arc] != weight {
        weights[arc] = weight
        touched.append(arc)
      }
    }
    guard !touched.isEmpty else { return self }
    // Measured: beyond one arc in ten nearly every row above changes, and a row that changes costs
    // about twice of one that is simply made.
    if touched.count * 10 > hierarchy.graph.arcCount {
      return Metric(hierarchy, weights: weights, threads: threads)
    }
    let count = hierarchy.upArcCount
    let up = Block<UInt32>(count: count, copying: self.up)
    let down = Block<UInt32>(count: count, copying: self.down)
    var work = PartialCustomisation(
      hierarchy, weights: weights, old: (self.up.row, self.down.row), new: (up.row, down.row))
    guard work.update(touched) else {
      return Metric(hierarchy, weights: weights, threads: threads)
    }
    return Metric(hierarchy, weights: weights, up: up, down: down)
  }
}
