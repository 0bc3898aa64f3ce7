public import SimpleFeatures

extension FloodScenario {
  /// Where a gate or pump takes water from or brings it to.
  public enum WaterBody: Equatable, Sendable {
    case cells(Place)
    /// By its id.
    case storage(Placed<String>)
    /// Beyond the model: its level in metres; `nil` where it never hinders.
    case outside(level: Series?)
  }

  /// A lake, reservoir or pond.
  public struct Storage: Equatable, Sendable {
    public var id: String
    /// Level, area and volume a line, in metres.
    public var table: Table
    public var initialLevelMetres: Double
    /// m³/s.
    public var inflow: Series?
    public var position: TextPosition
  }

  /// Rows of numbers.
  public enum Table: Equatable, Sendable {
    case rows([[Double]])
    case file(Placed<String>)
  }

  /// A sluice gate, culvert or weir.
  public struct Gate: Equatable, Sendable {
    public var id: String
    public var from, to: WaterBody
    public var widthMetres: Double
    public var sillMetres: Double
    /// Metres above the sill; `nil` for a weir.
    public var opening: Series?
    public var orificeCoefficient: Double?
    public var weirCoefficient: Double?
    public var closesAgainstOutside: Bool?
    public var position: TextPosition
  }

  /// A pump station.
  public struct Pump: Equatable, Sendable {
    public var id: String
    public var from, to: WaterBody
    /// Head in metres and m³/s a line.
    public var curve: Table
    public var startLevelMetres, stopLevelMetres: Double
    /// Spans of seconds.
    public var powerCuts: [Range<Double>]
    public var position: TextPosition
  }
}
