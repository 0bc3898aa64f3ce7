public import SimpleFeatures

/// Why roads cannot be read, or a question about them has no answer.
public typealias RoadError = CodedError<RoadErrorCode>

/// The kinds of ``RoadError``, as stable names for programs.
public enum RoadErrorCode: String, Sendable {
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
