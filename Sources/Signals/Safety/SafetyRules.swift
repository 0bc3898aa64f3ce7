public import Catalog

/// What a plan must keep to be safe; figures that the network's own programme undercuts are told as
/// warnings and never lowered further.
public struct SafetyRules: Sendable, Equatable {
  /// The least seconds of green for vehicles.
  public var minimumGreen_s = 5.0
  /// The least seconds of green for people on foot to set out: t_walk.
  public var walkStart_s = 5.0
  /// How fast people walk, in m/s.
  public var walkingSpeed_ms = 1.0
  /// The longest that anybody waits at red, in seconds.
  public var maximumRed_s = 180.0
  /// The least cycle in seconds.
  public var minimumCycle_s = 20.0
  /// The longest cycle in seconds.
  public var maximumCycle_s = 240.0
  /// The time in which drivers react, t_r of Y = t_r + v / (2 a), in seconds.
  public var reaction_s = 1.0
  /// How hard drivers brake for yellow, in m/s².
  public var deceleration_ms2 = 3.0
  /// The longest that yellow need be, in seconds, however fast the road is.
  public var maximumYellow_s = 6.0
  /// The length of the vehicle that has to clear the junction, in metres.
  public var vehicleLength_m = 5.0
  /// The controller's step: times that are no multiples of it are not kept, in seconds.
  public var step_s = 1.0

  /// The usual figures.
  public init() {}

  /// The yellow that a speed asks for: Y = t_r + v / (2 a), in seconds.
  public func yellow_s(atSpeed speed_ms: Double) -> Double {
    min(maximumYellow_s, reaction_s + speed_ms / (2 * deceleration_ms2))
  }

  /// - Throws: ``SignalError`` `invalid-value` for figures without meaning.
  func check() throws(SignalError) {
    let amounts = [
      ("the least green", minimumGreen_s, 1.0, 60.0), ("the time to set out", walkStart_s, 0, 60),
      ("the walking speed", walkingSpeed_ms, 0.3, 3), ("the longest red", maximumRed_s, 30, 600),
      ("the least cycle", minimumCycle_s, 0, 600), ("the longest cycle", maximumCycle_s, 10, 3600),
      ("the reaction time", reaction_s, 0, 5), ("the deceleration", deceleration_ms2, 0.5, 10),
      ("the longest yellow", maximumYellow_s, 1, 10),
      ("the vehicle's length", vehicleLength_m, 1, 40),
      ("the controller's step", step_s, 0.001, 10),
    ]
    for (name, value, least, most) in amounts where !(value >= least && value <= most) {
      throw SignalError(
        .invalidValue, "\(name) is \(value)", hint: "Give a number between \(least) and \(most).")
    }
    guard minimumCycle_s <= maximumCycle_s else {
      throw SignalError(
        .invalidValue, "the least cycle is \(minimumCycle_s) s, the longest \(maximumCycle_s) s",
        hint: "Give a least cycle below the longest.")
    }
  }
}

extension SafetyRules {
  /// The rules of a file of limits.
  public init(_ limits: SignalLimits) {
    minimumGreen_s = limits.minimumGreen_s
    walkStart_s = limits.walkStart_s
    walkingSpeed_ms = limits.walkingSpeed_ms
    maximumRed_s = limits.maximumRed_s
    (minimumCycle_s, maximumCycle_s) = (limits.cycle_s.lowerBound, limits.cycle_s.upperBound)
    reaction_s = limits.reaction_s
    deceleration_ms2 = limits.deceleration_ms2
    maximumYellow_s = limits.maximumYellow_s
    vehicleLength_m = limits.vehicleLength_m
    step_s = limits.step_s
  }
}
