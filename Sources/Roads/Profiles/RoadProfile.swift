public import Catalog

/// Who drives or walks, as `Models/roads/<id>.yml` tells it: where, how fast, and what delays them.
public struct RoadProfile: Equatable, Sendable {
  /// Lower-case words joined by hyphens, the file's name.
  public var id: String
  /// What people call it.
  public var title: LocalisedText
  /// Where its numbers were read, and what to beware of.
  public var description: LocalisedText?
  /// The standard or survey that the numbers are of; `nil` where nobody has confirmed them.
  public var source: String?
  /// Whose access tags count.
  public var mode: TravelMode
  /// Free-flow speed in km/h for each class of road; other classes may not be used.
  public var speedsKilometresPerHour: [String: Double]
  /// What is made of posted limits.
  public var limits: Limits
  /// What is made of one-way roads and of roads that are not for everybody.
  public var access: Access
  /// Height and weight of the vehicle.
  public var vehicle: Vehicle
  /// What passing a junction costs.
  public var turns: Turns
  /// What water on the road does.
  public var flood: FloodCurve?
  /// Where it was read from, for messages.
  public var file: String

  /// Whose access tags count.
  public enum TravelMode: String, CaseIterable, Sendable {
    case car, truck, emergency, foot
  }

  /// What is made of posted limits.
  public struct Limits: Equatable, Sendable {
    /// The share of a posted limit that is driven on the average.
    public var share: Double
    /// No faster than this anywhere, km/h.
    public var maximumKilometresPerHour: Double
    /// No faster than this where the surface is not paved, km/h.
    public var unpavedKilometresPerHour: Double
  }

  /// Factors on the speed; 0 says that such roads may not be used.
  public struct Access: Equatable, Sendable {
    /// Against the direction of one-way roads.
    public var againstOneway: Double
    /// On roads for destinations, customers and deliveries only.
    public var destination: Double
    /// On private roads.
    public var restricted: Double
  }

  /// Height and weight of the vehicle.
  public struct Vehicle: Equatable, Sendable {
    /// Metres; 0 where it does not matter.
    public var heightMetres: Double
    /// Tonnes; 0 where it does not matter.
    public var weightTonnes: Double
  }

  /// What passing a junction costs, seconds.
  public struct Turns: Equatable, Sendable {
    /// Whether turn restrictions bind.
    public var obeysRestrictions: Bool
    /// Turning round where a restriction makes that worth while.
    public var uTurnSeconds: Double
    /// Arriving from a lesser road, or at a sign to give way or stop.
    public var giveWaySeconds: Double
    /// Passing traffic lights.
    public var signal: SignalDelay
  }

  /// What traffic lights cost on the average, seconds, by the movement.
  public struct SignalDelay: Equatable, Sendable {
    /// To the left, across what comes against.
    public var leftSeconds: Double
    /// Straight on.
    public var throughSeconds: Double
    /// To the right.
    public var rightSeconds: Double
    /// Round.
    public var uTurnSeconds: Double
  }

  /// The speed that is possible in water, as a table over its depth.
  public struct FloodCurve: Equatable, Sendable {
    /// Where the curve was published; `nil` where nobody has confirmed it.
    public var source: String?
    /// Depths, rising from 0, metres.
    public var depthsMetres: [Double]
    /// One for each depth, km/h; beyond the last depth, and where it is 0, the road is closed.
    public var speedsKilometresPerHour: [Double]

    /// The highest speed in water of a depth, km/h, between the table's rows by a straight line; 0
    /// closes the road.
    public func speedKilometresPerHour(atDepthMetres depth: Double) -> Double {
      guard depth > 0 else { return .infinity }
      // Depths of rasters are rounded to a ten-millionth.
      guard let above = depthsMetres.firstIndex(where: { depth <= $0 + 1e-6 }) else { return 0 }
      guard above > 0 else { return speedsKilometresPerHour[0] }
      let share =
        (depth - depthsMetres[above - 1]) / (depthsMetres[above] - depthsMetres[above - 1])
      return speedsKilometresPerHour[above - 1] * (1 - share)
        + speedsKilometresPerHour[above] * share
    }
  }
}

extension [RoadProfile] {
  /// What people call them, by their ids.
  public var titles: [String: LocalisedText] {
    Dictionary(map { ($0.id, $0.title) }) { first, _ in first }
  }
}
