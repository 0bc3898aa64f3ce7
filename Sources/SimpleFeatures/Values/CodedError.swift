/// The error of a module: its kind as a stable code, what is wrong, and what to do about it.
///
/// A module names its kinds and an alias:
///
/// ```swift
/// public typealias RoadError = CodedError<RoadErrorCode>
/// public enum RoadErrorCode: String, Sendable { case noRoads = "no-roads" }
/// throw RoadError(.noRoads, "the city has no roads", hint: "import some")
/// ```
public struct CodedError<Kind: RawRepresentable<String> & Equatable & Sendable>: ExplainedError,
  Equatable
{
  /// The kinds of this error, by their stable names.
  public typealias Code = Kind

  /// The kind, for programs.
  public let code: Code
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// What the person can do about it.
  public var hint: String?

  /// An error of a kind, in words for people.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
