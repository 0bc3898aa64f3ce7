public import SimpleFeatures

extension FloodScenario {
  /// Where a gate or pump takes water from or brings it to.
  public enum WaterBody: Equatable, Sendable {
    case cells(Place)
    /// By its id.
    case storage(Located<String>)
    /// Beyond the model: its level in metres; `nil` where it never hinders.
    case outside(level: Series?)
  }

  /// A lake, reservoir or pond.
  public struct Storage: Equatable, Sendable {
    /// Its name.
    public var id: String
    /// Level, area and volume a line, in metres.
    public var table: Table
    /// Level at the beginning, metres.
    public var initialLevelMetres: Double
    /// m³/s.
    public var inflow: Series?
    /// Where it stands in the scenario.
    public var position: TextPosition
  }

  /// Rows of numbers.
  public enum Table: Equatable, Sendable {
    case rows([[Double]])
    case file(Located<String>)
  }

  /// A sluice gate, culvert or weir.
  public struct Gate: Equatable, Sendable {
    /// Its name.
    public var id: String
    /// The inner and the outer side.
    public var from, to: WaterBody
    /// Clear width, metres.
    public var widthMetres: Double
    /// Height of the sill, metres.
    public var sillMetres: Double
    /// Metres above the sill; `nil` for a weir.
    public var opening: Series?
    /// C_d; `nil` for the usual one.
    public var orificeCoefficient: Double?
    /// C_w, m^0.5/s; `nil` for the usual one.
    public var weirCoefficient: Double?
    /// Whether it closes as long as the outer level is the higher one.
    public var closesAgainstOutside: Bool?
    /// Where it stands in the scenario.
    public var position: TextPosition
  }

  /// A pump station.
  public struct Pump: Equatable, Sendable {
    /// Its name.
    public var id: String
    /// The inner and the outer side.
    public var from, to: WaterBody
    /// Head in metres and m³/s a line.
    public var curve: Table
    /// Inner levels at which it starts and stops, metres.
    public var startLevelMetres, stopLevelMetres: Double
    /// Spans of seconds.
    public var powerCuts: [Range<Double>]
    /// Where it stands in the scenario.
    public var position: TextPosition
  }
}
