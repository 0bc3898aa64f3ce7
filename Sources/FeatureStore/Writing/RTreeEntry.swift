import GRDB
import SimpleFeatures

/// A box as an R-tree stores it, rounded outwards to 32-bit floats, and the weight of what it
/// holds.
struct RTreeEntry {
  /// The row, or the node of the tree, that the box is of.
  var number: Int64
  var minX: Float
  var maxX: Float
  var minY: Float
  var maxY: Float
  /// Used by trees with weights only.
  var minWeight: Float
  var maxWeight: Float

  init(_ box: Envelope, weight: Double, row: Int64) {
    number = row
    (minX, maxX) = (Self.down(box.minX), Self.up(box.maxX))
    (minY, maxY) = (Self.down(box.minY), Self.up(box.maxY))
    let finite = min(weight, Double(Float.greatestFiniteMagnitude))
    (minWeight, maxWeight) = (Self.down(finite), Self.up(finite))
  }

  /// The box around `cells`, as the cell of the node above.
  init(around cells: ArraySlice<Self>, number: Int64) {
    self = cells.first!
    self.number = number
    for cell in cells.dropFirst() {
      minX = min(minX, cell.minX)
      maxX = max(maxX, cell.maxX)
      minY = min(minY, cell.minY)
      maxY = max(maxY, cell.maxY)
      minWeight = min(minWeight, cell.minWeight)
      maxWeight = max(maxWeight, cell.maxWeight)
    }
  }

  private static func down(_ value: Double) -> Float {
    let rounded = Float(value)
    return Double(rounded) > value ? rounded.nextDown : rounded
  }

  private static func up(_ value: Double) -> Float { -down(-value) }

  /// The boxes in the order of a Hilbert curve; by weight, the heavy ones first: those whose
  /// weights share a power of 16 are ordered as one.
  static func sorted(_ boxes: [Self], byWeight: Bool) -> [Self] {
    let all = boxes.reduce(into: Envelope.empty) { box, entry in
      box.extend(x: Double(entry.minX), y: Double(entry.minY))
      box.extend(x: Double(entry.maxX), y: Double(entry.maxY))
    }
    // Boxes that all start at one place have no width to share.
    let scaleX = all.width > 0 ? 65535 / all.width : 0
    let scaleY = all.height > 0 ? 65535 / all.height : 0
    // A key and the index below it are one number, and numbers are sorted without a closure.
    return boxes.indices.map { index in
      let entry = boxes[index]
      let place = HilbertCurve.index(
        x: UInt32((Double(entry.minX + entry.maxX) / 2 - all.minX) * scaleX),
        y: UInt32((Double(entry.minY + entry.maxY) / 2 - all.minY) * scaleY))
      return (byWeight ? entry.lightness << 58 : 0) | UInt64(place) << 26 | UInt64(index)
    }.sorted().map { boxes[Int($0 & 0x3ff_ffff)] }
  }

  /// 0 for the heaviest and 63 for the lightest.
  private var lightness: UInt64 {
    guard maxWeight > 0 else { return 63 }
    return UInt64(min(max(31 - Int(maxWeight.exponent) / 4, 0), 63))
  }
}

/// An R-tree index of a layer's rows.
struct RTree {
  /// The virtual table's name.
  let name: String
  /// Whether a third dimension holds weights.
  let hasWeights: Bool

  var quotedName: String { "\"\(name)\"" }

  /// A cell of a node: its number, and two 32-bit floats for each dimension.
  static func cellBytes(hasWeights: Bool) -> Int { hasWeights ? 32 : 24 }

  /// Drops the tree, also one whose tables are damaged.
  func drop(in database: Database) throws {
    if try database.tableExists(name + "_node") {
      // SQLite opens no tree without a root, nor drops one.
      try database.execute(
        sql: "INSERT OR REPLACE INTO \"\(name)_node\" (nodeno, data) VALUES (1, zeroblob(976))")
    }
    try database.execute(sql: "DROP TABLE IF EXISTS \(quotedName)")
  }
}
