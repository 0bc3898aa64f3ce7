package import SimpleFeatures

extension FloodScenario {
  /// Where a gate or pump takes water from or brings it to.
  package enum WaterBody: Equatable, Sendable {
    case cells(Place)
    /// By its id.
    case storage(Located<String>)
    /// Beyond the model: its level in metres; `nil` where it never hinders.
    case outside(level: Series?)
  }

  /// A lake, reservoir or pond.
  package struct Storage: Equatable, Sendable {
    /// Its name.
    package var id: String
    /// Level, area and volume a line, in metres.
    package var table: Table
    /// Level at the beginning, metres.
    package var initialLevelMetres: Double
    /// m³/s.
    package var inflow: Series?
    /// Where it stands in the scenario.
    package var position: TextPosition
  }

  /// Rows of numbers.
  package enum Table: Equatable, Sendable {
    case rows([[Double]])
    case file(Located<String>)
  }

  /// A sluice gate, culvert or weir.
  package struct Gate: Equatable, Sendable {
    /// Its name.
    package var id: String
    /// The inner and the outer side.
    package var from, to: WaterBody
    /// Clear width, metres.
    package var widthMetres: Double
    /// Height of the sill, metres.
    package var sillMetres: Double
    /// Metres above the sill; `nil` for a weir.
    package var opening: Series?
    /// C_d; `nil` for the usual one.
    package var orificeCoefficient: Double?
    /// C_w, m^0.5/s; `nil` for the usual one.
    package var weirCoefficient: Double?
    /// Whether it closes as long as the outer level is the higher one.
    package var closesAgainstOutside: Bool?
    /// Where it stands in the scenario.
    package var position: TextPosition
  }

  /// A pump station.
  package struct Pump: Equatable, Sendable {
    /// Its name.
    package var id: String
    /// The inner and the outer side.
    package var from, to: WaterBody
    /// Head in metres and m³/s a line.
    package var curve: Table
    /// Inner levels at which it starts and stops, metres.
    package var startLevelMetres, stopLevelMetres: Double
    /// Spans of seconds.
    package var powerCuts: [Range<Double>]
    /// Where it stands in the scenario.
    package var position: TextPosition
  }
}
