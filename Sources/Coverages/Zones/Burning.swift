public import SimpleFeatures

extension RasterGrid {
  /// Gives a value to every cell that a geometry takes.
  ///
  /// ```swift
  /// var roughness = RasterGrid(terrain.lattice, filledWith: 0.05)
  /// roughness.burn(road, value: 0.02, by: .centre)
  /// ```
  ///
  /// - Parameter geometry: In the raster's CRS.
  /// - Returns: The number of cells taken.
  @discardableResult
  public mutating func burn(
    _ geometry: Geometry, value: Float, by rule: TouchRule = .centre
  ) -> Int {
    burn(geometry, by: rule) { _ in value }
  }

  /// Changes every cell that a geometry takes, once, from its value before: `{ $0 + 12 }` raises
  /// terrain by a building's height.
  ///
  /// - Parameter geometry: In the raster's CRS.
  /// - Returns: The number of cells taken.
  @discardableResult
  public mutating func burn(
    _ geometry: Geometry, by rule: TouchRule = .centre, change: (Float) -> Float
  ) -> Int {
    var count = 0
    for span in lattice.spans(of: geometry, by: rule) {
      let start = span.row * columns
      for i in start + span.columns.lowerBound..<start + span.columns.upperBound {
        values[i] = change(values[i])
      }
      count += span.columns.count
    }
    return count
  }
}
