public import SimpleFeatures

/// Why parking cannot be forecast, chosen or assigned.
public struct ParkingError: ExplainedError, Equatable {
  /// What kind of error.
  public enum Code: String, Sendable {
    /// A lot that is named and not there.
    case missingReference = "missing-reference"
    /// A time or number without meaning.
    case invalidValue = "invalid-value"
    /// Counts from which nothing can be told.
    case noHistory = "no-history"
    /// A tariff, an hour or a permit that cannot be read.
    case invalidTariff = "invalid-tariff"
    /// Spaces and drivers that cannot be brought together.
    case infeasible
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
