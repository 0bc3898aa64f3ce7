import CVector

/// Finds shortest paths on metrics of one hierarchy; the work space of one thread.
///
/// From each terminal a search climbs the elimination tree to its root. Distances lie in tables by
/// depth, since a node has one ancestor at each. Searches of one direction that come to the same
/// node go on as one.
public final class RouteSearch {
  let hierarchy: ContractionHierarchy
  private let hasLanes = cv_has_avx2() != 0
  var forward: [Climb] = []
  var backward: [Climb] = []
  private var tables: [Block<UInt32>] = []
  private(set) var meeting: Meeting?
  private(set) var metric: Metric?
  var hops: [Hop] = []

  /// One terminal's search.
  struct Climb {
    /// The rank and cost of its terminal, and which it is.
    var start, cost: UInt32
    var terminal: Int
    /// Where it stands, all below being done; `EliminationTree.none` when it is over.
    var head: UInt32
    /// Where it went on with another one, or ended.
    var end: UInt32 = EliminationTree.none
    /// Distances by depth.
    var table: Row<UInt32>
  }

  /// The highest node of the best path found so far.
  struct Meeting {
    var rank: UInt32
    var forward, backward: UInt32
    var distance: UInt32
  }

  /// Work space for searches on a hierarchy.
  public init(_ hierarchy: ContractionHierarchy) {
    self.hierarchy = hierarchy
  }

  /// The shortest path from any of `from` to any of `to`; `nil` where there is none.
  ///
  /// Exact; meant for few terminals. Ways of `Weight.unreachable` and above do not exist.
  public func run(from: [Terminal], to: [Terminal], on metric: Metric) -> SearchResult? {
    precondition(metric.hierarchy === hierarchy, "the metric lies on another hierarchy")
    self.metric = metric
    meeting = nil
    var used = 0
    begin(from, &forward, &used)
    begin(to, &backward, &used)
    guard !forward.isEmpty, !backward.isEmpty else { return nil }
    climb(metric)
    guard let meeting else { return nil }
    let source = forward.count == 1 ? forward[0].terminal : trace(forward: true)
    let target = backward.count == 1 ? backward[0].terminal : trace(forward: false)
    return SearchResult(distance: meeting.distance, source: source, target: target)
  }

  private func begin(_ terminals: [Terminal], _ climbs: inout [Climb], _ used: inout Int) {
    climbs.removeAll(keepingCapacity: true)
    for (index, terminal) in terminals.enumerated() where terminal.cost < Weight.unreachable {
      precondition(terminal.node < hierarchy.graph.nodeCount, "a terminal is a node of the graph")
      if used == tables.count {
        tables.append(Block(count: hierarchy.height + 8, filledWith: Weight.unreachable))
      }
      let table = tables[used].row
      used += 1
      let rank = hierarchy.ranks.row[terminal.node]
      let depth = hierarchy.depth.row[rank]
      table.fill(Int(depth), with: Weight.unreachable)
      table[depth] = terminal.cost
      climbs.append(
        Climb(start: rank, cost: terminal.cost, terminal: index, head: rank, table: table))
    }
  }

  private func climb(_ metric: Metric) {
    let none = EliminationTree.none
    while true {
      // The lowest place where a search stands, and the next one.
      var low = none
      var next = none
      var isForward = false
      var index = 0
      var forwardLeft = 0
      var backwardLeft = 0
      for (place, one) in forward.enumerated() where one.head != none {
        forwardLeft += 1
        if one.head < low {
          next = low
          low = one.head
          isForward = true
          index = place
        } else {
          next = min(next, one.head)
        }
      }
      for (place, one) in backward.enumerated() where one.head != none {
        backwardLeft += 1
        if one.head < low {
          next = low
          low = one.head
          isForward = false
          index = place
        } else {
          next = min(next, one.head)
        }
      }
      if forwardLeft == 0 || backwardLeft == 0 { return }
      if low < next {
        if isForward {
          forward[index].head = advance(low, below: next, forward[index].table, metric.up)
        } else {
          backward[index].head = advance(low, below: next, backward[index].table, metric.down)
        }
        continue
      }
      let one = join(&forward, at: low)
      let other = join(&backward, at: low)
      if one >= 0, other >= 0 {
        let isLast =
          forward.allSatisfy { $0.head == none || $0.head == low }
          && backward.allSatisfy { $0.head == none || $0.head == low }
        let head = meet(
          low, alone: isLast, forward[one].table, backward[other].table, metric)
        forward[one].head = head
        backward[other].head = head
      } else if one >= 0 {
        forward[one].head = advance(low, below: low + 1, forward[one].table, metric.up)
      } else {
        backward[other].head = advance(low, below: low + 1, backward[other].table, metric.down)
      }
    }
  }

  /// Lets the searches that stand at `rank` go on as the first of them, whose index is returned.
  private func join(_ climbs: inout [Climb], at rank: UInt32) -> Int {
    var first = -1
    for index in climbs.indices where climbs[index].head == rank {
      guard first >= 0 else {
        first = index
        continue
      }
      let kept = climbs[first].table
      let other = climbs[index].table
      for depth in 0...Int(hierarchy.depth.row[rank]) {
        kept[depth] = min(kept[depth], other[depth])
      }
      climbs[index].head = EliminationTree.none
      climbs[index].end = rank
    }
    return first
  }

  /// Passes on what a search knows, from `rank` up to the first ancestor that is not below `limit`.
  @inline(__always)
  private func advance(
    _ rank: UInt32, below limit: UInt32, _ table: Row<UInt32>, _ weights: Paged
  ) -> UInt32 {
    let best = meeting?.distance ?? Weight.unreachable
    let hierarchy = hierarchy
    let depth = hierarchy.depth.row
    let parent = hierarchy.parent.row
    var rank = rank
    while rank < limit {
      let distance = table[depth[rank]]
      if distance < best { hierarchy.relax(rank, distance, table, weights, hasLanes: hasLanes) }
      rank = parent[rank]
    }
    return rank
  }

  /// Compares the two directions at `rank` and passes both on; up to the root if they are `alone`.
  private func meet(
    _ rank: UInt32, alone: Bool, _ forward: Row<UInt32>, _ backward: Row<UInt32>, _ metric: Metric
  ) -> UInt32 {
    var best = meeting?.distance ?? Weight.unreachable
    let depth = hierarchy.depth.row
    let parent = hierarchy.parent.row
    let up = metric.up
    let down = metric.down
    var rank = rank
    repeat {
      let here = forward[depth[rank]]
      let there = backward[depth[rank]]
      if here &+ there < best {
        best = here &+ there
        meeting = Meeting(rank: rank, forward: here, backward: there, distance: best)
      }
      if here < best { hierarchy.relax(rank, here, forward, up, hasLanes: hasLanes) }
      if there < best { hierarchy.relax(rank, there, backward, down, hasLanes: hasLanes) }
      rank = parent[rank]
    } while alone && rank != EliminationTree.none
    return rank
  }
}
