public import SimpleFeatures

/// Why rasters cannot be worked on as asked.
public struct CoverageError: ExplainedError, Equatable {
  /// A stable name for the kind of fault, for programs.
  public enum Code: String, Sendable {
    /// Two rasters do not lie on one grid of cells.
    case differentLattices = "different-lattices"
    /// A raster would be larger than memory should hold.
    case tooLarge = "raster-too-large"
    /// A list of levels is empty or does not rise.
    case badLevels = "bad-levels"
    /// The image library refused.
    case encodingFailed = "encoding-failed"
  }

  /// The kind of fault.
  public var code: Code
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// What the person can do about it.
  public var hint: String?

  /// Creates the error with what is wrong and what can be done about it.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
