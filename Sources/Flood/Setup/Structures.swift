/// Where a gate or pump takes water from or brings it to.
public enum WaterBody: Sendable {
  /// Cells of the grid; their level is that of the deepest water among them.
  case cells([Int])
  /// The storage of this index.
  case storage(Int)
  /// Water beyond the model: its level in metres over time, `nil` where it lies low enough never
  /// to hinder.
  case outside(level: TimeSeries?)
}

/// A lake, reservoir or pond that is computed as one level over a table.
public struct Storage: Sendable {
  /// One line of its table.
  public struct Line: Sendable, Equatable {
    /// Height of the water in metres.
    public var levelMetres: Double
    /// Water surface at that level.
    public var areaSquareMetres: Double
    /// Water below that level.
    public var volumeCubicMetres: Double

    /// A line of the table.
    public init(levelMetres: Double, areaSquareMetres: Double, volumeCubicMetres: Double) {
      self.levelMetres = levelMetres
      self.areaSquareMetres = areaSquareMetres
      self.volumeCubicMetres = volumeCubicMetres
    }
  }

  /// Its name.
  public var id: String
  /// Levels and volumes grow from line to line; at least two.
  public var table: [Line]
  /// Level at the beginning, metres.
  public var initialLevelMetres: Double
  /// Water that comes in from outside the model, m³/s.
  public var inflow: TimeSeries?

  /// A storage with its table.
  public init(id: String, table: [Line], initialLevelMetres: Double, inflow: TimeSeries? = nil) {
    self.id = id
    self.table = table
    self.initialLevelMetres = initialLevelMetres
    self.inflow = inflow
  }
}

/// A sluice gate, culvert or weir between two bodies of water.
///
/// Below the opening's upper edge water flows as over a broad weir, Q = C_w b H^1.5, drowned after
/// Villemonte; above it as through an orifice, Q = C_d b a √(2 g ΔH).
public struct Gate: Sendable {
  /// Its name.
  public var id: String
  /// The inner side.
  public var from: WaterBody
  /// The outer side.
  public var to: WaterBody
  /// Clear width b in metres.
  public var widthMetres: Double
  /// Height of the sill in metres.
  public var sillMetres: Double
  /// Opening a above the sill over time, metres; `nil` for a weir, which is open above.
  public var opening: TimeSeries?
  /// C_d of the orifice.
  public var orificeCoefficient: Double
  /// C_w of the weir, m^0.5/s.
  public var weirCoefficient: Double
  /// Whether it closes as long as water outside the model stands higher than that within.
  public var closesAgainstOutside: Bool

  /// A gate between two bodies of water.
  public init(
    id: String, from: WaterBody, to: WaterBody, widthMetres: Double, sillMetres: Double,
    opening: TimeSeries? = nil, orificeCoefficient: Double = 0.6, weirCoefficient: Double = 1.7,
    closesAgainstOutside: Bool = true
  ) {
    self.id = id
    self.from = from
    self.to = to
    self.widthMetres = widthMetres
    self.sillMetres = sillMetres
    self.opening = opening
    self.orificeCoefficient = orificeCoefficient
    self.weirCoefficient = weirCoefficient
    self.closesAgainstOutside = closesAgainstOutside
  }
}

/// A pump station.
public struct Pump: Sendable {
  /// Its name.
  public var id: String
  /// Where it takes water.
  public var from: WaterBody
  /// Where it brings water.
  public var to: WaterBody
  /// What it lifts, m³/s, at each head (outer less inner level, metres), heads growing; beyond the
  /// table its end holds.
  public var curve: [(headMetres: Double, cubicMetresPerSecond: Double)]
  /// Inner level at which it starts, metres.
  public var startLevelMetres: Double
  /// Inner level at which it stops, metres; below the start level.
  public var stopLevelMetres: Double
  /// Spans of time without power, seconds.
  public var powerCuts: [Range<Double>]

  /// A pump station.
  public init(
    id: String, from: WaterBody, to: WaterBody,
    curve: [(headMetres: Double, cubicMetresPerSecond: Double)], startLevelMetres: Double,
    stopLevelMetres: Double, powerCuts: [Range<Double>] = []
  ) {
    self.id = id
    self.from = from
    self.to = to
    self.curve = curve
    self.startLevelMetres = startLevelMetres
    self.stopLevelMetres = stopLevelMetres
    self.powerCuts = powerCuts
  }
}
