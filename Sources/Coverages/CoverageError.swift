public import SimpleFeatures

/// Why rasters cannot be worked on as asked.
public typealias CoverageError = CodedError<CoverageErrorCode>

/// The kinds of ``CoverageError``, as stable names for programs.
public enum CoverageErrorCode: String, Sendable {
  /// Two rasters do not lie on one grid of cells.
  case differentLattices = "different-lattices"
  /// A raster would be larger than memory should hold.
  case tooLarge = "raster-too-large"
  /// A list of levels is empty or does not rise.
  case badLevels = "bad-levels"
}
