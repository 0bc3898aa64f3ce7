public import SimpleFeatures

/// Nodes and the arcs between them, as they were given.
///
/// Nodes are numbers from 0. Parallel arcs, loops at a node and parts that nothing connects are
/// allowed; an arc's number is its place in the lists, and weights are given in that order.
public struct Graph: Sendable {
  /// How many nodes there are.
  public let nodeCount: Int
  /// The node that each arc begins at.
  public let tails: [UInt32]
  /// The node that each arc ends at.
  public let heads: [UInt32]

  /// How many arcs there are.
  public var arcCount: Int { tails.count }

  /// A graph of arcs.
  ///
  /// Throws `invalidGraph` where an arc names a node that there is not, or the lists differ in
  /// length.
  public init(nodeCount: Int, tails: [UInt32], heads: [UInt32]) throws(NetworkError) {
    guard nodeCount >= 0, nodeCount < Int(Int32.max), tails.count < Int(Int32.max) else {
      throw NetworkError(
        .invalidGraph, "\(nodeCount) nodes and \(tails.count) arcs are not in 0 ..< 2^31 - 1")
    }
    guard tails.count == heads.count else {
      throw NetworkError(
        .invalidGraph, "\(tails.count) tails, but \(heads.count) heads",
        hint: "give each arc one tail and one head")
    }
    for arc in tails.indices where tails[arc] >= nodeCount || heads[arc] >= nodeCount {
      throw NetworkError(
        .invalidGraph,
        "arc \(arc) goes from \(tails[arc]) to \(heads[arc]), but there are \(nodeCount) nodes",
        hint: "nodes are numbered from 0")
    }
    self.nodeCount = nodeCount
    self.tails = tails
    self.heads = heads
  }

  /// A number that differs between graphs of different arcs (FNV-1a, 64 bits, over words).
  public var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) { hash = (hash ^ word) &* 0x100_0000_01B3 ^ (hash >> 29) }
    add(UInt64(nodeCount))
    for arc in tails.indices { add(UInt64(tails[arc]) << 32 | UInt64(heads[arc])) }
    return hash
  }
}
