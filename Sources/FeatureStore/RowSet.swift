/// A set of row numbers 1…capacity, one bit each.
struct RowSet {
  private var words: [UInt64]

  init(capacity: Int) {
    words = Array(repeating: 0, count: capacity / 64 + 1)
  }

  func contains(_ row: Int) -> Bool { words[row >> 6] >> (row & 63) & 1 == 1 }
  mutating func remove(_ row: Int) { words[row >> 6] &= ~(1 << (row & 63)) }
  mutating func insert(_ row: Int) { words[row >> 6] |= 1 << (row & 63) }
}
