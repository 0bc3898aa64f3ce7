import SimpleFeatures

/// Polygons of a layer, cut to the grid, that wait until all are there.
struct WaitingPolygons {
  /// A feature, and which of the rings are its own.
  struct Feature {
    var id: UInt64?
    var tags: [(key: Int, value: PropertyValue)]
    var rings: Range<Int>
  }

  var rings = GridRings()
  private(set) var features: [Feature] = []

  /// Makes a feature of the rings that no feature before has, if there are any.
  mutating func endFeature(id: UInt64?, tags: [(key: Int, value: PropertyValue)]) {
    let first = features.last?.rings.upperBound ?? 0
    guard first < rings.count else { return }
    features.append(Feature(id: id, tags: tags, rings: first..<rings.count))
  }
}
