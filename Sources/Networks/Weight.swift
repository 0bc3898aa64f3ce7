/// What passing an arc costs: whole units of the caller's choice, such as milliseconds.
///
/// Costs are `UInt32` from 0 to `unreachable`. A sum that reaches `unreachable` is `unreachable`,
/// so ways longer than 2^31 - 2 units do not exist: in milliseconds that is 24 days.
public enum Weight {
  /// An arc that is closed, or a place that no way leads to.
  public static let unreachable: UInt32 = 0x7FFF_FFFF

  /// The sum of two costs, at most `unreachable`.
  @inlinable
  public static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    min(min(a, unreachable) + min(b, unreachable), unreachable)
  }
}
