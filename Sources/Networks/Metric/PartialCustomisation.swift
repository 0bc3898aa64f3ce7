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
  private var marked: [Int] = []
  private var changed: [Int] = []
  /// A bit for each rank whose row is to be looked at, and for each arc.
  private let waitingRows, waitingArcs: Block<UInt64>
  /// The ancestors of the row at hand and their depths, by place.
  private let line, depths: Block<UInt32>
  /// How often each rank's row was asked; `whole` where it is to be made whole.
  private let asked: Block<UInt32>
  private static var whole: UInt32 { .max }

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
    waitingRows = Block(zeros: hierarchy.graph.nodeCount / 64 + 1)
    asked = Block(zeros: hierarchy.graph.nodeCount)
    waitingArcs = Block(zeros: hierarchy.rowPages.blockOf.count * PageLayout.size / 64 + 1)
    line = Block(count: hierarchy.height + 1, filledWith: 0)
    depths = Block(count: hierarchy.height + 1, filledWith: 0)
  }

  /// Carries changes of given arcs upwards.
  ///
  /// A row is asked arc by arc whether it depends on a lower one, until that has cost as much as
  /// making it; then it is made whole and asked no more. So this never costs much more than twice
  /// of what making all rows does, and little where little changes.
  mutating func update(_ arcs: [Int]) {
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
    for word in 0..<waitingRows.count {
      // Marks of a row are only ever set above it, so the word is read again after each.
      while waitingRows.row[word] != 0 {
        let rank = word * 64 + waitingRows.row[word].trailingZeroBitCount
        waitingRows.row[word] &= waitingRows.row[word] - 1
        look(at: rank)
      }
    }
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
    let isAll = asked.row[rank] == Self.whole
    marked.removeAll(keepingCapacity: true)
    for place in 0..<length {
      let arc = first + place
      if isAll || waitingArcs.row[arc >> 6] & (1 << UInt64(arc & 63)) != 0 {
        marked.append(place)
      }
    }
    // A look at one arc costs a search in each lower row; the whole row goes eight arcs at a time.
    let isWhole = isAll || marked.count * 6 > length
    if isWhole {
      Customisation(hierarchy, given: given, up: up, down: down).compute(rank, in: tables)
    }
    changed.removeAll(keepingCapacity: true)
    for place in marked {
      let depth = self.depth(of: place, in: rank)
      let (newUp, newDown) =
        isWhole
        ? (tables.up.row[depth], tables.down.row[depth]) : computeArc(rank, place, depth)
      let arc = first + place
      if newUp != up[arc] { up.set(arc, to: newUp, own: &ownUp) }
      if newDown != down[arc] { down.set(arc, to: newDown, own: &ownDown) }
      if newUp != oldUp[arc] || newDown != oldDown[arc] { changed.append(place) }
    }
    if !changed.isEmpty { passOn(rank) }
  }

  @inline(__always)
  private func depth(of place: Int, in rank: Int) -> UInt32 {
    let runs = hierarchy.runs.row
    var run = Int(hierarchy.steps.row[rank].run)
    while Int(runs[run + 1].start) <= place { run += 1 }
    return runs[run].depth + UInt32(place) - runs[run].start
  }

  /// The weights of one arc from the given ones and the ways over all lower nodes.
  private func computeArc(_ rank: Int, _ place: Int, _ depth: UInt32) -> (UInt32, UInt32) {
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
  private mutating func passOn(_ rank: Int) {
    let hierarchy = hierarchy
    let step = hierarchy.steps.row[rank]
    let first = Int(step.first)
    let length = Int(step.length)
    let runs = hierarchy.runs.row
    let change = RowChange(
      oldUp: oldUp.row(at: first), oldDown: oldDown.row(at: first),
      up: up.row(at: first), down: down.row(at: first))
    // Depths and ranks of the row's ancestors, by place: from the root down.
    var run = Int(step.run)
    while runs[run].start < step.length {
      let begin = runs[run].start
      for place in begin..<min(runs[run + 1].start, step.length) {
        depths.row[place] = runs[run].depth + place - begin
      }
      run += 1
    }
    var above = hierarchy.parent.row[rank]
    for place in (0..<length).reversed() {
      while hierarchy.depth.row[above] != depths.row[place] { above = hierarchy.parent.row[above] }
      line.row[place] = above
    }
    // The row of each ancestor holds its arcs to those nearer to the root.
    var nextChanged = 0
    for place in 0..<length {
      let low = Int(line.row[place])
      let isChanged = nextChanged < changed.count && changed[nextChanged] == place
      let questions = isChanged ? place : nextChanged
      if isChanged { nextChanged += 1 }
      let known = asked.row[low]
      if questions == 0 || known == Self.whole { continue }
      asked.row[low] = known + UInt32(questions)
      if known > 4 * hierarchy.steps.row[low].length + 16 {
        asked.row[low] = Self.whole
        waitingRows.row[low >> 6] |= 1 << UInt64(low & 63)
        continue
      }
      var run = Int(hierarchy.steps.row[low].run)
      for index in 0..<questions {
        let other = isChanged ? index : changed[index]
        let depth = depths.row[other]
        while runs[run + 1].start != .max,
          depth >= runs[run].depth + (runs[run + 1].start - runs[run].start)
        {
          run += 1
        }
        compare(change, place, other, low, Int(runs[run].start + depth - runs[run].depth))
      }
    }
  }

  /// The weights of a row before and after its change.
  private struct RowChange {
    let oldUp, oldDown, up, down: Row<UInt32>
  }

  /// Marks one arc between ancestors if the way over the changed row made it or is shorter now.
  @inline(__always)
  private func compare(_ row: RowChange, _ low: Int, _ high: Int, _ rank: Int, _ target: Int) {
    let address = Int(hierarchy.rowFirst.row[rank]) + target
    let wasUp = row.oldDown[low] &+ row.oldUp[high]
    let wasDown = row.oldDown[high] &+ row.oldUp[low]
    let isUp = row.down[low] &+ row.up[high]
    let isDown = row.down[high] &+ row.up[low]
    if isUp == wasUp, isDown == wasDown { return }
    if isUp < up[address] || isDown < down[address]
      || (isUp > wasUp && wasUp == oldUp[address])
      || (isDown > wasDown && wasDown == oldDown[address])
    {
      mark(rank, target)
    }
  }
}
