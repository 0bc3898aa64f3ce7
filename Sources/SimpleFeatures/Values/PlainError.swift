/// An error that is told to people, and that no program needs to tell from others.
public struct PlainError: ExplainedError, Equatable {
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// What the person can do about it.
  public var hint: String?

  /// An error in words.
  public init(message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
