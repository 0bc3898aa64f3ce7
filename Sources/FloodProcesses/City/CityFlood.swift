import Catalog
package import Flood
package import Foundation
package import SimpleFeatures

/// A flood of the city, as the `flood:` part of a scenario tells it: on the city's layers, with no
/// files of its own.
///
/// Coordinates are longitude and latitude (CGCS2000), levels metres in the datum of the terrain
/// layer unless another is named.
package struct CityFlood: Equatable, Sendable {
  /// The scenario's file, for messages.
  package var file: String
  /// Where the part begins in it.
  package var position: TextPosition
  /// Where to compute; `nil` for wherever there is terrain.
  package var area: Located<Area>?
  /// Side of the cells, metres; `nil` for that of the terrain.
  package var cellMetres: Located<Double>?
  /// How long to compute.
  package var durationSeconds: Double
  /// When it begins, for the time axis of its results; `nil` for the time at which it is run.
  package var start: Date?
  /// Rain; `nil` for none.
  package var rain: Rain?
  /// Levels of rivers and lakes.
  package var waterLevels: [WaterLevel]
  /// How far below their banks waters stand that ``waterLevels`` does not name, metres; `nil` for
  /// empty.
  package var belowBankMetres: Double?
  /// How sluice gates stand.
  package var gates: Controls<GateControl>
  /// Which pump stations work.
  package var pumps: Controls<PumpControl>
  /// Breaches of embankments.
  package var breaches: [Breach]
  /// What storm inlets and outfalls take; `nil` for nothing.
  package var inlets: Controls<InletControl>?
  /// How buildings block the flow.
  package var buildings: Buildings
  /// Where rain on buildings that are walls goes.
  package var roofRain: RoofRain
  /// How to compute; its envelopes are those of ``output``.
  package var numerics: Numerics
  /// What is written, and when.
  package var output: FloodScenario.Output

  /// Where to compute: the box around it.
  package enum Area: Equatable, Sendable {
    case box(Envelope)
    case polygon(Geometry)
    /// A feature of a layer.
    case feature(layer: String, id: String)
    /// All ground whose water passes a point, longitude and latitude.
    case catchment(x: Double, y: Double)
  }

  /// Rain on the city.
  package enum Rain: Equatable, Sendable {
    /// The same everywhere, without files.
    case said(FloodScenario.Rain)
    /// Rasters at times, as of a radar or a forecast.
    case grids(RainGrids)
  }

  /// Rain by rasters at times.
  package struct RainGrids: Equatable, Sendable {
    /// A NetCDF file or a folder of GeoTIFFs; `nil` for the forecast that the city is served with.
    package var file: Located<String>?
    /// Which quantity of a NetCDF file; `nil` for its only one over time.
    package var variable: String?
    /// The unit of its numbers; `nil` for that of the file.
    package var unit: Located<String>?
    /// Whether a raster's time is when its rain ends; else when it begins.
    package var isStampedAtEnd: Bool
    /// Which member of an ensemble, from 1; `nil` for the only one.
    package var member: Int?
    /// Where it stands in the scenario.
    package var position: TextPosition
  }

  /// What buildings are to the water.
  package enum Buildings: Equatable, Sendable {
    /// Water cannot enter them.
    case wall
    /// Their ground is higher by so many metres; `nil` for by their heights.
    case raised(metres: Double?)
    /// They are not there.
    case none
  }

  /// Where rain on roofs goes.
  package enum RoofRain: String, Sendable, CaseIterable {
    /// To the ground around the building.
    case ground
    /// To the nearest street.
    case streets
    /// To the nearest inlet.
    case inlets
    /// Into pipes that are no part of the run.
    case none
  }

  /// What an inlet or outfall takes.
  package struct InletControl: Equatable, Sendable {
    /// m³/s; `nil` for what its kind takes.
    package var capacity: Double?
  }

  /// The level of a river or lake over time.
  package struct WaterLevel: Equatable, Sendable {
    /// A feature of a layer of water surfaces.
    package var id: String
    /// Metres over time, in ``datum``.
    package var level: FloodScenario.Series
    /// The datum that the level is told in; `nil` for that of the terrain.
    package var datum: Located<String>?
    /// What is added to the level to get one of the terrain's datum, metres; `nil` where the
    /// scenario does not say.
    package var offsetMetres: Double?
    /// Whether the water keeps that level where it meets the sides of the run's area; else it
    /// stands so at the beginning alone.
    package var isHeld: Bool
    /// Where it stands in the scenario.
    package var position: TextPosition
  }

  /// What is said of all structures of a kind, and of some by their ids.
  package struct Controls<Control: Equatable & Sendable>: Equatable, Sendable {
    /// What holds for those that are not named.
    package var usual: Control
    /// By the ids of features.
    package var named: [FloodScenario.Named<Control>]

    /// What holds for a structure.
    package func control(of id: String) -> Control {
      named.first { $0.name == id }?.value ?? usual
    }
  }

  /// How a sluice gate stands.
  package enum GateControl: Equatable, Sendable {
    /// As wide as it goes.
    case open
    /// Metres above the sill over time.
    case opening(FloodScenario.Series)
  }

  /// Whether a pump station works.
  package struct PumpControl: Equatable, Sendable {
    /// Spans of seconds in which it does not; `nil` for all the time.
    package var outages: [Range<Double>]?
  }

  /// An embankment that gives way.
  package struct Breach: Equatable, Sendable {
    /// Its name.
    package var id: String
    /// Longitude and latitude of its middle.
    package var x, y: Double
    /// Along the embankment, metres.
    package var widthMetres: Double
    /// Where it ends below, metres in the terrain's datum.
    package var sillMetres: Double
    /// When it begins, seconds.
    package var fromSeconds: Double
    /// How long until it is as deep as it gets, seconds.
    package var growthSeconds: Double
    /// Where it stands in the scenario.
    package var position: TextPosition
  }

  /// A fault of the scenario at `position`.
  func fault(_ position: TextPosition, _ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(
      file: file, line: position.line, column: position.column, message: message, hint: hint)
  }
}
