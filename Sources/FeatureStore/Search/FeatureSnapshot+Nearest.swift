import SimpleFeatures

extension FeatureSnapshot {
  /// The `limit` features of `layer` that lie nearest to a place, the nearest first.
  ///
  /// The R-tree is asked for growing boxes until one holds enough; the first is as large as `limit`
  /// features of the layer would fill if they lay evenly.
  ///
  /// - Parameter isWanted: Which features count. Of rare ones those may be left out that lie beyond
  ///   the nearest 20,000 features.
  func nearest(
    to place: SearchPlace, of layer: StoredLayer, limit: Int,
    where isWanted: (borrowing FeatureRow) -> Bool = { _ in true }
  ) throws -> [StoredFeature] {
    guard let extent = layer.extent, layer.featureCount > 0 else { return [] }
    let share = Double(limit) / Double(layer.featureCount)
    var step = max((place.area(of: extent) * share / .pi).squareRoot(), 50)
    while true {
      let radius = place.distance(to: extent) + step
      let box = place.box(metres: radius)
      var found: [(distance: Double, id: String)] = []
      var seen = 0
      try forEachFeature(of: layer, meeting: box) { row in
        seen += 1
        guard isWanted(row) else { return }
        found.append((place.distance(to: try row.geometry()), row.id))
      }
      let isAll = box.contains(extent)
      let isEnough = found.count { $0.distance <= radius } >= limit
      if isAll || isEnough || found.count < seen && seen > 20_000 {
        return try found.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(limit)
          .compactMap { try feature($0.id, in: layer) }
      }
      step *= 2
    }
  }
}
