public import SimpleFeatures

/// Why no network can be made of a map's roads and signals, or no traffic of its counts.
public struct StreetError: ExplainedError, Equatable {
  /// What kind of error.
  public enum Code: String, Sendable {
    /// No road for vehicles in the area.
    case noRoads = "no-roads"
    /// No signal that stands at a junction of roads.
    case noSignals = "no-signals"
    /// No count that says anything of the roads.
    case noCounts = "no-counts"
    /// A value without meaning.
    case invalidValue = "invalid-value"
    /// Coordinates that no plane is known for.
    case projection
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
