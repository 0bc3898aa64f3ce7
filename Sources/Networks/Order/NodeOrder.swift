public import SimpleFeatures

/// In which order a hierarchy contracts the nodes of a graph.
///
/// Nodes that part the graph into halves come last. The weights of arcs do not matter, so an order
/// is made once for a map and kept (`bytes(for:)`).
public struct NodeOrder: Sendable, Equatable {
  /// The nodes, the one that is contracted first at the front.
  public let nodes: [UInt32]

  /// An order given as nodes, the one that is contracted first at the front.
  ///
  /// Throws `invalidOrder` unless each number below `nodes.count` is there once.
  public init(nodes: [UInt32]) throws(NetworkError) {
    if let wrong = Self.firstRepeated(nodes) { throw Self.notAPermutation(wrong, nodes.count) }
    self.nodes = nodes
  }

  /// An order given as each node's place in it.
  ///
  /// Throws `invalidOrder` unless each number below `ranks.count` is there once.
  public init(ranks: [UInt32]) throws(NetworkError) {
    if let wrong = Self.firstRepeated(ranks) { throw Self.notAPermutation(wrong, ranks.count) }
    var nodes = ranks
    for node in ranks.indices { nodes[Int(ranks[node])] = UInt32(node) }
    self.nodes = nodes
  }

  init(permutation nodes: [UInt32]) {
    self.nodes = nodes
  }

  /// The first number that is out of range or has been there already.
  static func firstRepeated(_ numbers: [UInt32]) -> UInt32? {
    var isSeen = [Bool](repeating: false, count: numbers.count)
    for number in numbers {
      guard number < numbers.count, !isSeen[Int(number)] else { return number }
      isSeen[Int(number)] = true
    }
    return nil
  }

  private static func notAPermutation(_ number: UInt32, _ count: Int) -> NetworkError {
    NetworkError(
      .invalidOrder, "\(number) is there twice or is not below the \(count) nodes of the order",
      hint: "an order names each node once")
  }
}
