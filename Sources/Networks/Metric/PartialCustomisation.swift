import CVector

/// Makes anew what a few changed weights touch.
///
/// An arc of the hierarchy is looked at again when a given arc of it has changed, or when a way
/// over a lower node that made its weight has, or has become shorter. Rows are taken from the
/// lowest up, so each is looked at once.
struct PartialCustomisation {
  private let hierarchy: ContractionHierarchy
  private let given, oldUp, oldDown: Paged
  private(set) var up, down: Paged
  private var ownUp, ownDown: [Bool]
  private let tables: Customisation.Tables
  /// A bit for each rank whose row is to be looked at, and for each arc.
  private let waitingRows, waitingArcs: Block<UInt64>
  /// The ancestors of the row at hand, by depth.
  private let line: Block<UInt32>
  /// What was spent so far, in looks at weights; when it exceeds what making all costs, it ends.
  private var spent = 0

  init(
    _ hierarchy: ContractionHierarchy, given: Paged, old: (up: Paged, down: Paged)
  ) {
    self.hierarchy = hierarchy
    self.given = given
    (oldUp, oldDown) = old
    up = Paged(sharing: oldUp)
    down = Paged(sharing: oldDown)
    ownUp = up.noneOwned
    ownDown = ownUp
    tables = Customisation.Tables(height: hierarchy.height)
    waitingRows = Block(count: hierarchy.graph.nodeCount / 64 + 1, filledWith: 0)
    waitingArcs = Block(
      count: hierarchy.rowPages.blockOf.count * PageLayout.size / 64 + 1, filledWith: 0)
    line = Block(count: hierarchy.height + 1, filledWith: 0)
  }

  /// Carries changes of given arcs upwards; false where making all anew is cheaper.
  mutating func update(_ arcs: [Int]) -> Bool {
    let graph = hierarchy.graph
    for arc in arcs {
      let tail = hierarchy.ranks.row[graph.tails[arc]]
      let head = hierarchy.ranks.row[graph.heads[arc]]
      if tail == head { continue }
      let low = Int(min(tail, head))
      let depth = hierarchy.depth.row[max(tail, head)]
      if let place = hierarchy.place(ofDepth: depth, in: low, runs: hierarchy.runs.row) {
        mark(low, place)
      }
    }
    let limit = hierarchy.costOfAll
    for word in 0..<waitingRows.count {
      // Marks of a row are only ever set above it, so the word is read again after each.
      while waitingRows.row[word] != 0 {
        let rank = word * 64 + waitingRows.row[word].trailingZeroBitCount
        waitingRows.row[word] &= waitingRows.row[word] - 1
        look(at: rank)
        if spent > limit { return false }
      }
    }
    return true
  }

  @inline(__always)
  private func mark(_ rank: Int, _ place: Int) {
    let arc = Int(hierarchy.rowFirst.row[rank]) + place
    waitingArcs.row[arc >> 6] |= 1 << UInt64(arc & 63)
    waitingRows.row[rank >> 6] |= 1 << UInt64(rank & 63)
  }

  /// Makes the marked weights of a row, and marks what depends on those that changed.
  private mutating func look(at rank: Int) {
    let first = Int(hierarchy.rowFirst.row[rank])
    let length = hierarchy.rowLength(rank)
    let lowers = Int(hierarchy.lowerFirst.row[rank + 1] - hierarchy.lowerFirst.row[rank])
    var marked: [Int] = []
    for place in 0..<length {
      let arc = first + place
      if waitingArcs.row[arc >> 6] & (1 << UInt64(arc & 63)) != 0 { marked.append(place) }
    }
    // A look at one arc costs a search in each lower row; the whole row goes eight arcs at a time.
    let isWhole = marked.count * 6 > length
    if isWhole {
      Customisation(hierarchy, given: given, up: up, down: down).reckon(rank, in: tables)
      spent += lowers * (4 + length / 8) + length
    } else {
      spent += marked.count * (lowers + 8)
    }
    var changed: [Int] = []
    for place in marked {
      let depth = self.depth(of: place, in: rank)
      let (newUp, newDown) =
        isWhole
        ? (tables.up.row[depth], tables.down.row[depth]) : reckonArc(rank, place, depth)
      let arc = first + place
      if newUp != up[arc] { up.set(arc, to: newUp, own: &ownUp) }
      if newDown != down[arc] { down.set(arc, to: newDown, own: &ownDown) }
      if newUp != oldUp[arc] || newDown != oldDown[arc] { changed.append(place) }
    }
    if !changed.isEmpty { passOn(rank, changed) }
  }

