import SimpleFeatures

/// Boxes in a packed R-tree: sorted once, then asked which of them hold a point.
///
/// Sort-tile-recursive packing (Leutenegger et al. 1997, doi:10.1109/ICDE.1997.582015) in one
/// array, eight to a node; a question reads a few nodes on each level.
struct PackedBoxes: Sendable {
  /// The boxes of all levels, leaves first and the root last.
  private var boxes: [Envelope] = []
  /// The children of each box; none for leaves.
  private var children: [Range<Int>] = []
  /// For each leaf, in the tree's order, its index in the array given at the start.
  private(set) var order: [Int] = []
  private static let nodeSize = 8

  /// Packs `entries`, none of which is empty.
  init(_ entries: [Envelope]) {
    order = Self.tiled(entries)
    boxes = order.map { entries[$0] }
    children = order.map { _ in 0..<0 }
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
  }

  /// Calls `body` with the place in ``order`` of each box that holds the point, border included.
  @inline(__always)
  func forEach(holdingX x: Double, _ y: Double, _ body: (Int) -> Void) {
    let (boxes, children) = (boxes.span, children.span)
    guard !boxes.isEmpty else { return }
    // Depth first: at most seven brothers wait on each of nine levels, enough for 8^9 boxes.
    var waiting = InlineArray<64, Int>(repeating: 0)
    waiting[0] = boxes.count - 1
    var count = 1
    while count > 0 {
      count -= 1
      let node = waiting[count]
      let box = boxes[node]
      guard box.minX <= x, x <= box.maxX, box.minY <= y, y <= box.maxY else { continue }
      let group = children[node]
      if group.isEmpty {
        body(node)
        continue
      }
      for child in group {
        waiting[count] = child
        count += 1
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
