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
  let hasLanes = cv_has_avx2() != 0

  init(
    _ hierarchy: ContractionHierarchy, given: Paged, up: Paged, down: Paged
  ) {
    self.hierarchy = hierarchy
    self.given = given
    self.up = up
    self.down = down
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
    reckon(rank, in: tables)
    let step = hierarchy.steps.row[rank]
    let length = step.length
    let runs = hierarchy.runs.row
    let up = up.row(at: step.first)
    let down = down.row(at: step.first)
    var run = Int(step.run)
    while runs[run].start < length {
      let begin = Int(runs[run].start)
      let count = Int(min(runs[run + 1].start, length)) - begin
      let depth = Int(runs[run].depth)
      up.from(begin).copy(count, from: tables.up.row.from(depth))
      down.from(begin).copy(count, from: tables.down.row.from(depth))
      run += 1
    }
  }

  /// Leaves the weights of a rank's row in the tables.
  @inline(__always)
  func reckon(_ rank: Int, in tables: Tables) {
    let hierarchy = hierarchy
    let length = hierarchy.steps.row[rank].length
    let runs = hierarchy.runs.row
    let tableUp = tables.up.row
    let tableDown = tables.down.row
    var run = Int(hierarchy.steps.row[rank].run)
    while runs[run].start < length {
      let count = Int(min(runs[run + 1].start, length) - runs[run].start)
      let depth = Int(runs[run].depth)
      tableUp.from(depth).fill(count, with: Weight.unreachable)
      tableDown.from(depth).fill(count, with: Weight.unreachable)
      run += 1
    }
    for place in hierarchy.givenFirst.row[rank]..<hierarchy.givenFirst.row[rank + 1] {
      let key = hierarchy.given.row[place].key
      let table = key & 1 == 0 ? tableUp : tableDown
      table[key >> 1] = min(table[key >> 1], given[Int(place)])
    }
    for place in hierarchy.lowerFirst.row[rank]..<hierarchy.lowerFirst.row[rank + 1] {
      let lower = hierarchy.lower.row[place]
      combine(Int(lower.bottom), Int(lower.count), lower.place, tableUp, tableDown)
    }
    let bottom = Int(hierarchy.bottom.row[rank])
    if bottom < rank { combine(bottom, rank - bottom, length, tableUp, tableDown) }
  }

  @inline(__always)
  private func combine(
    _ bottom: Int, _ count: Int, _ place: UInt32, _ tableUp: Row<UInt32>, _ tableDown: Row<UInt32>
  ) {
    let firsts = hierarchy.rowFirst.row.from(bottom)
    let runs = hierarchy.runs.row.from(Int(hierarchy.steps.row[bottom].run))
    let up = up.block(of: hierarchy.rowFirst.row[bottom])
    let down = down.block(of: hierarchy.rowFirst.row[bottom])
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
