/// Roads cut at their junctions: each chain runs from one junction to the next without a choice.
///
/// A chain's points are nodes of the map; the segment that begins at a point has the point's place
/// in the arrays. Road arc 2c runs along chain c, 2c + 1 against it.
public struct RoadChains: Sendable {
  /// Place of each chain's first point, and one past the last point of all.
  public var starts: [UInt32] = [0]
  /// Nodes of the map, chain after chain.
  public var points: [UInt32] = []
  /// For each segment the way that it is of, times two, and 1 where it runs against the way.
  ///
  /// The last point of each chain begins no segment and has ``noWay``; so has the segment without
  /// length that leads through a barrier.
  public var segmentWays: [UInt32] = []
  /// Length of each segment in centimetres.
  public var lengthsCentimetres: [UInt32] = []
  /// The junction at which each chain begins.
  public var tails: [UInt32] = []
  /// The junction at which each chain ends.
  public var heads: [UInt32] = []
  /// The map's node at each junction; a barrier has a junction on each of its sides.
  public var junctionNodes: [UInt32] = []

  /// What stands for a way where there is none.
  static let noWay = UInt32.max

  /// How many chains there are.
  public var count: Int { tails.count }
  /// How many road arcs there are: two a chain.
  public var arcCount: Int { 2 * count }

  /// The places of a chain's points.
  @inline(__always)
  func pointRange(_ chain: Int) -> Range<Int> { Int(starts[chain])..<Int(starts[chain + 1]) }

  /// The places of a chain's segments.
  @inline(__always)
  func segmentRange(_ chain: Int) -> Range<Int> { Int(starts[chain])..<Int(starts[chain + 1]) - 1 }

  /// The junction that a road arc leaves.
  @inline(__always)
  func tail(ofArc arc: Int) -> Int { Int(arc & 1 == 0 ? tails[arc >> 1] : heads[arc >> 1]) }

  /// The junction that a road arc arrives at.
  @inline(__always)
  func head(ofArc arc: Int) -> Int { Int(arc & 1 == 0 ? heads[arc >> 1] : tails[arc >> 1]) }

  /// The chain that a segment is of.
  func chain(ofSegment segment: Int) -> Int {
    var (low, high) = (0, count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= segment { low = middle } else { high = middle }
    }
    return low
  }

  /// Closes the chain whose points were appended since the last one.
  mutating func close(from tail: Int, to head: Int) {
    tails.append(UInt32(tail))
    heads.append(UInt32(head))
    starts.append(UInt32(points.count))
  }

  mutating func addJunction(atNode node: UInt32) -> Int {
    junctionNodes.append(node)
    return junctionNodes.count - 1
  }
}
