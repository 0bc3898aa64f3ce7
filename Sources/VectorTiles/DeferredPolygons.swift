/// Polygons of a layer, cut to the grid, that wait until all are there.
struct DeferredPolygons {
  /// A feature: which of the rings and which of the tags are its own.
  struct Feature {
    var id: UInt64?
    var rings: Range<Int>
    var tags: Range<Int>
  }

  var rings = GridRings()
  private(set) var tags: [FeatureTags.Pair] = []
  private(set) var features: [Feature] = []

  /// Whether there are rings that no feature has.
  var holdsLooseRings: Bool { rings.count > firstLooseRing }
  /// Where the borders of features part; `nil` where no two of them do.
  var nodes: SharedNodes? {
    guard features.count > 1 else { return nil }
    let nodes = SharedNodes(of: rings, features: features.lazy.map(\.rings))
    return nodes.isEmpty ? nil : nodes
  }

  private var firstLooseRing: Int { features.last?.rings.upperBound ?? 0 }

  /// Makes a feature of the rings that no feature before has.
  mutating func endFeature(id: UInt64?, tags pairs: [FeatureTags.Pair]) {
    let start = tags.count
    tags.append(contentsOf: pairs)
    features.append(
      Feature(id: id, rings: firstLooseRing..<rings.count, tags: start..<tags.count))
  }
}
