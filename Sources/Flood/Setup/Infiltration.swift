/// What the ground takes of the water on it, by classes.
public struct Infiltration: Sendable {
  /// How one class of ground takes water.
  public enum Model: Sendable, Equatable {
    /// Sealed ground.
    case none
    /// Green and Ampt: f = K (1 + ψ Δθ / F), F the depth taken so far.
    case greenAmpt(
      conductivityMillimetresPerHour: Double, suctionMillimetres: Double, moistureDeficit: Double)
    /// Horton: f = f_c + (f_0 − f_c) exp(−k t), t the time for which ground under water would have
    /// taken what this ground has; ground does not dry again.
    case horton(
      initialMillimetresPerHour: Double, finalMillimetresPerHour: Double, decayPerHour: Double)
    /// SCS curve number: runoff (P − I_a)² / (P − I_a + S), S = 25400 / CN − 254 mm; what does not
    /// run off is taken as it falls.
    case curveNumber(Double, initialAbstractionRatio: Double)
  }

  /// The classes.
  public var classes: [Model]
  /// The class of each cell; empty where all are of the first.
  public var classOfCell: [UInt16]

  /// One class everywhere unless classes of cells are given.
  public init(classes: [Model], classOfCell: [UInt16] = []) {
    self.classes = classes
    self.classOfCell = classOfCell
  }
}
