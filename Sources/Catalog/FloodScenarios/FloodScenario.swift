public import SimpleFeatures

/// A flood run on files of its own, without a city, as a scenario file tells it.
///
/// Paths are as written; ``path(_:)`` finds them beside the scenario. Coordinates and levels are
/// those of the terrain's file.
public struct FloodScenario: Equatable, Sendable {
  /// Where it was read from.
  public var file: String
  /// Differs for scenarios of different text.
  public var fingerprint: String
  /// What people call it; `nil` where it has no title.
  public var title: String?
  /// CRS of all files: `EPSG:n`; empty for a local one; `nil` for what the terrain's file says.
  public var crs: Located<String>?
  /// The raster of the ground's heights.
  public var terrain: Located<String>
  /// Side of the cells to reckon on, metres; `nil` for the terrain's own.
  public var cellMetres: Located<Double>?
  /// How long to reckon.
  public var durationSeconds: Double
  /// Water at the beginning; `nil` for none.
  public var initial: InitialWater?
  /// How that water moves; `nil` for water at rest.
  public var initialVelocity: InitialVelocity?
  /// Buildings; `nil` for none.
  public var buildings: Buildings?
  /// What slows the water.
  public var roughness: Roughness
  /// Water that comes in at places.
  public var inflows: [Inflow]
  /// Rain; `nil` for none.
  public var rain: Rain?
  /// What the ground takes; `nil` for nothing.
  public var infiltration: Infiltration?
  /// What happens at the sides; closed where nothing is said.
  public var boundaries: [Boundary]
  /// Lakes, reservoirs, ponds.
  public var storages: [Storage]
  /// Sluice gates, culverts, weirs.
  public var gates: [Gate]
  /// Pump stations.
  public var pumps: [Pump]
  /// Dykes and walls that are thinner than a cell.
  public var embankments: [Embankment]
  /// Places whose water is told.
  public var gauges: Gauges
  /// How to reckon.
  public var numerics: Numerics
  /// What is written, and when.
  public var output: Output

  /// How a run reckons; `nil` for what the engine takes by itself.
  public struct Numerics: Equatable, Sendable {
    /// 1 or 2.
    public var order: Int?
    /// `single` or `double`.
    public var precision: Precision?
    /// Courant number.
    public var courant: Double?
    /// Depth below which water does not move.
    public var dryDepthMetres: Double?
    /// How often cells step.
    public var timeSteps: TimeSteps?
    /// Threads; 0 for one a core.
    public var threads: Int?
  }

  /// How often cells step.
  public enum TimeSteps: String, Sendable, CaseIterable {
    /// All as often as the fastest wave asks for.
    case equal
    /// Less often where water is slow.
    case local
  }

  /// Of the numbers.
  public enum Precision: String, Sendable, CaseIterable {
    case single, double
  }

  /// What is written, and when.
  public struct Output: Equatable, Sendable {
    /// Seconds between frames; `nil` for one at the beginning and one at the end.
    public var everySeconds: Double?
    /// Seconds between readings of gauges; `nil` for those of the frames.
    public var gaugesEverySeconds: Double?
    /// Whether frames hold velocities too.
    public var hasVelocity: Bool
    /// The extremes that are kept beside the largest depth.
    public var envelopes: [Envelope]
  }

  /// An extreme value of each cell over the run.
  public enum Envelope: String, Sendable, CaseIterable {
    case depth, speed, hazard, arrival
  }

  /// Places whose water is told.
  public enum Gauges: Equatable, Sendable {
    /// In the scenario itself.
    case listed([Gauge])
    /// CSV `id,x,y`.
    case file(Located<String>)
  }

  /// A place whose water is told.
  public struct Gauge: Equatable, Sendable {
    /// Its name.
    public var id: String
    /// Coordinates in the terrain's CRS.
    public var x, y: Double
    /// Where it stands in the scenario.
    public var position: TextPosition
  }

  /// A fault of the scenario at `position`.
  public func fault(_ position: TextPosition, _ message: String, hint: String? = nil) -> Diagnostic
  {
    Diagnostic(
      file: file, line: position.line, column: position.column, message: message, hint: hint)
  }
}

/// A value and where in the file it stands.
public struct Located<Value: Equatable & Sendable>: Equatable, Sendable {
  /// What it says.
  public var value: Value
  /// Where that stands.
  public var position: TextPosition

  /// A value at its place.
  public init(_ value: Value, _ position: TextPosition) {
    self.value = value
    self.position = position
  }
}
