import Catalog
import Datasets
import Flood
import Foundation
import SimpleFeatures
import Simulation

/// The forecast of rain that a city is served with: whenever it changes, the flood of each scenario
/// whose rain it is starts.
struct FloodForecast: Sendable {
  /// How it stands.
  let status: DataSourceStatus
  private let watcher: FileWatcher
  private let path: String
  private let runs: String
  private let context: ServiceContext

  /// How many floods of forecasts are kept of a scenario: the older ones go when a new one starts.
  private static let kept = 24
  /// How often it is looked at.
  private static let between = Duration.seconds(5)

  /// Reads its times.
  ///
  /// - Parameter runs: The folder of the city's runs.
  /// - Throws: ``PlainError`` and `ImportError` where it cannot be read.
  init(_ path: String, runs: String, _ context: ServiceContext) throws {
    self.path = path
    self.runs = runs
    self.context = context
    watcher = try FileWatcher(path, "rain forecast", log: context.log) { path in
      let floods = Self.floods(context.scenarios)
      guard !floods.isEmpty else {
        return FileWatcher.Taken(
          isWhole: false,
          remarks: [
            "no scenario has `rain: forecast`: no flood is computed when a forecast comes"
          ])
      }
      var newest = Date.distantPast
      for flood in floods {
        let outline = try RasterSeries.outline(of: path, variable: flood.rain.variable)
        newest = max(newest, outline.last)
      }
      return FileWatcher.Taken(newest: newest)
    }
    status = watcher.status
  }

  /// Starts the floods of the forecast that is there, and of each that comes, until the task is
  /// cancelled.
  func watch() async {
    start()
    var watcher = watcher
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.between)
      guard !Task.isCancelled else { return }
      guard
        let looked = try? await onOwnThread(
          named: "forecast",
          { [watcher] in
            var watcher = watcher
            let hasRead = watcher.look()
            return (watcher, hasRead)
          })
      else { continue }
      watcher = looked.0
      if looked.1 { start() }
    }
  }

  /// The scenarios whose rain is the forecast.
  private static func floods(
    _ scenarios: ScenarioFolder
  ) -> [(scenario: Scenario, rain: CityFlood.RainGrids)] {
    scenarios.check().scenarios.compactMap { scenario in
      guard case .grids(let rain)? = (try? CityFlood(scenario))?.rain, rain.file == nil else {
        return nil
      }
      return (scenario, rain)
    }
  }

  /// Removes the floods of forecasts that are older than those that are kept.
  private func removeOld(of scenario: String) {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: runs)) ?? []).filter {
      $0.hasPrefix("\(scenario)-") && $0.dropFirst(scenario.count + 1).count == 14
        && $0.dropFirst(scenario.count + 1).allSatisfy(\.isNumber)
    }
    for name in names.sorted().dropLast(Self.kept) {
      // What a forecast did not start, is paused or is being computed stays.
      let run = CityFloodFolder("\(runs)/\(name)")
      guard run.request != nil, run.brokenOff?.isPaused != true,
        let folder = try? ResultFolder("\(runs)/\(name)", continues: true)
      else { continue }
      try? FileManager.default.removeItem(atPath: folder.path)
      context.log.say("the flood \(name) of an older forecast is removed")
    }
  }

  /// Starts what has not been computed of the forecast as it is now.
  private func start() {
    for (scenario, rain) in Self.floods(context.scenarios) {
      do {
        let outline = try RasterSeries.outline(of: path, variable: rain.variable)
        let isEnsemble = outline.members > 1 && rain.member == nil
        let stamp = outline.written.formatted(.iso8601).filter { $0.isNumber }
        let id = "\(scenario.id)-\(stamp)"
        guard !FileManager.default.fileExists(atPath: "\(runs)/\(id)") else { continue }
        context.startJob(
          RequestedJob(
            id: id, process: isEnsemble ? CityFloodEnsemble.id : FloodEngine.id,
            inputs: ["scenario": .string(scenario.id)]))
        context.log.say("the flood \(id) starts with the rain forecast of \(path)")
        removeOld(of: scenario.id)
      } catch {
        context.log.report(error)
      }
    }
  }
}
