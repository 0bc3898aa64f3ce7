import CVector

/// Climbs from one node to its root, row by row.
struct Climber {
  private let hierarchy: ContractionHierarchy
  private let hasLanes = cv_has_avx2() != 0

  init(_ hierarchy: ContractionHierarchy) {
    self.hierarchy = hierarchy
  }

  /// Climbs from one terminal; leaves the distances of its ancestors in a table by depth.
  @inline(__always)
  func climb(
    from terminal: Terminal, _ weights: Row<UInt32>, into table: Row<UInt32>,
    each: (UInt32, UInt32) -> Void
  ) {
    let hierarchy = hierarchy
    precondition(terminal.node < hierarchy.graph.nodeCount, "a terminal is a node of the graph")
    let depth = hierarchy.depth.row
    let rowFirst = hierarchy.rowFirst.row
    var rank = hierarchy.ranks.row[terminal.node]
    table.fill(Int(depth[rank]), with: Weight.unreachable)
    table[depth[rank]] = min(terminal.cost, Weight.unreachable)
    while rank != EliminationTree.none {
      let distance = table[depth[rank]]
      each(rank, distance)
      if distance < Weight.unreachable {
        let first = rowFirst[rank]
        let length = rowFirst[Int(rank) + 1] - first
        let row = weights.from(Int(first))
        let runs = hierarchy.runs.row.from(Int(hierarchy.runFirst.row[rank]))
        if hasLanes {
          unsafe cv_relax_avx2(table.base, row.base, runs.base, length, distance)
        } else {
          unsafe cv_relax_any(table.base, row.base, runs.base, length, distance)
        }
      }
      rank = hierarchy.parent.row[rank]
    }
  }
}
