public import SimpleFeatures

extension NodeOrder {
  private static let mark: [UInt8] = Array("YutuOrd1".utf8)

  /// The order as bytes, for a file: it says for which graph it was made, and carries a check sum.
  ///
  /// 8 bytes of mark, then little-endian: the graph's fingerprint (8), the number of nodes (4), the
  /// nodes (4 each), a check sum of all that (8).
  public func bytes(for graph: Graph) -> [UInt8] {
    var bytes = Self.mark
    bytes.reserveCapacity(28 + 4 * nodes.count)
    func append<N: FixedWidthInteger>(_ number: N) {
      for shift in stride(from: 0, to: N.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    append(graph.fingerprint)
    append(UInt32(nodes.count))
    for node in nodes { append(node) }
    append(Self.checkSum(bytes[...]))
    return bytes
  }

  /// The order that `bytes(for:)` wrote.
  ///
  /// Throws `unreadableOrder` where the bytes are something else, are damaged, or were written for
  /// a graph with other nodes or arcs.
  public init(bytes: [UInt8], for graph: Graph) throws(NetworkError) {
    let hint = "make the order again"
    guard bytes.count >= 28, Array(bytes[..<8]) == Self.mark else {
      throw NetworkError(.unreadableOrder, "these bytes are no order of nodes", hint: hint)
    }
    func number(at place: Int, bytes width: Int) -> UInt64 {
      (0..<width).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
    }
    let count = Int(number(at: 16, bytes: 4))
    guard bytes.count == 28 + 4 * count,
      number(at: bytes.count - 8, bytes: 8) == Self.checkSum(bytes.dropLast(8))
    else { throw NetworkError(.unreadableOrder, "the order of nodes is damaged", hint: hint) }
    guard count == graph.nodeCount, number(at: 8, bytes: 8) == graph.fingerprint else {
      throw NetworkError(.unreadableOrder, "the order belongs to another graph", hint: hint)
    }
    var nodes = [UInt32](repeating: 0, count: count)
    for rank in 0..<count { nodes[rank] = UInt32(number(at: 20 + 4 * rank, bytes: 4)) }
    try self.init(nodes: nodes)
  }

  private static func checkSum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
