import SimpleFeatures

/// Boxes in a packed R-tree: sorted once, then asked which of them hold a point.
///
/// Sort-tile-recursive packing (Leutenegger et al. 1997, doi:10.1109/ICDE.1997.582015) in one
/// array, eight to a node; a question reads a few nodes on each level.
struct PackedBoxes: Sendable {
  /// The boxes of all levels, leaves first.
  private var boxes: [Envelope] = []
  /// The index that each leaf box has for the caller.
  private var items: [Int32] = []
  /// Where each level begins in ``boxes``, the leaves first, and one past the last.
  private var levelStarts: [Int] = [0]
  private static let nodeSize = 8

  /// Packs `boxes`, none of which is empty, with the index of each.
  init(_ entries: [(box: Envelope, item: Int)]) {
    let sorted = Self.tiled(entries)
    boxes = sorted.map(\.box)
    items = sorted.map { Int32($0.item) }
    levelStarts.append(boxes.count)
    while let start = levelStarts.dropLast().last, boxes.count - start > 1 {
      let end = boxes.count
      for node in Swift.stride(from: start, to: end, by: Self.nodeSize) {
        var around = Envelope.empty
        for i in node..<min(node + Self.nodeSize, end) { around.formUnion(boxes[i]) }
        boxes.append(around)
      }
      levelStarts.append(boxes.count)
    }
  }

  /// Calls `body` with each item whose box holds the point, border included.
  @inline(__always)
  func forEach(holdingX x: Double, _ y: Double, _ body: (Int) -> Void) {
    guard !boxes.isEmpty else { return }
    visit(boxes.count - 1, level: levelStarts.count - 2, x, y, body)
  }

  private func visit(
    _ node: Int, level: Int, _ x: Double, _ y: Double, _ body: (Int) -> Void
  ) {
    let box = boxes[node]
    guard box.minX <= x, x <= box.maxX, box.minY <= y, y <= box.maxY else { return }
    guard level > 0 else { return body(Int(items[node])) }
    let first = levelStarts[level - 1] + (node - levelStarts[level]) * Self.nodeSize
    for child in first..<min(first + Self.nodeSize, levelStarts[level]) {
      visit(child, level: level - 1, x, y, body)
    }
  }

  /// The entries in vertical strips by x, each strip sorted by y.
  private static func tiled(
    _ entries: [(box: Envelope, item: Int)]
  ) -> [(box: Envelope, item: Int)] {
    let leaves = (Double(entries.count) / Double(nodeSize)).rounded(.up)
    let perStrip = nodeSize * max(1, Int(leaves.squareRoot().rounded(.up)))
    var sorted = entries.sorted { $0.box.minX + $0.box.maxX < $1.box.minX + $1.box.maxX }
    for start in Swift.stride(from: 0, to: sorted.count, by: perStrip) {
      let strip = start..<min(start + perStrip, sorted.count)
      sorted[strip].sort { $0.box.minY + $0.box.maxY < $1.box.minY + $1.box.maxY }
    }
    return sorted
  }
}
