import SimpleFeatures

/// What a plan must keep to be safe; figures that the network's own programme undercuts are told as
/// warnings and never lowered further.
public struct SafetyRules: Sendable, Equatable {
  /// The least seconds of green for vehicles.
  public var minimumGreenSeconds = 5.0
  /// The least seconds of green for people on foot to set out: t_walk.
  public var walkStartSeconds = 5.0
  /// How fast people walk, in m/s.
  public var walkingSpeedMetresPerSecond = 1.0
  /// The longest that anybody waits at red, in seconds.
  public var maximumRedSeconds = 180.0
  /// The least cycle in seconds.
  public var minimumCycleSeconds = 20.0
  /// The longest cycle in seconds.
  public var maximumCycleSeconds = 240.0
  /// The time in which drivers react, t_r of Y = t_r + v / (2 a), in seconds.
  public var reactionSeconds = 1.0
  /// How hard drivers brake for yellow, in m/s².
  public var decelerationMetresPerSecondSquared = 3.0
  /// The longest that yellow need be, in seconds, however fast the road is.
  public var maximumYellowSeconds = 6.0
  /// The length of the vehicle that has to clear the junction, in metres.
  public var vehicleLengthMetres = 5.0
  /// The controller's step: times that are no multiples of it are not kept, in seconds.
  public var stepSeconds = 1.0

  /// The usual figures.
  public init() {}

  /// The yellow that a speed asks for: Y = t_r + v / (2 a), in seconds.
  public func yellowSeconds(atSpeed speedMetresPerSecond: Double) -> Double {
    min(
      maximumYellowSeconds,
      reactionSeconds + speedMetresPerSecond / (2 * decelerationMetresPerSecondSquared))
  }

  /// - Throws: ``SignalError`` `invalid-value` for figures without meaning.
  func check() throws(SignalError) {
    let amounts = [
      ("the least green", minimumGreenSeconds, 1.0, 60.0),
      ("the time to set out", walkStartSeconds, 0, 60),
      ("the walking speed", walkingSpeedMetresPerSecond, 0.3, 3),
      ("the longest red", maximumRedSeconds, 30, 600),
      ("the least cycle", minimumCycleSeconds, 0, 600),
      ("the longest cycle", maximumCycleSeconds, 10, 3600),
      ("the reaction time", reactionSeconds, 0, 5),
      ("the deceleration", decelerationMetresPerSecondSquared, 0.5, 10),
      ("the longest yellow", maximumYellowSeconds, 1, 10),
      ("the vehicle's length", vehicleLengthMetres, 1, 40),
      ("the controller's step", stepSeconds, 0.001, 10),
    ]
    for (name, value, least, most) in amounts where !(value >= least && value <= most) {
      throw SignalError(
        .invalidValue, "\(name) is \(value)", hint: "Give a number between \(least) and \(most).")
    }
    guard minimumCycleSeconds <= maximumCycleSeconds else {
      throw SignalError(
        .invalidValue,
        "the least cycle is \(minimumCycleSeconds) s, the longest \(maximumCycleSeconds) s",
        hint: "Give a least cycle below the longest.")
    }
  }
}

extension SafetyRules {
  /// The rules of a file of limits.
  public init(_ limits: SignalLimits) {
    minimumGreenSeconds = limits.minimumGreenSeconds
    walkStartSeconds = limits.walkStartSeconds
    walkingSpeedMetresPerSecond = limits.walkingSpeedMetresPerSecond
    maximumRedSeconds = limits.maximumRedSeconds
    (minimumCycleSeconds, maximumCycleSeconds) = (
      limits.cycleSeconds.lowerBound, limits.cycleSeconds.upperBound
    )
    reactionSeconds = limits.reactionSeconds
    decelerationMetresPerSecondSquared = limits.decelerationMetresPerSecondSquared
    maximumYellowSeconds = limits.maximumYellowSeconds
    vehicleLengthMetres = limits.vehicleLengthMetres
    stepSeconds = limits.stepSeconds
  }
}
