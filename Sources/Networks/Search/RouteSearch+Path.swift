extension RouteSearch {
  /// An arc of the hierarchy on a way: between a rank and the ancestor at `place` of its row.
  struct Hop {
    var low, place: UInt32
    /// The depth of the ancestor.
    var depth: UInt32
    var isUp: Bool
  }

  /// The arcs of the way that was found last, by number, from its source to its target.
  ///
  /// Empty where none was found and where source and target are one node.
  public func path() -> [Int] {
    guard let meeting, let metric else { return [] }
    hops.removeAll(keepingCapacity: true)
    _ = trace(forward: true)
    var path: [Int] = []
    for hop in hops.reversed() { unpack(hop, metric, into: &path) }
    hops.removeAll(keepingCapacity: true)
    _ = trace(forward: false)
    for hop in hops { unpack(hop, metric, into: &path) }
    _ = meeting
    return path
  }

  /// The hops between a terminal and the meeting, from the meeting on, into `hops`; the terminal.
  func trace(forward isForward: Bool) -> Int {
    guard let meeting, let metric else { return 0 }
    let climbs = isForward ? forward : backward
    let weights = isForward ? metric.up : metric.down
    var rank = meeting.rank
    var distance = isForward ? meeting.forward : meeting.backward
    // All nodes that the searches passed below the meeting, from the highest down.
    var passed: [(rank: UInt32, climb: Int)] = []
    for (index, climb) in climbs.enumerated() {
      var at = climb.start
      while at < rank, at != climb.end {
        passed.append((at, index))
        at = hierarchy.parent.row[at]
      }
    }
    if climbs.count > 1 {
      passed.sort { $0.rank != $1.rank ? $0.rank > $1.rank : $0.climb < $1.climb }
    } else {
      passed.reverse()
    }
    var next = 0
    while true {
      if let start = climbs.first(where: { $0.start == rank && $0.cost == distance }) {
        return start.terminal
      }
      var isFound = false
      let low = hierarchy.firstBelow.row[rank]
      let depth = hierarchy.depth.row[rank]
      while next < passed.count, !isFound {
        let (candidate, index) = passed[next]
        next += 1
        guard candidate >= low, candidate < rank else { continue }
        let known = climbs[index].table[hierarchy.depth.row[candidate]]
        guard known <= distance,
          let place = hierarchy.place(
            ofDepth: depth, in: Int(candidate), runs: hierarchy.runs.row),
          known &+ weights[Int(hierarchy.rowFirst.row[candidate]) + place] == distance
        else { continue }
        hops.append(Hop(low: candidate, place: UInt32(place), depth: depth, isUp: isForward))
        rank = candidate
        distance = known
        isFound = true
      }
      precondition(isFound, "a way that was found begins at a terminal")
    }
  }

  /// The given arcs that a hop stands for.
  func unpack(_ hop: Hop, _ metric: Metric, into path: inout [Int]) {
    var waiting = [hop]
    let up = metric.up
    let down = metric.down
    let rowFirst = hierarchy.rowFirst.row
    while let hop = waiting.popLast() {
      let low = Int(hop.low)
      let weight = (hop.isUp ? up : down)[Int(rowFirst[low]) + Int(hop.place)]
      if let arc = given(hop, weight, metric) {
        path.append(arc)
        continue
      }
      let (first, second) = triangle(hop, weight, up, down)
      waiting.append(second)
      waiting.append(first)
    }
  }

  private func given(_ hop: Hop, _ weight: UInt32, _ metric: Metric) -> Int? {
    let key = hop.depth << 1 | (hop.isUp ? 0 : 1)
    let first = hierarchy.givenFirst.row
    for place in first[hop.low]..<first[Int(hop.low) + 1] {
      let given = hierarchy.given.row[place]
      if given.key == key, metric.given[Int(place)] == weight { return Int(given.arc) }
    }
    return nil
  }

  /// The two hops over a lower node that cost as much as a hop.
  private func triangle(
    _ hop: Hop, _ weight: UInt32, _ up: Paged, _ down: Paged
  ) -> (Hop, Hop) {
    let low = Int(hop.low)
    let rowFirst = hierarchy.rowFirst.row
    let depth = hierarchy.depth.row[low]
    // `low` at `near` and the hop's upper end at `far` in the rows of `ranks`.
    func find(_ ranks: Range<Int>, near: Int, far: Int) -> (Hop, Hop)? {
      for rank in ranks {
        let row = Int(rowFirst[rank])
        let cost = hop.isUp ? down[row + near] &+ up[row + far] : down[row + far] &+ up[row + near]
        guard cost == weight else { continue }
        let nearHop = Hop(
          low: UInt32(rank), place: UInt32(near), depth: depth, isUp: !hop.isUp)
        let farHop = Hop(
          low: UInt32(rank), place: UInt32(far), depth: hop.depth, isUp: hop.isUp)
        return hop.isUp ? (nearHop, farHop) : (farHop, nearHop)
      }
      return nil
    }
    let bottom = Int(hierarchy.bottom.row[low])
    if let found = find(bottom..<low, near: hierarchy.rowLength(low), far: Int(hop.place)) {
      return found
    }
    let lowers = hierarchy.lowerFirst.row[low]..<hierarchy.lowerFirst.row[low + 1]
    for place in lowers.reversed() {
      let lower = hierarchy.lower.row[place]
      let bottom = Int(lower.bottom)
      guard
        let far = hierarchy.place(ofDepth: hop.depth, in: bottom, runs: hierarchy.runs.row),
        let found = find(bottom..<bottom + Int(lower.count), near: Int(lower.place), far: far)
      else { continue }
      return found
    }
    preconditionFailure("an arc of the hierarchy is given or goes over a lower node")
  }
}
