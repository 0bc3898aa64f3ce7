/// What a simulation of an hour, or of any other time, came to.
///
/// Values by lane and interval stand at `lane * intervals + interval`; lanes are numbered as in
/// `SUMONetwork.lanes`.
public struct TrafficMeasures: Sendable, Equatable {
  /// When the simulation began, in seconds.
  public var beginSeconds: Double
  /// When it ended, in seconds.
  public var endSeconds: Double
  /// The length of an interval in seconds.
  public var intervalSeconds: Double
  /// How many intervals there are.
  public var intervals: Int
  /// Mean over all vehicles of the time lost on the way and before it, in seconds: unfinished trips
  /// and vehicles that never got onto the road are counted.
  public var delaySeconds: Double
  /// The part of `delaySeconds` that was spent waiting to get onto the road.
  public var departDelaySeconds: Double
  /// How many vehicles wanted to drive.
  public var vehicles: Int
  /// How many reached their goal.
  public var finished: Int
  /// How many never got onto the road.
  public var undeparted: Int
  /// Seconds spent by all vehicles on the road.
  public var vehicleSeconds: Double
  /// Mean number of vehicles standing on a lane.
  public var queues: [Float]
  /// Vehicles that left a lane.
  public var flows: [Float]
  /// Seconds that those vehicles spent on it, in all.
  public var travelTimesSeconds: [Float]
}
