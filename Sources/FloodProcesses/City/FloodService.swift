public import Catalog
import Flood
import Foundation
import SimpleFeatures
public import Simulation

/// Floods of a city: started by scenario, kept in `CITY.runs/`, seen as layers.
public struct FloodService: CityService {
  /// Ground, land cover, buildings, waters, embankments and what moves water.
  public static let roles = FloodLayers.roles
  /// `flood`.
  public static let scenarioParts = [CityFlood.part]
  /// What its water reaches.
  public static var runFeatures: [any RunFeatures] { [FloodImpact.shared] }

  /// The forecast of rain.
  public static let inputs = [
    LiveInput(
      "rain-forecast",
      "rain to come: a NetCDF file of the CF conventions, or a folder of GeoTIFFs whose names hold "
        + "their times")
  ]

  /// The forecast that the city is served with; `nil` for none.
  static func forecast(_ context: ServiceContext) -> String? { context.files[inputs[0].name] }

  private let context: ServiceContext
  private let forecast: FloodForecast?

  /// A service of a city; without a folder of runs it offers the check of the ground alone.
  ///
  /// - Throws: ``PlainError`` and `ImportError` for a forecast that cannot be read.
  public init(_ context: ServiceContext) throws {
    self.context = context
    forecast = try context.runs.flatMap { runs in
      try Self.forecast(context).map { try FloodForecast($0, runs: runs, context) }
    }
  }

  /// The flood simulation, of one flood and of an ensemble, and what it does to the city.
  public var processes: [any Simulation.Process] {
    let check = GroundCheckProcess(context)
    guard let runs = context.runs else { return [check] }
    return [
      check, CityFloodProcess(context, folder: runs, isEnsemble: false),
      CityFloodProcess(context, folder: runs, isEnsemble: true),
      FloodImpactProcess(runs), FloodWarningsProcess(runs),
    ]
  }

  /// How the forecast stands.
  public var sources: [DataSourceStatus] { forecast.map { [$0.status] } ?? [] }

  /// Starts floods of each new forecast.
  public func run() async { await forecast?.watch() }

  /// The runs that were broken off, as by a power cut, are paused or wait for their turn.
  public var unfinishedJobs: [RequestedJob] {
    guard let runs = context.runs else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: runs)) ?? []
    return names.sorted().compactMap { name in
      let folder = CityFloodFolder("\(runs)/\(name)")
      if RunFolder.isID(name), folder.record == nil, let request = folder.request {
        return RequestedJob(
          id: name, process: request.process, inputs: request.inputs,
          brokenOff: .init(share: 0, isPaused: request.isPaused))
      }
      guard let record = folder.record, record.id == name,
        [FloodEngine.id, CityFloodEnsemble.id].contains(record.process),
        let brokenOff = folder.brokenOff
      else { return nil }
      return RequestedJob(
        id: record.id, process: record.process,
        inputs: ["scenario": .string(record.scenario)], brokenOff: brokenOff)
    }
  }
}
