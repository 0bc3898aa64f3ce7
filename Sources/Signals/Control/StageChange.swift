/// How a signal comes from one stage to another.
public struct StageChange: Sendable, Equatable {
  /// The phase to show first.
  public var first: Int
  /// How long it takes until the other stage begins, in seconds.
  public var durationSeconds: Double
  /// Whether the programme itself makes this change.
  public var isOwn: Bool
}
