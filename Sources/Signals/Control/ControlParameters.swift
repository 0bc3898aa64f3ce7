/// The numbers of adaptive control: one set for every signal.
///
/// Defaults were chosen with SUMO 1.28 on three towns at once; none belongs to a place.
public struct ControlParameters: Sendable, Equatable {
  /// The least seconds that a stage stays, where its own `minDur` asks for no more.
  public var minimumGreenSeconds = 5.0
  /// After how many seconds of red a lane with vehicles is served whatever others weigh.
  public var maximumRedSeconds = 120.0
  /// After how many seconds of red a lane on which nobody was ever seen gets a least green, so that
  /// a detector that is broken can show itself.
  public var probeSeconds = 300.0
  /// Vehicles a second that leave a lane on full green: 1 over the saturation headway of 2 s.
  public var saturationFlowVehiclesPerSecond = 0.5
  /// The share of that which a yielding green `g` counts for.
  public var permissiveShare = 0.5
  /// Seconds that a standing queue needs to start.
  public var startUpLossSeconds = 1.5
  /// The longest green that a stage's worth is computed for, in seconds.
  public var horizonSeconds = 20.0
  /// After how many seconds of waiting a vehicle weighs twice as much.
  public var agingTimeSeconds = 150.0
  /// Vehicles assumed beyond a detector for each second that its queue reaches over its end.
  public var hiddenQueueVehiclesPerSecond = 0.1
  /// For how long the first vehicle stands before a green `G` until it is taken to want another
  /// link, in seconds.
  public var refusalSeconds = 5.0
  /// The same before a yielding green `g`, where it may also wait for a gap.
  public var yieldingRefusalSeconds = 20.0
  /// How many vehicles of a lane count while its first one waits for another link.
  public var stuckVehicles = 3.0
  /// The share of an exit that must be covered for it to be full.
  public var fullExit = 0.7
  /// The speed in metres a second below which vehicles on a full exit stand in a queue.
  public var queueSpeedMetresPerSecond = 2.0
  /// By which factor another stage must beat the running one.
  public var hysteresis = 1.0
  /// The least green of links that no detector sees, as those of walkers, in seconds; less only
  /// where the programme itself gives less.
  public var unseenGreenSeconds = 15.0
  /// How long the running stage is prolonged each time, in seconds.
  ///
  /// When the connection is lost, it ends after at most that, and the plan goes on.
  public var holdSeconds = 5.0

  /// The set that all figures were measured with.
  public init() {}
}
