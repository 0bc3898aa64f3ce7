public import SimpleFeatures

/// The one map as a process may ask it: all answers are of one commit.
public protocol MapSnapshot: Sendable {
  /// Number of the commit that is seen.
  var commit: Int { get }

  /// A raster layer on the cells of a lattice, in the lattice's CRS; NaN where it has no value.
  ///
  /// - Throws: Where there is no such raster layer or the CRS cannot be reached exactly.
  func raster(_ layer: String, on lattice: RasterLattice) throws -> RasterGrid

  /// The features of a layer that share a point with an area; both in `crs`, such as `EPSG:4547`.
  ///
  /// - Throws: Where there is no such layer or the CRS cannot be reached exactly.
  func features(_ layer: String, in area: Envelope, crs: String) throws -> [Feature]
}
