import CVector
import Dispatch
import Synchronization

extension TargetSet {
  /// Distances from many places to all targets, row by row: `[source * targets.count + target]`.
  ///
  /// In `reverse`, from all targets to each of the places. Each source and each target climbs once;
  /// then the distance of a pair is the least sum over the ancestors that the two share.
  public func matrix(
    from sources: [[Terminal]], on metric: Metric, reverse: Bool = false, threads: Int
  ) -> [UInt32] {
    precondition(metric.hierarchy === hierarchy, "the metric lies on another hierarchy")
    let width = targets.count
    let result = Block<UInt32>(count: sources.count * width, filledWith: Weight.unreachable)
    // Measured, in tenths of a nanosecond: a row costs 60 and 2 for each of its arcs, a pair 200
    // and 1 for each two nodes of a line of ancestors.
    let ends = targets.reduce(0) { $0 + $1.count }
    let begins = sources.reduce(0) { $0 + $1.count }
    let one = targets.joined().first.map { hierarchy.searchSpace(of: Int($0.node)) }
    let climb = (one?.nodes ?? 0) * 60 + (one?.arcs ?? 0) * 2
    let paired = (ends + begins) * climb + begins * ends * (200 + (one?.nodes ?? 0) / 2)
    let swept = begins * climb + sources.count * (sweepNodes * 60 + sweepArcs * 2)
    let next = Atomic(0)
    let workers = max(1, threads)
    if swept < paired {
      run(workers) {
        while true {
          let source = next.add(1, ordering: .relaxed).oldValue
          guard source < sources.count else { return }
          let distances = self.row(sources[source], on: metric, reverse: reverse)
          for (target, distance) in distances.enumerated() {
            result.row[source * width + target] = distance
          }
        }
      }
    } else {
      // Labels of some targets at a time, so that memory stays small.
      var begin = 0
      while begin < width {
        let labels = Labels(
          hierarchy, targets, from: begin, reverse ? metric.up : metric.down,
          threads: workers)
        let weights = reverse ? metric.down : metric.up
        next.store(0, ordering: .relaxed)
        run(workers) {
          let line = LabelledLine(hierarchy)
          while true {
            let source = next.add(1, ordering: .relaxed).oldValue
            guard source < sources.count else { return }
            for terminal in sources[source] where terminal.cost < Weight.unreachable {
              line.climb(from: terminal, weights)
              line.meet(labels, into: result.row.from(source * width))
            }
          }
        }
        begin = labels.end
      }
    }
    return (0..<result.count).map { result.row[$0] }
  }

  private func run(_ workers: Int, _ body: @Sendable () -> Void) {
    guard workers > 1 else { return body() }
    DispatchQueue.concurrentPerform(iterations: workers) { _ in body() }
  }
}

/// Distances from ancestors to the terminals of some targets, table by table.
private final class Labels: Sendable {
  /// The target behind the last one that is here.
  let end: Int
  /// For each terminal its target and rank, and where its table begins.
  let target: [Int]
  let rank: [UInt32]
  let first: [Int]
  let tables: Block<UInt32>

  /// At most this many distances are kept at a time.
  private static var most: Int { 4 << 20 }

  init(
    _ hierarchy: ContractionHierarchy, _ targets: [[Terminal]], from begin: Int,
    _ weights: Paged, threads: Int
  ) {
    var target: [Int] = []
    var terminals: [Terminal] = []
    var first = [0]
    var index = begin
    while index < targets.count, index == begin || first[first.count - 1] < Self.most {
      for terminal in targets[index] where terminal.cost < Weight.unreachable {
        target.append(index)
        terminals.append(terminal)
        let depth = Int(hierarchy.depth.row[hierarchy.ranks.row[terminal.node]])
        first.append(first[first.count - 1] + (depth + 8) / 8 * 8)
      }
      index += 1
    }
    end = index
    self.target = target
    self.first = first
    rank = terminals.map { hierarchy.ranks.row[$0.node] }
    tables = Block(count: first[first.count - 1], filledWith: Weight.unreachable)
    let next = Atomic(0)
    let all = terminals
    let begins = first
    let row = tables.row
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
      let line = LabelledLine(hierarchy)
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < all.count else { return }
        line.climb(from: all[index], weights)
        row.from(begins[index]).copy(line.count, from: line.table.row)
      }
    }
  }
}

/// One terminal's ancestors and the distances to them, by depth.
private final class LabelledLine {
  private let hierarchy: ContractionHierarchy
  private let hasLanes = cv_has_avx2() != 0
  private let ascent: UpwardSearch
  let table: Block<UInt32>
  private let ranks, lows: Block<UInt32>
  private(set) var count = 0

  init(_ hierarchy: ContractionHierarchy) {
    self.hierarchy = hierarchy
    ascent = UpwardSearch(hierarchy)
    table = Block(count: hierarchy.height + 8, filledWith: Weight.unreachable)
    ranks = Block(count: hierarchy.height, filledWith: 0)
    lows = Block(count: hierarchy.height, filledWith: 0)
  }

  func climb(from terminal: Terminal, _ weights: Paged) {
    let depth = hierarchy.depth.row
    count = Int(depth[hierarchy.ranks.row[terminal.node]]) + 1
    ascent.climb(from: terminal, weights, into: table.row) { rank, _ in
      ranks.row[depth[rank]] = rank
      lows.row[depth[rank]] = hierarchy.firstBelow.row[rank]
    }
  }

  /// Lowers the distances of a row to what goes over shared ancestors.
  func meet(_ labels: Labels, into row: Row<UInt32>) {
    for index in labels.target.indices {
      let rank = labels.rank[index]
      // Of the line the ancestors down to some depth are ancestors of the other, too.
      var shared = 0
      var rest = count
      while shared < rest {
        let middle = (shared + rest) / 2
        if ranks.row[middle] >= rank, lows.row[middle] <= rank {
          shared = middle + 1
        } else {
          rest = middle
        }
      }
      let other = labels.tables.row.from(labels.first[index])
      let least =
        hasLanes
        ? unsafe cv_meet_avx2(table.row.base, other.base, shared)
        : unsafe cv_meet_any(table.row.base, other.base, shared)
      let target = labels.target[index]
      row[target] = min(row[target], least)
    }
  }
}
