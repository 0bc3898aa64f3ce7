import CVector

/// Climbs from one node to its root, row by row.
struct UpwardSearch {
  private let hierarchy: ContractionHierarchy
  private let hasLanes = cv_has_avx2() != 0

  init(_ hierarchy: ContractionHierarchy) {
    self.hierarchy = hierarchy
  }

  /// Climbs from one terminal; leaves the distances of its ancestors in a table by depth.
  @inline(__always)
  func climb(
    from terminal: Terminal, _ weights: Paged, into table: Row<UInt32>,
    each: (UInt32, UInt32) -> Void
  ) {
    let hierarchy = hierarchy
    precondition(terminal.node < hierarchy.graph.nodeCount, "a terminal is a node of the graph")
    let depth = hierarchy.depth.row
    var rank = hierarchy.ranks.row[terminal.node]
    table.fill(Int(depth[rank]), with: Weight.unreachable)
    table[depth[rank]] = min(terminal.cost, Weight.unreachable)
    while rank != EliminationTree.none {
      let distance = table[depth[rank]]
      each(rank, distance)
      if distance < Weight.unreachable {
        hierarchy.relax(rank, distance, table, weights, hasLanes: hasLanes)
      }
      rank = hierarchy.parent.row[rank]
    }
  }
}

extension ContractionHierarchy {
  /// Lowers the distances of a rank's upper neighbours, in a table by depth, to those over it.
  ///
  /// - Parameter hasLanes: Whether the processor has AVX2.
  @inline(__always)
  func relax(
    _ rank: UInt32, _ distance: UInt32, _ table: Row<UInt32>, _ weights: Paged, hasLanes: Bool
  ) {
    let step = steps.row[rank]
    let row = weights.row(at: step.first)
    let runs = runs.row.from(Int(step.run))
    if hasLanes {
      unsafe cv_relax_avx2(table.base, row.base, runs.base, step.length, distance)
    } else {
      unsafe cv_relax_any(table.base, row.base, runs.base, step.length, distance)
    }
  }
}
