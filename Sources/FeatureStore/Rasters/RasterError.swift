import SimpleFeatures

/// Why the store cannot take or give a raster.
package struct RasterError: ExplainedError, Equatable {
  /// A stable name for the kind of fault, for programs.
  package enum Code: String, Sendable {
    /// The file's cells do not lie on those that the layer has in this city.
    case differentLattice = "different-lattice"
    /// The layer's cells, or what their values count from, have changed.
    case incompatibleDefinition = "incompatible-definition"
    /// A tile cannot be read.
    case damagedTile = "damaged-tile"
    /// A raster would be larger than can be counted.
    case tooLarge = "raster-too-large"
  }

  package var code: Code
  package var message: String
  package var hint: String?

  package init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
