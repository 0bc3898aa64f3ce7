package import Catalog
package import Flood
package import SimpleFeatures

/// A flood run from files, without a city, as a scenario file describes it.
///
/// Paths are as written; ``path(_:)`` finds them beside the scenario. Coordinates and levels are
/// those of the terrain's file.
package struct FloodScenario: Equatable, Sendable {
  /// Where it was read from.
  package var file: String
  /// Differs for scenarios of different text.
  package var fingerprint: String
  /// What people call it; `nil` where it has no title.
  package var title: String?
  /// CRS of all files: `EPSG:n`; empty for a local one; `nil` for what the terrain's file says.
  package var crs: Located<String>?
  /// The raster of the ground's heights.
  package var terrain: Located<String>
  /// Side of the cells to compute on, metres; `nil` for the terrain's own.
  package var cellMetres: Located<Double>?
  /// How long to compute.
  package var durationSeconds: Double
  /// Water at the beginning; `nil` for none.
  package var initial: InitialWater?
  /// How that water moves; `nil` for water at rest.
  package var initialVelocity: InitialVelocity?
  /// Buildings; `nil` for none.
  package var buildings: Buildings?
  /// What slows the water.
  package var roughness: Roughness
  /// Water that comes in at places.
  package var inflows: [Inflow]
  /// Rain; `nil` for none.
  package var rain: Rain?
  /// Storm inlets, which take water out of the run.
  package var inlets: Inlets
  /// What the ground takes; `nil` for nothing.
  package var infiltration: Infiltration?
  /// What happens at the sides; closed where nothing is said.
  package var boundaries: [Boundary]
  /// Lakes, reservoirs, ponds.
  package var storages: [Storage]
  /// Sluice gates, culverts, weirs.
  package var gates: [Gate]
  /// Pump stations.
  package var pumps: [Pump]
  /// Dykes and walls that are thinner than a cell.
  package var embankments: [Embankment]
  /// Gauges: places whose water is reported.
  package var gauges: Gauges
  /// How to compute; its envelopes are those of ``output``.
  package var numerics: Numerics
  /// What is written, and when.
  package var output: Output
  /// The folder of the state of another run that it begins from; `nil` for none.
  package var hotStart: Located<String>?

  /// How often cells step.
  package enum TimeSteps: String, Sendable, CaseIterable {
    /// All as often as the fastest wave asks for.
    case equal
    /// Less often where water is slow.
    case local
  }

  /// What is written, and when.
  package struct Output: Equatable, Sendable {
    /// Seconds between frames; `nil` for one at the beginning and one at the end.
    package var everySeconds: Double?
    /// Seconds between readings of gauges; `nil` for those of the frames.
    package var gaugesEverySeconds: Double?
    /// Whether frames hold velocities too.
    package var hasVelocity: Bool
    /// The extremes that are kept beside the largest depth.
    package var envelopes: [Envelope]
  }

  /// An extreme value of each cell over the run.
  package enum Envelope: String, Sendable, CaseIterable {
    case depth, speed, hazard, arrival
  }

  /// Storm inlets.
  package enum Inlets: Equatable, Sendable {
    /// In the scenario itself.
    case listed([Inlet])
    /// CSV `id,x,y,capacity_m3s`.
    case file(Located<String>)
  }

  /// A storm inlet.
  package struct Inlet: Equatable, Sendable {
    /// Its name.
    package var id: String
    /// Coordinates in the terrain's CRS.
    package var x, y: Double
    /// What it takes at most, m³/s.
    package var cubicMetresPerSecond: Double
    /// Where it stands in the scenario.
    package var position: TextPosition
  }

  /// Gauges: places whose water is reported.
  package enum Gauges: Equatable, Sendable {
    /// In the scenario itself.
    case listed([Gauge])
    /// CSV `id,x,y`.
    case file(Located<String>)
  }

  /// A gauge: a place whose water is reported.
  package struct Gauge: Equatable, Sendable {
    /// Its name.
    package var id: String
    /// Coordinates in the terrain's CRS.
    package var x, y: Double
    /// Where it stands in the scenario.
    package var position: TextPosition
  }

  /// A fault of the scenario at `position`.
  package func fault(_ position: TextPosition, _ message: String, hint: String? = nil) -> Diagnostic
  {
    Diagnostic(
      file: file, line: position.line, column: position.column, message: message, hint: hint)
  }
}

/// A value and where in the file it stands.
package struct Located<Value: Equatable & Sendable>: Equatable, Sendable {
  /// What it says.
  package var value: Value
  /// Where that stands.
  package var position: TextPosition

  /// A value at its place.
  package init(_ value: Value, _ position: TextPosition) {
    self.value = value
    self.position = position
  }
}
