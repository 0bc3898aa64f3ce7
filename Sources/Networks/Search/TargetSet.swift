import CVector
import Synchronization

/// Places to which, or from which, many distances are asked for.
///
/// A row of distances is one sweep over the targets' ancestors alone (RPHAST). `matrix` compares
/// searches from both sides instead where that is cheaper.
///
/// Source: Delling, Goldberg, Werneck: Faster Batched Shortest Paths in Road Networks (2011).
public final class TargetSet: Sendable {
  let hierarchy: ContractionHierarchy
  /// Where each target's ways may end.
  public let targets: [[Terminal]]
  /// The targets' ancestors, the highest rank first, and their rows.
  private let ranks: [UInt32]
  private let steps: Block<ContractionHierarchy.Step>
  /// The terminals, target by target: the place of their rank in `ranks`.
  private let ends: [End]
  private let rooms = Mutex<[Room]>([])

  private struct End {
    var target, place: Int
    var cost: UInt32
  }

  /// What one thread needs for a sweep (invariant: only who took it from `rooms` touches it).
  private final class Room: @unchecked Sendable {
    let ascent: UpwardDistances
    let table: Block<UInt32>
    let distances: Block<UInt32>

    init(_ hierarchy: ContractionHierarchy, ranks: Int) {
      ascent = UpwardDistances(hierarchy)
      table = Block(count: hierarchy.height + 8, filledWith: Weight.unreachable)
      distances = Block(count: ranks, filledWith: Weight.unreachable)
    }
  }

  /// A set of targets, each with one or more terminals.
  public init(_ hierarchy: ContractionHierarchy, targets: [[Terminal]]) {
    self.hierarchy = hierarchy
    self.targets = targets
    var isNeeded = [Bool](repeating: false, count: hierarchy.graph.nodeCount)
    for terminal in targets.joined() {
      precondition(terminal.node < hierarchy.graph.nodeCount, "a terminal is a node of the graph")
      var rank = hierarchy.ranks.row[terminal.node]
      while rank != EliminationTree.none, !isNeeded[Int(rank)] {
        isNeeded[Int(rank)] = true
        rank = hierarchy.parent.row[rank]
      }
    }
    ranks = isNeeded.indices.reversed().filter { isNeeded[$0] }.map { UInt32($0) }
    var place = [UInt32: Int](minimumCapacity: targets.count)
    let wanted = Set(targets.joined().map { hierarchy.ranks.row[$0.node] })
    for (index, rank) in ranks.enumerated() where wanted.contains(rank) { place[rank] = index }
    ends = targets.indices.flatMap { target in
      targets[target].map {
        End(
          target: target, place: place[hierarchy.ranks.row[$0.node]] ?? 0,
          cost: min($0.cost, Weight.unreachable))
      }
    }
    steps = Block(
      ranks.map { hierarchy.steps.row[$0] },
      filler: ContractionHierarchy.Step(first: 0, length: 0, depth: 0, run: 0))
  }

  /// The distance to each target from the nearest of some terminals.
  public func distances(from terminals: [Terminal], on metric: Metric) -> [UInt32] {
    row(terminals, on: metric, reverse: false)
  }

  /// The distance from each target to the nearest of some terminals.
  public func distances(to terminals: [Terminal], on metric: Metric) -> [UInt32] {
    row(terminals, on: metric, reverse: true)
  }

  /// How many arcs a sweep over the targets' ancestors looks at.
  var sweepArcs: Int { (0..<ranks.count).reduce(0) { $0 + Int(steps.row[$1].length) } }

  /// How many nodes a sweep passes.
  var sweepNodes: Int { ranks.count }

  func row(_ terminals: [Terminal], on metric: Metric, reverse: Bool) -> [UInt32] {
    precondition(metric.hierarchy === hierarchy, "the metric lies on another hierarchy")
    let room = rooms.withLock { $0.popLast() } ?? Room(hierarchy, ranks: ranks.count)
    defer { rooms.withLock { $0.append(room) } }
    room.ascent.climb(from: terminals, reverse ? metric.down : metric.up)
    defer { room.ascent.clear() }
    let weights = reverse ? metric.up : metric.down
    let climbed = room.ascent.distances.row
    let table = room.table.row
    let distances = room.distances.row
    let hasLanes = cv_has_avx2() != 0
    let runs = hierarchy.runs.row
    let steps = steps.row
    for index in 0..<ranks.count { distances[index] = climbed[ranks[index]] }
    for index in 0..<ranks.count {
      let step = steps[index]
      let runs = runs.from(Int(step.run))
      let row = weights.row(at: step.first)
      let known = distances[index]
      let distance =
        hasLanes
        ? unsafe cv_gather_avx2(table.base, row.base, runs.base, step.length, known)
        : unsafe cv_gather_any(table.base, row.base, runs.base, step.length, known)
      table[step.depth] = distance
      distances[index] = distance
    }
    var result = [UInt32](repeating: Weight.unreachable, count: targets.count)
    for end in ends {
      result[end.target] = min(result[end.target], distances[end.place] &+ end.cost)
    }
    return result
  }
}
