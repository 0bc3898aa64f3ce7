public import SimpleFeatures

/// Why roads cannot be read, or a question about them has no answer.
public struct RoadError: ExplainedError, Equatable {
  /// What kind of error.
  public enum Code: String, Sendable {
    /// A file that is not what it should be.
    case unreadableFile = "unreadable-file"
    /// No road that the profile may use.
    case noRoads = "no-roads"
    /// A place that is not on the map, or too far from each road.
    case offRoad = "off-road"
    /// No way from here to there.
    case unreachable
    /// A node that is on no road.
    case unknownNode = "unknown-node"
    /// A value that does not fit.
    case invalidInput = "invalid-input"
  }

  /// What kind of error.
  public let code: Code
  /// What is wrong.
  public let message: String
  /// What to do about it.
  public let hint: String?

  /// An error with its words.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
