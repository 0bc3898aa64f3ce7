import Networks

/// What each segment costs in each direction of its chain: milliseconds or centimetres.
struct SegmentWeights: Sendable {
  /// Along the chain, by place of the segment; ``Weight/unreachable`` where it is closed.
  var along: [UInt32]
  /// Against the chain.
  var against: [UInt32]

  /// The weight of a segment in one direction.
  @inline(__always)
  subscript(segment: Int, isAgainst isAgainst: Bool) -> UInt32 {
    get { isAgainst ? against[segment] : along[segment] }
    set { if isAgainst { against[segment] = newValue } else { along[segment] = newValue } }
  }

  /// The weight of a whole road arc.
  func weight(ofArc arc: Int, _ chains: RoadChains) -> UInt32 {
    sum(of: chains.segmentRange(arc >> 1), isAgainst: arc & 1 == 1)
  }

  /// The weight of some segments of a chain, one after another.
  func sum(of segments: Range<Int>, isAgainst: Bool) -> UInt32 {
    var sum: UInt32 = 0
    for segment in segments { sum = sum.reached(adding: self[segment, isAgainst: isAgainst]) }
    return sum
  }
}

extension UInt32 {
  /// The sum, and ``Weight/unreachable`` where either is or the sum would be.
  @inline(__always)
  func reached(adding other: UInt32) -> UInt32 {
    let sum = self &+ other
    return self >= Weight.unreachable || other >= Weight.unreachable || sum >= Weight.unreachable
      ? Weight.unreachable : sum
  }

  /// A whole number of units; ``Weight/unreachable`` for what is not finite or too much.
  @inline(__always)
  init(weight value: Float) {
    self = value < Float(Weight.unreachable) ? UInt32(value.rounded()) : Weight.unreachable
  }
}
