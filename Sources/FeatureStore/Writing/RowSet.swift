/// A set of row numbers: one bit for each row, in blocks that exist only where rows are.
///
/// Rows may be any 64-bit number, since other programs may have chosen them.
struct RowSet {
  private var blocks: [Int64: [UInt64]] = [:]
  private static let blockBits: Int64 = 4096

  private static func place(of row: Int64) -> (block: Int64, word: Int, bit: UInt64) {
    let bit = Int(row & (blockBits - 1))
    return (row >> 12, bit >> 6, 1 << UInt64(bit & 63))
  }

  func contains(_ row: Int64) -> Bool {
    let place = RowSet.place(of: row)
    return blocks[place.block].map { $0[place.word] & place.bit != 0 } ?? false
  }

  mutating func insert(_ row: Int64) {
    let place = RowSet.place(of: row)
    let empty = [UInt64](repeating: 0, count: Int(RowSet.blockBits / 64))
    blocks[place.block, default: empty][place.word] |= place.bit
  }

  mutating func remove(_ row: Int64) {
    let place = RowSet.place(of: row)
    blocks[place.block]?[place.word] &= ~place.bit
  }
}
