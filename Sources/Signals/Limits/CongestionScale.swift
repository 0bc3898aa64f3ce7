public import Catalog

/// How congestion is graded, as `Models/signals/congestion.yml` tells it.
public struct CongestionScale: Equatable, Sendable {
  /// The file's name.
  public var id: String
  /// What people call it.
  public var title: LocalisedText
  /// What to beware of.
  public var description: LocalisedText?
  /// The standard that its figures are of; `nil` where nobody has confirmed them.
  public var source: String?
  /// Travel time by free-flow travel time, rising, from 1.
  public var travelTimeIndices: [Double]
  /// The index at each of them, rising, from 0.
  public var values: [Double]
  /// The grades from low to high.
  public var grades: [Grade]
  /// The greatest control delay of levels A to E, in seconds a vehicle.
  public var delayLimitsSeconds: [Double]

  /// A grade of the index.
  public struct Grade: Equatable, Sendable {
    /// The index from which it holds.
    public var from: Double
    /// What people call it.
    public var title: LocalisedText
  }

  /// The index of 0 to 10 that a travel time index comes to.
  ///
  /// Piecewise linear; beyond the last point it goes on with the slope of the last piece.
  public func index(travelTimeIndex: Double) -> Double {
    guard travelTimeIndex > travelTimeIndices[0] else { return values[0] }
    let above =
      travelTimeIndices.firstIndex { $0 >= travelTimeIndex } ?? travelTimeIndices.count - 1
    let (low, high) = (travelTimeIndices[above - 1], travelTimeIndices[above])
    let slope = (values[above] - values[above - 1]) / (high - low)
    return min(10, values[above - 1] + slope * (travelTimeIndex - low))
  }

  /// The grade of an index.
  public func grade(ofIndex index: Double) -> Grade {
    grades.last { $0.from <= index } ?? grades[0]
  }

  /// The level of service, A to F, of a control delay in seconds a vehicle.
  public func levelOfService(delaySeconds: Double) -> Character {
    let level = delayLimitsSeconds.firstIndex { delaySeconds <= $0 } ?? delayLimitsSeconds.count
    return Array("ABCDEF")[level]
  }
}

/// What signal plans must keep, as `Models/signals/safety.yml` tells it; seconds, metres, m/s.
public struct SignalLimits: Equatable, Sendable {
  /// The least green for vehicles.
  public var minimumGreenSeconds: Double
  /// What people need to set out.
  public var walkStartSeconds: Double
  /// How fast they walk.
  public var walkingSpeedMetresPerSecond: Double
  /// The longest red.
  public var maximumRedSeconds: Double
  /// The least and the longest cycle.
  public var cycleSeconds: ClosedRange<Double>
  /// How long drivers take to react.
  public var reactionSeconds: Double
  /// How hard they brake.
  public var decelerationMetresPerSecondSquared: Double
  /// The longest that yellow need be.
  public var maximumYellowSeconds: Double
  /// The vehicle that has to clear the junction.
  public var vehicleLengthMetres: Double
  /// The controller's step.
  public var stepSeconds: Double
}
