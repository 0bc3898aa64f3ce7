public import SimpleFeatures

/// Why signals cannot be simulated, timed or controlled.
public struct SignalError: ExplainedError, Equatable {
  /// What kind of error.
  public enum Code: String, Sendable {
    /// A plan that does not fit the network's signals.
    case invalidPlan = "invalid-plan"
    /// A plan that would be unsafe on the street.
    case unsafePlan = "unsafe-plan"
    /// A vehicle whose way does not exist.
    case noRoute = "no-route"
    /// An edge, lane or type that is named and not there.
    case missingReference = "missing-reference"
    /// A time or number without meaning.
    case invalidValue = "invalid-value"
    /// Nobody drives.
    case noDemand = "no-demand"
    /// The connection to the street, or to who stands for it, failed.
    case connection
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
