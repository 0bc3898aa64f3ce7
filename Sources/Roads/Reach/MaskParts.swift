/// The parts of a mask that hang together by edges of cells.
struct MaskParts {
  /// First columns of the runs of set cells, row by row.
  private var starts: [Int32] = []
  /// Place of each row's first run, and one past the last.
  private var firstOfRow: [Int] = [0]
  private var parents: [Int32] = []

  init(_ mask: CellMask) {
    var ends: [Int32] = []
    for row in 0..<mask.rows {
      Self.forEachRun(of: mask, row) { start, end in
        starts.append(Int32(start))
        ends.append(Int32(end))
        parents.append(Int32(parents.count))
      }
      firstOfRow.append(starts.count)
      guard row > 0 else { continue }
      var (below, here) = (firstOfRow[row - 1], firstOfRow[row])
      while below < firstOfRow[row], here < firstOfRow[row + 1] {
        if starts[below] < ends[here], starts[here] < ends[below] { unite(below, here) }
        if ends[below] < ends[here] { below += 1 } else { here += 1 }
      }
    }
  }

  /// Calls `body` with begin and end of each run of set cells of a row.
  private static func forEachRun(of mask: CellMask, _ row: Int, _ body: (Int, Int) -> Void) {
    var start: Int?
    for word in 0..<mask.stride {
      let bits = mask.words[row * mask.stride + word]
      if bits == 0, start == nil { continue }
      if bits == .max {
        if start == nil { start = word << 6 }
        continue
      }
      var place = 0
      while place < 64 {
        let rest = (start == nil ? bits : ~bits) >> UInt64(place)
        guard rest != 0 else { break }
        place += rest.trailingZeroBitCount
        if let from = start {
          body(from, word << 6 + place)
          start = nil
        } else {
          start = word << 6 + place
        }
      }
    }
    if let start { body(start, mask.columns) }
  }

  private mutating func root(_ run: Int) -> Int {
    var run = run
    while Int(parents[run]) != run {
      parents[run] = parents[Int(parents[run])]
      run = Int(parents[run])
    }
    return run
  }

  private mutating func unite(_ one: Int, _ other: Int) {
    let (a, b) = (root(one), root(other))
    parents[max(a, b)] = Int32(min(a, b))
  }

  /// The number of the part that a set cell is of.
  mutating func part(column: Int, row: Int) -> Int {
    var (low, high) = (firstOfRow[row], firstOfRow[row + 1])
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= column { low = middle } else { high = middle }
    }
    return root(low)
  }
}
