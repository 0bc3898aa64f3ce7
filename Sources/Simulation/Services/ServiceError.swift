public import SimpleFeatures

/// Why a service cannot be made, or cannot take a file.
public struct ServiceError: ExplainedError, Equatable {
  /// What is wrong.
  public let message: String
  /// What to do about it.
  public let hint: String?

  /// An error with its words.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
