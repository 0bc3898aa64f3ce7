import GRDB
import SimpleFeatures

/// Fills an empty R-tree index: boxes in the order of a Hilbert curve, nodes full.
///
/// SQLite keeps an R-tree in three plain tables whose layout is part of its file format
/// (https://www.sqlite.org/rtree.html#shadow_tables). Writing them directly takes a tenth of the
/// time of inserting box by box, and the tree answers quicker. `rtreecheck` of SQLite finds such a
/// tree sound.
///
/// Boxes are sorted and written in portions, so memory stays bounded; only the boxes of leaves,
/// one for some forty rows, are kept until the end.
struct PackedRTree {
  /// Boxes of rows in sequence that are still to be written.
  private var portion: [RTreeEntry] = []
  /// The row of the portion's first box.
  private var firstRow: Int64 = 1
  /// The boxes of the leaves that are written.
  private var leaves: [RTreeEntry] = []
  /// Boxes of rows whose portion was written before they changed.
  private(set) var late: [RTreeEntry] = []
  private var tables: ShadowTables
  /// How full nodes are made, so that later features find room.
  private static let fill = 0.85

  /// - Parameter portionSize: How many boxes are sorted at once; 32 bytes each.
  init(_ tree: RTree, portionSize: Int = 500_000, in database: Database) throws {
    tables = try ShadowTables(tree, in: database)
    self.portionSize = max(portionSize, tables.nodeCapacity + 1)
  }

  private let portionSize: Int

  /// Adds the next row's box, or replaces that of a row added before.
  mutating func set(_ entry: RTreeEntry) throws {
    let index = Int(entry.number - firstRow)
    if index == portion.count {
      if portion.count >= portionSize {
        try writePortion()
        firstRow = entry.number
      }
      portion.append(entry)
    } else if index < 0 {
      late.append(entry)
    } else {
      precondition(index < portion.count, "rows of a new table come one after the other")
      portion[index] = entry
    }
  }

  /// Writes what is left and the nodes above the leaves.
  ///
  /// The boxes in ``late`` remain to be entered into the tree as any other.
  mutating func finish() throws {
    guard !leaves.isEmpty || !portion.isEmpty else { return }
    if leaves.isEmpty, portion.count <= tables.nodeCapacity {
      try tables.writeRoot(portion[...], depth: 0)
    } else {
      try writePortion()
      var level = leaves
      var depth = 1
      while level.count > tables.nodeCapacity {
        level = try grouped(level).map { try tables.addNode($0, depth: depth) }
        depth += 1
      }
      try tables.writeRoot(level[...], depth: depth)
    }
    (portion, leaves) = ([], [])
  }

  private mutating func writePortion() throws {
    guard !portion.isEmpty else { return }
    var places = [Int64](repeating: 0, count: portion.count)
    for cells in grouped(RTreeEntry.sorted(portion, byWeight: tables.hasWeights)) {
      let leaf = try tables.addNode(cells, depth: 0)
      for cell in cells { places[Int(cell.number - firstRow)] = leaf.number }
      leaves.append(leaf)
    }
    try tables.writeRows(from: firstRow, leaves: places)
    firstRow += Int64(portion.count)
    portion.removeAll(keepingCapacity: true)
  }

  private func grouped(_ cells: [RTreeEntry]) -> [ArraySlice<RTreeEntry>] {
    let size = max(2, Int(Double(tables.nodeCapacity) * Self.fill))
    return stride(from: 0, to: cells.count, by: size).map {
      cells[$0..<min($0 + size, cells.count)]
    }
  }
}

/// The tables in which SQLite keeps an R-tree: nodes, the parent of each, the leaf of each row.
private struct ShadowTables {
  /// How many cells a node holds.
  let nodeCapacity: Int
  private let nodeBytes: Int
  let hasWeights: Bool
  private let node: RowStatement
  private var parent: RowInserter
  private var leaf: RowInserter
  /// The root is always node 1.
  private var nextNode: Int64 = 2

  init(_ tree: RTree, in database: Database) throws {
    let table = { (suffix: String) in "\"\(tree.name)_\(suffix)\"" }
    hasWeights = tree.hasWeights
    nodeBytes =
      try Int.fetchOne(
        database, sql: "SELECT length(data) FROM \(table("node")) WHERE nodeno = 1") ?? 0
    nodeCapacity = (nodeBytes - 4) / RTree.cellBytes(hasWeights: tree.hasWeights)
    node = try RowStatement(database, "INSERT OR REPLACE INTO \(table("node")) VALUES (?, ?)")
    parent = try RowInserter(database, into: table("parent"), columnCount: 2)
    leaf = try RowInserter(database, into: table("rowid"), columnCount: 2)
  }

  /// Writes a node, `depth` levels above the leaves, and answers its cell in the level above.
  mutating func addNode(_ cells: ArraySlice<RTreeEntry>, depth: Int) throws -> RTreeEntry {
    let number = nextNode
    nextNode += 1
    if depth > 0 { for cell in cells { try parent.add([cell.number, number]) } }
    try write(cells, asNode: number, rootDepth: 0)
    return RTreeEntry(around: cells, number: number)
  }

  /// Writes the root, which alone tells the tree's depth.
  mutating func writeRoot(_ cells: ArraySlice<RTreeEntry>, depth: Int) throws {
    for cell in cells {
      try (depth > 0 ? parent.add([cell.number, 1]) : leaf.add([cell.number, 1]))
    }
    try write(cells, asNode: 1, rootDepth: depth)
    try parent.finish()
    try leaf.finish()
  }

  /// Writes which leaf each of the rows from `first` on is in.
  mutating func writeRows(from first: Int64, leaves: [Int64]) throws {
    for (index, node) in leaves.enumerated() { try leaf.add([first + Int64(index), node]) }
  }

  /// Depth (of the root), number of cells, the cells; big-endian.
  private func write(
    _ cells: ArraySlice<RTreeEntry>, asNode number: Int64, rootDepth: Int
  ) throws {
    var blob: [UInt8] = []
    blob.reserveCapacity(nodeBytes)
    blob.appendLittleEndian(UInt16(rootDepth).byteSwapped)
    blob.appendLittleEndian(UInt16(cells.count).byteSwapped)
    for cell in cells {
      blob.appendLittleEndian(cell.number.byteSwapped)
      for side in [cell.minX, cell.maxX, cell.minY, cell.maxY] {
        blob.appendLittleEndian(side.bitPattern.byteSwapped)
      }
      if hasWeights {
        blob.appendLittleEndian(cell.minWeight.bitPattern.byteSwapped)
        blob.appendLittleEndian(cell.maxWeight.bitPattern.byteSwapped)
      }
    }
    blob.append(contentsOf: repeatElement(0, count: nodeBytes - blob.count))
    node.bind(1, number)
    node.bind(2, blob: blob)
    try node.run()
  }
}
