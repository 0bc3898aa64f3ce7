/// The ways of all vehicles: edges one after the other, and for each lane of them how to go on.
///
/// Vehicles with the same way share it.
public struct Routes: Sendable {
  /// The first step of each way, and after the last one the number of steps.
  public var starts: [Int32] = [0]
  /// The edge of each step.
  public var edges: [Int32] = []
  /// Whether the step is the last of its way.
  public var isLast: [Bool] = []
  /// Where the connections of the step's lanes begin in `connections`.
  public var tables: [Int32] = []
  /// The connection to take from each lane of each step; -1 where the way does not go on from it.
  public var connections: [Int32] = []
  /// What the changes of lanes cost that are still to come, from each lane of each step, beyond
  /// those from the best one: each the square of 100 m by the edge's length, at most 4; infinite
  /// where it does not go on.
  public var penalties: [Float] = []
  /// The ways between the same two edges, to choose from.
  public var groups: [[Int]] = []
  /// Seconds of each way inside junctions, penalties included.
  public var fixedTimesSeconds: [Float] = []
  /// Seconds over each edge when it is empty.
  public var edgeTimesSeconds: [Float] = []
  /// How many lanes each edge has.
  public var laneCounts: [Int32] = []
  /// The edges that are on some ways of a group and not on others.
  public var watched: [Int32] = []

  /// No ways.
  public init() {}
}
