import CVector
import Dispatch
import Synchronization

/// Puts weights on the rows of a hierarchy.
///
/// The weight between a node and one of its row is the least of the given arcs and of the ways over
/// each node below both. Rows are made from the lowest rank to the highest; while a row is made it
/// lies in a table by depth, so that the rows of lower nodes meet it in runs.
struct Customisation {
  let hierarchy: ContractionHierarchy
  let given, up, down: Paged
  private let hasLanes = cv_has_avx2() != 0
  private let steps: Row<ContractionHierarchy.Step>
  private let runs: Row<cv_run>
  private let rowFirst, bottom, givenFirst, lowerFirst: Row<UInt32>
  private let arcs: Row<ContractionHierarchy.GivenArc>
  private let lower: Row<ContractionHierarchy.Lower>

  init(
    _ hierarchy: ContractionHierarchy, given: Paged, up: Paged, down: Paged
  ) {
    self.hierarchy = hierarchy
    self.given = given
    self.up = up
    self.down = down
    steps = hierarchy.steps.row
    runs = hierarchy.runs.row
    rowFirst = hierarchy.rowFirst.row
    bottom = hierarchy.bottom.row
    givenFirst = hierarchy.givenFirst.row
    lowerFirst = hierarchy.lowerFirst.row
    arcs = hierarchy.given.row
    lower = hierarchy.lower.row
  }

  /// A row in the making, by depth.
  struct Tables {
    let up, down: Block<UInt32>

    init(height: Int) {
      up = Block(count: height + 8, filledWith: 0)
      down = Block(count: height + 8, filledWith: 0)
    }
  }

  /// Makes all rows.
  func all(threads: Int) {
    let n = hierarchy.graph.nodeCount
    guard threads > 1 else {
      let tables = Tables(height: hierarchy.height)
      for rank in 0..<n { makeRow(rank, in: tables) }
      return
    }
    let pieces = hierarchy.pieces(for: threads)
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      let tables = Tables(height: hierarchy.height)
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < pieces.subtrees.count else { return }
        for rank in pieces.subtrees[index] { makeRow(rank, in: tables) }
      }
    }
    let tables = Tables(height: hierarchy.height)
    for rank in pieces.rest { makeRow(Int(rank), in: tables) }
  }

  /// Makes the row of a rank, when all below it are made.
  @inline(__always)
  func makeRow(_ rank: Int, in tables: Tables) {
    compute(rank, in: tables)
    let step = steps[rank]
    let up = up.row(at: step.first)
    let down = down.row(at: step.first)
    let tableUp = tables.up.row
    let tableDown = tables.down.row
    var run = Int(step.run)
    while runs[run].start < step.length {
      let end = Int(min(runs[run + 1].start, step.length))
      var place = Int(runs[run].start)
      var depth = Int(runs[run].depth)
      while place < end {
        up[place] = tableUp[depth]
        down[place] = tableDown[depth]
        place += 1
        depth += 1
      }
      run += 1
    }
  }

  /// Leaves the weights of a rank's row in the tables.
  @inline(__always)
  func compute(_ rank: Int, in tables: Tables) {
    let step = steps[rank]
    let tableUp = tables.up.row
    let tableDown = tables.down.row
    var run = Int(step.run)
    while runs[run].start < step.length {
      let begin = Int(runs[run].depth)
      let end = begin + Int(min(runs[run + 1].start, step.length) - runs[run].start)
      var depth = begin
      while depth < end {
        tableUp[depth] = Weight.unreachable
        tableDown[depth] = Weight.unreachable
        depth += 1
      }
      run += 1
    }
    for place in givenFirst[rank]..<givenFirst[rank + 1] {
      let key = arcs[place].key
      let table = key & 1 == 0 ? tableUp : tableDown
      table[key >> 1] = min(table[key >> 1], given.block(of: place)[place])
    }
    for place in lowerFirst[rank]..<lowerFirst[rank + 1] {
      let one = lower[place]
      combine(Int(one.bottom), Int(one.count), one.place, tableUp, tableDown)
    }
    let bottom = Int(bottom[rank])
    if bottom < rank { combine(bottom, rank - bottom, step.length, tableUp, tableDown) }
  }

  @inline(__always)
  private func combine(
    _ bottom: Int, _ count: Int, _ place: UInt32, _ tableUp: Row<UInt32>, _ tableDown: Row<UInt32>
  ) {
    let step = steps[bottom]
    // A row of one or two arcs has at most one triangle: no lanes for that.
    if place <= 1, count == 1 {
      guard place == 1 else { return }
      let up = up.row(at: step.first)
      let down = down.row(at: step.first)
      let depth = runs[step.run].depth
      tableUp[depth] = min(tableUp[depth], down[1] &+ up[0])
      tableDown[depth] = min(tableDown[depth], down[0] &+ up[1])
      return
    }
    let firsts = rowFirst.from(bottom)
    let up = up.block(of: step.first)
    let down = down.block(of: step.first)
    let runs = runs.from(Int(step.run))
    if hasLanes {
      unsafe cv_triangles_avx2(
        tableUp.base, tableDown.base, up.base, down.base, firsts.base, count, runs.base, place)
    } else {
      unsafe cv_triangles_any(
        tableUp.base, tableDown.base, up.base, down.base, firsts.base, count, runs.base, place)
    }
  }
}

extension ContractionHierarchy {
  /// Subtrees that threads may work on at the same time, and what is above them, from below.
  func pieces(for threads: Int) -> (subtrees: [Range<Int>], rest: [UInt32]) {
    let n = graph.nodeCount
    // The arcs of a subtree stand for its work; what is above the pieces should be little.
    let most = max(1000, upArcCount / (threads * 12))
    var subtrees: [Range<Int>] = []
    var rest: [UInt32] = []
    var rank = n - 1
    while rank >= 0 {
      let low = Int(firstBelow.row[rank])
      if Int(rowFirst.row[rank] - rowFirst.row[low]) <= most {
        subtrees.append(low..<rank + 1)
        rank = low - 1
      } else {
        rest.append(UInt32(rank))
        rank -= 1
      }
    }
    rest.reverse()
    return (subtrees, rest)
  }
}
