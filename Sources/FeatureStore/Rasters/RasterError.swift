package import SimpleFeatures

/// Why the store cannot take or give a raster.
package typealias RasterError = CodedError<RasterErrorCode>

/// The kinds of ``RasterError``, as stable names for programs.
package enum RasterErrorCode: String, Sendable {
  /// The file's cells do not lie on those that the layer has in this city.
  case differentLattice = "different-lattice"
  /// The layer's cells, or what their values count from, have changed.
  case incompatibleDefinition = "incompatible-definition"
  /// A tile cannot be read.
  case damagedTile = "damaged-tile"
  /// A raster would be larger than can be counted.
  case tooLarge = "raster-too-large"
}
