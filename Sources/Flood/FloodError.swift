public import SimpleFeatures

/// Why a flood run cannot be set up or went wrong.
public struct FloodError: ExplainedError {
  /// What kind of error.
  public enum Code: String, Sendable {
    /// A grid that does not fit the terrain or holds what it must not.
    case invalidGrid = "invalid-grid"
    /// A series that goes back in time or holds what is no number.
    case invalidSeries = "invalid-series"
    /// A parameter out of its range.
    case invalidParameter = "invalid-parameter"
    /// Something lies outside the grid or on walls.
    case outsideGrid = "outside-grid"
    /// Depth or velocity became infinite or no number.
    case unstable
  }

  /// What kind of error.
  public let code: Code
  /// What is wrong.
  public let message: String
  /// What to do about it.
  public let hint: String?
  /// Which entry of a series or list is meant, from 0.
  public let entry: Int?

  /// An error with its words.
  public init(_ code: Code, _ message: String, hint: String? = nil, entry: Int? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.entry = entry
  }
}
