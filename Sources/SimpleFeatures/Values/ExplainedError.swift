/// An error in words for people: what is wrong, and what to do about it.
public protocol ExplainedError: Error, CustomStringConvertible {
  /// What is wrong, in one sentence without a full stop.
  var message: String { get }
  /// What the person can do about it; `nil` where the message says it all.
  var hint: String? { get }
}

extension ExplainedError {
  /// Message and hint on one line.
  public var description: String { message + (hint.map { " (\($0))" } ?? "") }
}
