public import SimpleFeatures

/// Why signals cannot be simulated, timed or controlled.
public typealias SignalError = CodedError<SignalErrorCode>

/// The kinds of ``SignalError``, as stable names for programs.
public enum SignalErrorCode: String, Sendable {
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
