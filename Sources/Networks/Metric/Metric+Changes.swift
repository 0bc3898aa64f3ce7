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
    guard !isSpread(touched) else {
      return Metric(hierarchy, given: given, threads: threads)
    }
    var work = PartialCustomisation(hierarchy, given: given, old: (up, down))
    work.update(touched)
    return Metric(hierarchy, given: given, up: work.up, down: work.down)
  }

  /// Whether changes lie in so many parts of the graph that making all rows is cheaper.
  ///
  /// Measured: from a quarter of the parts on, each 64 ranks, whether there are 50,000 nodes or
  /// 250,000.
  private func isSpread(_ arcs: [Int]) -> Bool {
    let graph = hierarchy.graph
    let parts = graph.nodeCount / 64 + 1
    guard arcs.count > 16, arcs.count * 4 > parts else { return false }
    var isTouched = [Bool](repeating: false, count: parts)
    for arc in arcs {
      let low = min(hierarchy.ranks.row[graph.tails[arc]], hierarchy.ranks.row[graph.heads[arc]])
      isTouched[Int(low) / 64] = true
    }
    return isTouched.count { $0 } * 4 > parts
  }

  private convenience init(_ hierarchy: ContractionHierarchy, given: Paged, threads: Int) {
    let up = Paged(hierarchy.rowPages, filledWith: Weight.unreachable)
    let down = Paged(hierarchy.rowPages, filledWith: Weight.unreachable)
    Customisation(hierarchy, given: given, up: up, down: down).all(threads: threads)
    self.init(hierarchy, given: given, up: up, down: down)
  }
}
