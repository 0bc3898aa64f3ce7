package import SimpleFeatures

/// How many points a layer has, and from which level on tiles hold all of them.
package struct PointSpread: Equatable, Sendable {
  package let count: Int
  /// Above this level three of four points are left out of tiles with every level.
  package let completeZoom: Int
  /// How many points a tile of that level has on average, where there are any.
  package let pointsPerTile: Double

  /// - Parameter extent: Where the points lie, in degrees.
  package init(count: Int, completeZoom: Int, extent: Envelope) {
    self.count = count
    self.completeZoom = completeZoom
    let side = Double(1 << completeZoom) / 360
    let tiles = extent.isEmpty ? 1 : max(extent.width * side, 1) * max(extent.height * side, 1)
    pointsPerTile = max(Double(count) / tiles, 1)
  }
}
