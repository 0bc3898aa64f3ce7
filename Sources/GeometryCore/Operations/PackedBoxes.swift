import SimpleFeatures

/// Boxes in a packed R-tree: sorted once, then asked which of them hold a point.
///
/// Sort-tile-recursive packing (Leutenegger et al. 1997, doi:10.1109/ICDE.1997.582015) in one
/// array, eight to a node; a question reads a few nodes on each level.
struct PackedBoxes: Sendable {
  /// The boxes of all levels as (minX, minY, −maxX, −maxY), leaves first and the root last: one
  /// vector comparison tells whether a box holds a point.
  private var sides: [SIMD4<Double>] = []
  /// The children of each box above the leaves.
  private var children: [Range<Int>] = []
  /// For each leaf, in the tree's order, its index in the array given at the start.
  private(set) var order: [Int] = []
  private static let nodeSize = 8

  /// Packs `entries`, none of which is empty.
  init(_ entries: [Envelope]) {
    order = Self.tiled(entries)
    var boxes = order.map { entries[$0] }
    var level = 0..<boxes.count
    while level.count > 1 {
      for node in Swift.stride(from: level.lowerBound, to: level.upperBound, by: Self.nodeSize) {
        let group = node..<min(node + Self.nodeSize, level.upperBound)
        var around = Envelope.empty
        for i in group { around.formUnion(boxes[i]) }
        boxes.append(around)
        children.append(group)
      }
      level = level.upperBound..<boxes.count
    }
    sides = boxes.map { SIMD4($0.minX, $0.minY, -$0.maxX, -$0.maxY) }
  }

  /// Calls `body` with the place in ``order`` of each box that holds the point, border included.
  @inline(__always)
  func forEach(holdingX x: Double, _ y: Double, _ body: (Int) -> Void) {
    let (sides, children) = (sides.span, children.span)
    let (point, leafCount) = (SIMD4(x, y, -x, -y), order.count)
    guard !sides.isEmpty, all(sides[sides.count - 1] .<= point) else { return }
    // Depth first: at most seven brothers wait on each of nine levels, enough for 8^9 boxes.
    var waiting = InlineArray<64, Int>(repeating: 0)
    waiting[0] = sides.count - 1
    var count = 1
    while count > 0 {
      count -= 1
      let node = waiting[count]
      if node < leafCount {
        body(node)
        continue
      }
      for child in children[node - leafCount] {
        // No branch: which children hold the point cannot be foretold.
        waiting[count] = child
        count += all(sides[child] .<= point) ? 1 : 0
      }
    }
  }

  /// The indices in vertical strips by x, each strip sorted by y.
  private static func tiled(_ entries: [Envelope]) -> [Int] {
    let leaves = (Double(entries.count) / Double(nodeSize)).rounded(.up)
    let perStrip = nodeSize * max(1, Int(leaves.squareRoot().rounded(.up)))
    var sorted = entries.indices.sorted {
      entries[$0].minX + entries[$0].maxX < entries[$1].minX + entries[$1].maxX
    }
    for start in Swift.stride(from: 0, to: sorted.count, by: perStrip) {
      let strip = start..<min(start + perStrip, sorted.count)
      sorted[strip].sort {
        entries[$0].minY + entries[$0].maxY < entries[$1].minY + entries[$1].maxY
      }
    }
    return sorted
  }
}
