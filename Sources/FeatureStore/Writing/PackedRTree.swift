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
    var tables = try ShadowTables(
      index, rows: firstRow..<firstRow + Int64(boxes.count), in: database)
    var level = sortedByHilbert()
    var depth = 0
    while level.count > tables.nodeCapacity {
      let size = max(2, Int(Double(tables.nodeCapacity) * PackedRTree.fill))
      level = try stride(from: 0, to: level.count, by: size).map { start in
        try tables.addNode(level[start..<min(start + size, level.count)], isLeaf: depth == 0)
      }
      depth += 1
    }
    try tables.writeRoot(level[...], depth: depth)
    try tables.writeLeaves()
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
    // A key and the index below it are one number, and numbers are sorted without a closure.
    return keys.indices.map { UInt64(keys[$0]) << 32 | UInt64($0) }.sorted()
      .map { boxes[Int(UInt32(truncatingIfNeeded: $0))] }
  }
}

/// The tables in which SQLite keeps an R-tree: nodes, the parent of each, the leaf of each row.
private struct ShadowTables {
  /// How many cells a node holds.
  let nodeCapacity: Int
  private let nodeBytes: Int
  private let node: RowStatement
  private var parent: RowInserter
  private var leaf: RowInserter
  private let firstRow: Int64
  /// The leaf of each row: gathered, since rows are quickest written in their order.
  private var leaves: [Int64]
  /// The root is always node 1.
  private var nextNode: Int64 = 2

  init(_ index: String, rows: Range<Int64>, in database: Database) throws {
    let table = { (suffix: String) in "\"\(index)_\(suffix)\"" }
    firstRow = rows.lowerBound
    leaves = [Int64](repeating: 1, count: rows.count)
    nodeBytes =
      try Int.fetchOne(
        database, sql: "SELECT length(data) FROM \(table("node")) WHERE nodeno = 1") ?? 0
    nodeCapacity = (nodeBytes - 4) / PackedRTree.Entry.byteCount
    node = try RowStatement(database, "INSERT OR REPLACE INTO \(table("node")) VALUES (?, ?)")
    parent = try RowInserter(database, into: table("parent"), columnCount: 2)
    leaf = try RowInserter(database, into: table("rowid"), columnCount: 2)
  }

  /// Writes a node and answers its cell in the level above.
  mutating func addNode(_ cells: ArraySlice<PackedRTree.Entry>, isLeaf: Bool) throws
    -> PackedRTree.Entry
  {
    try write(cells, asNode: nextNode, depth: 0, areRows: isLeaf)
    defer { nextNode += 1 }
    return PackedRTree.Entry(cells, number: nextNode)
  }

  /// Writes the root, which alone tells the tree's depth.
  mutating func writeRoot(_ cells: ArraySlice<PackedRTree.Entry>, depth: Int) throws {
    try write(cells, asNode: 1, depth: depth, areRows: depth == 0)
    try parent.finish()
  }

  /// Writes which leaf each row is in, once all nodes are written.
  mutating func writeLeaves() throws {
    for (index, node) in leaves.enumerated() { try leaf.add([firstRow + Int64(index), node]) }
    try leaf.finish()
  }

  private mutating func write(
    _ cells: ArraySlice<PackedRTree.Entry>, asNode number: Int64, depth: Int, areRows: Bool
  ) throws {
    for cell in cells {
      if areRows {
        leaves[Int(cell.number - firstRow)] = number
      } else {
        try parent.add([cell.number, number])
      }
    }
    node.bind(1, number)
    node.bind(2, blob: blob(of: cells, depth: depth))
    try node.run()
  }

  /// Depth (of the root), number of cells, the cells; big-endian.
  private func blob(of cells: ArraySlice<PackedRTree.Entry>, depth: Int) -> [UInt8] {
    var blob: [UInt8] = []
    blob.reserveCapacity(nodeBytes)
    blob.appendLittleEndian(UInt16(depth).byteSwapped)
    blob.appendLittleEndian(UInt16(cells.count).byteSwapped)
    for cell in cells {
      blob.appendLittleEndian(cell.number.byteSwapped)
      for side in [cell.minX, cell.maxX, cell.minY, cell.maxY] {
        blob.appendLittleEndian(side.bitPattern.byteSwapped)
      }
    }
    blob.append(contentsOf: repeatElement(0, count: nodeBytes - blob.count))
    return blob
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