  @inline(__always)
  private func depth(of place: Int, in rank: Int) -> UInt32 {
    let runs = hierarchy.runs.row
    var run = Int(hierarchy.steps.row[rank].run)
    while Int(runs[run + 1].start) <= place { run += 1 }
    return runs[run].depth + UInt32(place) - runs[run].start
  }

  /// The weights of one arc from the given ones and the ways over all lower nodes.
  private func reckonArc(_ rank: Int, _ place: Int, _ depth: UInt32) -> (UInt32, UInt32) {
    var leastUp = Weight.unreachable
    var leastDown = Weight.unreachable
    for place in hierarchy.givenFirst.row[rank]..<hierarchy.givenFirst.row[rank + 1] {
      let key = hierarchy.given.row[place].key
      guard key >> 1 == depth else { continue }
      if key & 1 == 0 {
        leastUp = min(leastUp, given[Int(place)])
      } else {
        leastDown = min(leastDown, given[Int(place)])
      }
    }
    func over(_ ranks: Range<Int>, near: Int, far: Int) {
      for lower in ranks {
        let row = Int(hierarchy.rowFirst.row[lower])
        leastUp = min(leastUp, down[row + near] &+ up[row + far])
        leastDown = min(leastDown, down[row + far] &+ up[row + near])
      }
    }
    for index in hierarchy.lowerFirst.row[rank]..<hierarchy.lowerFirst.row[rank + 1] {
      let lower = hierarchy.lower.row[index]
      let bottom = Int(lower.bottom)
      if let far = hierarchy.place(ofDepth: depth, in: bottom, runs: hierarchy.runs.row) {
        over(bottom..<bottom + Int(lower.count), near: Int(lower.place), far: far)
      }
    }
    over(Int(hierarchy.bottom.row[rank])..<rank, near: hierarchy.rowLength(rank), far: place)
    return (leastUp, leastDown)
  }

  /// Marks the arcs between ancestors that a changed row may have made, or can make shorter now.
  private mutating func passOn(_ rank: Int, _ changed: [Int]) {
    let first = Int(hierarchy.rowFirst.row[rank])
    let length = hierarchy.rowLength(rank)
    spent += changed.count * length
    // Ancestors by place in the row: the row lists them from the root down.
    var above = hierarchy.parent.row[rank]
    var at = length - 1
    while at >= 0 {
      let wanted = depth(of: at, in: rank)
      while hierarchy.depth.row[above] != wanted { above = hierarchy.parent.row[above] }
      line.row[at] = above
      at -= 1
    }
    let runs = hierarchy.runs.row
    for place in changed {
      let far = self.depth(of: place, in: rank)
      for other in 0..<length where other != place {
        // The row of the deeper one holds the arc.
        let (low, high) = other > place ? (other, place) : (place, other)
        let lowRank = Int(line.row[low])
        let highDepth = other > place ? far : hierarchy.depth.row[line.row[high]]
        guard let target = hierarchy.place(ofDepth: highDepth, in: lowRank, runs: runs) else {
          continue
        }
        let arc = Int(hierarchy.rowFirst.row[lowRank]) + target
        let wasUp = oldDown[first + low] &+ oldUp[first + high]
        let wasDown = oldDown[first + high] &+ oldUp[first + low]
        let isUp = down[first + low] &+ up[first + high]
        let isDown = down[first + high] &+ up[first + low]
        if isUp < up[arc] || isDown < down[arc]
          || (wasUp == oldUp[arc] && isUp > wasUp)
          || (wasDown == oldDown[arc] && isDown > wasDown)
        {
          mark(lowRank, target)
        }
      }
    }
  }
}
