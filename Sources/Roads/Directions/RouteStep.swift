/// One thing to do on a route: a turn, and the road that is followed after it.
public struct RouteStep: Sendable {
  /// What is done.
  public enum Manoeuvre: String, Sendable {
    case depart, arrive
    case proceed = "continue"
    case slightLeft = "slight-left"
    case left
    case sharpLeft = "sharp-left"
    case slightRight = "slight-right"
    case right
    case sharpRight = "sharp-right"
    case uTurn = "u-turn"
    case roundabout
  }

  /// What is done where the step begins.
  public var manoeuvre: Manoeuvre
  /// The road's name; empty where it has none.
  public var road: String
  /// The road's class, as `residential`.
  public var roadClass: String
  /// Metres until the next step.
  public var lengthMetres: Double
  /// Seconds until the next step, what waiting at its beginning takes included.
  public var durationSeconds: Double
  /// Where the step begins, degrees.
  public var longitude: Double
  /// Where the step begins, degrees.
  public var latitude: Double
  /// The first direction, degrees clockwise from the north.
  public var bearing: Double
  /// Which exit of a roundabout is taken, 1 for the first; 0 elsewhere.
  public var exit: Int
}
