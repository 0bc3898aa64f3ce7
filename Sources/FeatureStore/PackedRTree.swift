import GRDB
import SimpleFeatures

/// Fills an empty R-tree index at once: boxes in the order of a Hilbert curve, nodes full.
///
/// SQLite keeps an R-tree in three plain tables whose layout is part of its file format
/// (https://www.sqlite.org/rtree.html#shadow_tables). Writing them directly takes a tenth of the
/// time of inserting box by box, and the tree answers quicker. `rtreecheck` of SQLite finds such a
/// tree sound.
struct PackedRTree {
  /// A box as the index stores it, rounded outwards to 32-bit floats.
  struct Entry {
    var number: Int64
    var minX: Float
    var maxX: Float
    var minY: Float
    var maxY: Float
  }

  /// The boxes of rows `firstRow`, `firstRow` + 1, … without gaps.
  private var boxes: [Entry] = []
  private let firstRow: Int64
  /// How many boxes are gathered at most; 24 bytes each.
  static let capacity = 2_000_000
  /// How full nodes are made, so that later features find room.
  private static let fill = 0.85

  init(firstRow: Int64) {
    self.firstRow = firstRow
  }

  var isFull: Bool { boxes.count >= PackedRTree.capacity }

  /// Adds the next row's box, or replaces that of a row added before.
  mutating func set(_ box: Envelope, ofRow row: Int64) {
    let entry = Entry(box, number: row)
    let index = Int(row - firstRow)
    if index < boxes.count {
      boxes[index] = entry
    } else {
      precondition(index == boxes.count, "rows of a new table come one after the other")
      boxes.append(entry)
    }
  }

  func contains(row: Int64) -> Bool { row >= firstRow && Int(row - firstRow) < boxes.count }

  /// Writes the tree into the empty index called `index`.
  func write(to index: String, in database: Database) throws {
    guard !boxes.isEmpty else { return }
    let table = { (suffix: String) in "\"\(index)_\(suffix)\"" }
    let bytes =
      try Int.fetchOne(
        database, sql: "SELECT length(data) FROM \(table("node")) WHERE nodeno = 1") ?? 0
    let capacity = (bytes - 4) / Entry.byteCount
    let size = max(2, Int(Double(capacity) * PackedRTree.fill))

    let node = try RowStatement(database, "INSERT OR REPLACE INTO \(table("node")) VALUES (?, ?)")
    let parent = try RowStatement(database, "INSERT INTO \(table("parent")) VALUES (?, ?)")
    let rowid = try RowStatement(database, "INSERT INTO \(table("rowid")) VALUES (?, ?)")
    var level = sortedByHilbert()
    var depth = 0
    var nextNode: Int64 = 2
    var rowNodes = [Int64](repeating: 1, count: boxes.count)
    while level.count > capacity {
      var above: [Entry] = []
      for start in stride(from: 0, to: level.count, by: size) {
        let cells = level[start..<min(start + size, level.count)]
        for cell in cells {
          if depth == 0 {
            rowNodes[Int(cell.number - firstRow)] = nextNode
          } else {
            parent.bind(1, cell.number)
            parent.bind(2, nextNode)
            try parent.run()
          }
        }
        node.bind(1, nextNode)
        node.bind(2, blob: PackedRTree.node(cells, depth: 0, bytes: bytes))
        try node.run()
        above.append(Entry(cells, number: nextNode))
        nextNode += 1
      }
      level = above
      depth += 1
    }
    if depth > 0 {
      for cell in level {
        parent.bind(1, cell.number)
        parent.bind(2, Int64(1))
        try parent.run()
      }
    }
    node.bind(1, Int64(1))
    node.bind(2, blob: PackedRTree.node(level[...], depth: depth, bytes: bytes))
    try node.run()
    for (offset, leaf) in rowNodes.enumerated() {
      rowid.bind(1, firstRow + Int64(offset))
      rowid.bind(2, leaf)
      try rowid.run()
    }
  }

  /// A node's blob: depth (of the root), number of cells, the cells; big-endian.
  private static func node(_ cells: ArraySlice<Entry>, depth: Int, bytes: Int) -> [UInt8] {
    var blob: [UInt8] = []
    blob.reserveCapacity(bytes)
    blob.appendLittleEndian(UInt16(depth).byteSwapped)
    blob.appendLittleEndian(UInt16(cells.count).byteSwapped)
    for cell in cells {
      blob.appendLittleEndian(cell.number.byteSwapped)
      for side in [cell.minX, cell.maxX, cell.minY, cell.maxY] {
        blob.appendLittleEndian(side.bitPattern.byteSwapped)
      }
    }
    blob.append(contentsOf: repeatElement(0, count: bytes - blob.count))
    return blob
  }

  private func sortedByHilbert() -> [Entry] {
    let all = boxes.reduce(into: Envelope.empty) { box, entry in
      box.extend(x: Double(entry.minX), y: Double(entry.minY))
      box.extend(x: Double(entry.maxX), y: Double(entry.maxY))
    }
    // Boxes that all start at one place have no width to share.
    let scaleX = all.width > 0 ? 65535 / all.width : 0
    let scaleY = all.height > 0 ? 65535 / all.height : 0
    let keys = boxes.map { entry in
      HilbertCurve.index(
        x: UInt32((Double(entry.minX + entry.maxX) / 2 - all.minX) * scaleX),
        y: UInt32((Double(entry.minY + entry.maxY) / 2 - all.minY) * scaleY))
    }
    return boxes.indices.sorted { keys[$0] < keys[$1] }.map { boxes[$0] }
  }
}

extension PackedRTree.Entry {
  static let byteCount = 24

  init(_ box: Envelope, number: Int64) {
    func down(_ value: Double) -> Float {
      let rounded = Float(value)
      return Double(rounded) > value ? rounded.nextDown : rounded
    }
    func up(_ value: Double) -> Float { -down(-value) }
    self.init(
      number: number, minX: down(box.minX), maxX: up(box.maxX), minY: down(box.minY),
      maxY: up(box.maxY))
  }

  /// The box around `cells`, as the cell of the node above.
  init(_ cells: ArraySlice<Self>, number: Int64) {
    self.init(
      number: number, minX: cells.map(\.minX).min() ?? 0, maxX: cells.map(\.maxX).max() ?? 0,
      minY: cells.map(\.minY).min() ?? 0, maxY: cells.map(\.maxY).max() ?? 0)
  }
}
