package import Catalog
package import SimpleFeatures

extension StoredRaster {
  /// A raster that a run of a model gave: no commit has made it, and no table of the city holds it.
  ///
  /// - Parameters:
  ///   - state: Counts up whenever its values change.
  ///   - token: Differs for other values.
  ///   - time: The moment of its values, RFC 3339.
  ///   - extent: Longitude and latitude of all cells.
  package init(
    result definition: LayerDefinition, lattice: RasterLattice, state: Int, token: String,
    time: String, extent: Envelope
  ) {
    var (bounds, cellType) = (0.0...1.0, RasterRule.CellType.float32)
    if case .raster(let rule) = definition.content {
      let codes = rule.classes.map { Double($0.value) }
      cellType = rule.type
      if let low = rule.minimum ?? codes.min(), let high = rule.maximum ?? codes.max() {
        bounds = low...max(low, high)
      }
    }
    self.init(
      definition: definition, cellType: cellType, noValue: nil, lattice: lattice, firstColumn: 0,
      firstRow: 0, levels: Self.levels(columns: 0..<lattice.columns, rows: 0..<lattice.rows),
      bounds: bounds, lastCommit: state, lastCommitToken: token, lastCommitTime: time,
      extent: extent, number: 0)
  }
}
