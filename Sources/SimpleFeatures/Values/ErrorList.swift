/// Several things that are wrong, in the order in which they were found.
public struct ErrorList: Error {
  /// At least two.
  public var errors: [any Error]

  /// What was found.
  public init(errors: [any Error]) { self.errors = errors }
}
