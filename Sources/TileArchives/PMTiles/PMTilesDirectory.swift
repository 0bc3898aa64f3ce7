import VectorTiles

/// Directories of PMTiles 3 (§4 of its specification), gzipped.
enum PMTilesDirectory {
  /// The root directory and what it leads to.
  struct Tree: Equatable {
    var root: [UInt8]
    /// All leaf directories one after another; empty where the root holds every entry.
    var leaves: [UInt8]
  }

  /// The directory of `entries`, which are in the order of their ids.
  static func encode(_ entries: ArraySlice<PMTilesEntry>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 + 6 * entries.count)
    append(UInt64(entries.count), to: &bytes)
    var last: UInt64 = 0
    for entry in entries {
      append(entry.id - last, to: &bytes)
      last = entry.id
    }
    for entry in entries { append(UInt64(entry.runLength), to: &bytes) }
    for entry in entries { append(UInt64(entry.length), to: &bytes) }
    var end: UInt64?
    for entry in entries {
      // 0 means: right behind the entry before.
      append(entry.offset == end ? 0 : entry.offset + 1, to: &bytes)
      end = entry.offset + UInt64(entry.length)
    }
    return Gzip.compress(bytes, level: 9)
  }

  /// The directories of `entries` with a root of at most `rootLimit` bytes.
  ///
  /// Leaves have equally many entries, no more than the root needs to stay within its limit.
  static func tree(_ entries: [PMTilesEntry], rootLimit: Int) -> Tree {
    var leafCount = 4096
    if entries.count < 4 * leafCount {
      let root = encode(entries[...])
      if root.count <= rootLimit { return Tree(root: root, leaves: []) }
    }
    while true {
      let tree = tree(entries, entriesPerLeaf: leafCount)
      if tree.root.count <= rootLimit { return tree }
      leafCount *= 2
    }
  }

  private static func tree(_ entries: [PMTilesEntry], entriesPerLeaf: Int) -> Tree {
    var leaves: [UInt8] = []
    var roots: [PMTilesEntry] = []
    for start in stride(from: 0, to: entries.count, by: entriesPerLeaf) {
      let leaf = encode(entries[start..<min(start + entriesPerLeaf, entries.count)])
      roots.append(
        PMTilesEntry(
          id: entries[start].id, offset: UInt64(leaves.count), length: UInt32(leaf.count),
          runLength: 0))
      leaves += leaf
    }
    return Tree(root: encode(roots[...]), leaves: leaves)
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
