import GRDB
import SimpleFeatures

/// Reads an R-tree node by node, many times faster than SQL does row by row.
///
/// SQLite keeps it in plain tables whose layout is part of its file format
/// (https://www.sqlite.org/rtree.html#shadow_tables): a node is its depth (told by the root alone),
/// its number of cells and the cells, big-endian; a cell is the number of a row or of a node below
/// and four 32-bit floats, minimum and maximum of x and of y.
struct RTreeReader {
  /// Rows whose boxes meet what is asked for.
  struct Found {
    /// Rows whose stored box lies inside a box where all is wanted.
    var inside: [Int64] = []
    /// Rows whose stored box meets an asked box, but may only do so by its corners.
    var onEdge: [Int64] = []
  }

  private let node: RowStatement
  private let name: String
  /// More levels than this has no tree of 64-bit row numbers.
  private static let greatestDepth = 40

  /// - Parameter tree: An R-tree without weights.
  init(_ tree: RTree, in database: Database) throws {
    name = tree.name
    node = try RowStatement(database, "SELECT data FROM \"\(name)_node\" WHERE nodeno = ?")
  }

  /// The rows whose stored boxes meet one of `boxes`, each once, in no order.
  ///
  /// - Parameter sure: Boxes in which every row is wanted.
  /// - Throws: A `DatabaseError` `SQLITE_CORRUPT` where the tables hold no tree.
  func rows(meeting boxes: [Envelope], sureWithin sure: [Envelope]) throws -> Found {
    var found = Found()
    let root = try read(1)
    try visit(root, depth: root.depth, boxes, sure, isInside: false, &found)
    return found
  }

  private func visit(
    _ node: Node, depth: Int, _ boxes: [Envelope], _ sure: [Envelope], isInside: Bool,
    _ found: inout Found
  ) throws {
    guard depth <= RTreeReader.greatestDepth else { throw damaged() }
    for index in 0..<node.count {
      var cellIsInside = isInside
      if !isInside {
        let cell = node.box(index)
        guard boxes.contains(where: { $0.intersects(cell) }) else { continue }
        cellIsInside = sure.contains { $0.contains(cell) }
      }
      let number = node.number(index)
      if depth > 0 {
        try visit(
          try read(number), depth: depth - 1, boxes, sure, isInside: cellIsInside, &found)
      } else if cellIsInside {
        found.inside.append(number)
      } else {
        found.onEdge.append(number)
      }
    }
  }

  private func read(_ number: Int64) throws -> Node {
    node.bind(1, number)
    defer { node.reset() }
    guard try node.step(), let read = Node(node.blob(0)) else { throw damaged() }
    return read
  }

  private func damaged() -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the index \(name) is no tree")
  }
}

/// The bytes of a node, taken apart where they are asked for.
private struct Node {
  let depth: Int
  let count: Int
  private let bytes: [UInt8]
  private static let cellBytes = RTree.cellBytes(hasWeights: false)

  /// `nil` where the bytes are fewer than the node's cells.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4 else { return nil }
    depth = Int(bytes[0]) << 8 | Int(bytes[1])
    count = Int(bytes[2]) << 8 | Int(bytes[3])
    guard bytes.count >= 4 + count * Node.cellBytes else { return nil }
    self.bytes = bytes
  }

  /// The row of a cell of a leaf, the node of another's.
  func number(_ index: Int) -> Int64 {
    Int64(bitPattern: bigEndian(4 + index * Node.cellBytes))
  }

  func box(_ index: Int) -> Envelope {
    let start = 12 + index * Node.cellBytes
    func side(_ number: Int) -> Double {
      Double(Float(bitPattern: bigEndian(start + number * 4)))
    }
    return Envelope(minX: side(0), minY: side(2), maxX: side(1), maxY: side(3))
  }

  private func bigEndian<Number: FixedWidthInteger>(_ start: Int) -> Number {
    unsafe bytes.withUnsafeBytes { bytes in
      Number(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: start, as: Number.self))
    }
  }
}
