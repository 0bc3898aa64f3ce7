extension Metric {
  /// The metric with other weights on some arcs; this one stays as it is.
  ///
  /// Only what the changes touch is made anew, unless so much of the hierarchy is touched that
  /// making all of it is cheaper. Of an arc that is named twice the last weight counts. The result
  /// is that of a new metric, bit by bit.
  public func changing(_ changes: [(arc: Int, weight: UInt32)], threads: Int) -> Metric {
    let graph = hierarchy.graph
    var given = Paged(sharing: self.given)
    var own = given.noneOwned
    var touched: [Int] = []
    touched.reserveCapacity(changes.count)
    for (arc, weight) in changes {
      precondition((0..<graph.arcCount).contains(arc), "a change is of an arc of the graph")
      let place = Int(hierarchy.givenPlace.row[arc])
      if given[place] != weight {
        given.set(place, to: weight, own: &own)
        touched.append(arc)
      }
    }
    guard !touched.isEmpty else { return self }
    // Measured: beyond one arc in ten nearly every row above changes.
    if touched.count * 10 > graph.arcCount {
      return Metric(hierarchy, given: given, threads: threads)
    }
    var work = PartialCustomisation(hierarchy, given: given, old: (up, down))
    work.update(touched)
    return Metric(hierarchy, given: given, up: work.up, down: work.down)
  }

  private convenience init(_ hierarchy: ContractionHierarchy, given: Paged, threads: Int) {
    let up = Paged(hierarchy.rowPages, filledWith: Weight.unreachable)
    let down = Paged(hierarchy.rowPages, filledWith: Weight.unreachable)
    Customisation(hierarchy, given: given, up: up, down: down).all(threads: threads)
    self.init(hierarchy, given: given, up: up, down: down)
  }
}
