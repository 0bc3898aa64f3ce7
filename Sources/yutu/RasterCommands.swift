import ArgumentParser
import Catalog
import CityFile
import CommandSupport
import FeatureStore
import Foundation
import Ingest
import OneMap
import SimpleFeatures
import Simulation

extension Import {
  /// Imports a raster file into a raster layer.
  func importRaster(_ request: Importer.Request, reportFile: ReportFile?) throws {
    guard map.isEmpty, !replace, saveMapping == nil else {
      throw ValidationError("--map, --save-mapping and --replace are for layers of features")
    }
    try reportFile?.checkTakesRasters()
    let start = ContinuousClock.now
    let draft = CityDraft(city)
    let report: RasterReport
    do {
      let importer = RasterImporter(request) {
        Terminal.progress("row \($0) of \($1), \(100 * $0 / max($1, 1)) %")
      }
      report = try importer.run { SpatiaLiteStore(try draft.open()) }
      if dryRun { draft.discard() } else { try draft.publish() }
    } catch {
      draft.discard()
      throw error
    }
    let seconds = (start.duration(to: .now) / .seconds(0.1)).rounded() / 10
    try reportFile?.write(report)
    if json { return print(report.json.text) }
    for line in report.lines { Terminal.say(line) }
    let accuracy = report.accuracyMetres > 0 ? " (on the map: \(report.operation))" : ""
    Terminal.answer("\(report.summary), \(seconds) s\(accuracy)")
  }
}

extension Export {
  /// Exports a raster layer.
  mutating func exportRaster() throws {
    let (box, mapVersion) = (try box(), try mapVersion())
    let open = try City.open(city)
    defer { try? open.close() }
    let runs = runs
    let size: (columns: Int, rows: Int)
    if let raster = try runs.raster(layer, at: try moment()) {
      try checkIsOfRun()
      size = try RasterExporter(layer: layer, path: file, box: box).run(raster, of: runs)
    } else {
      let store = SpatiaLiteStore(open)
      layer = try store.layerID(of: layer)
      size = try RasterExporter(layer: layer, path: file, box: box)
        .run(from: store, seenFrom: mapVersion)
    }
    if json {
      print("{\"layer\":\"\(layer)\",\"columns\":\(size.columns),\"rows\":\(size.rows)}")
    } else {
      Terminal.say("\(layer): \(size.columns) x \(size.rows) cells written to \(file)")
    }
  }

  /// The runs that are kept with the city.
  private var runs: RunStore {
    RunStore(city + ".runs", features: Serve.services.flatMap { $0.runFeatures })
  }

  /// Where the layer is one of features that a run gave: a snapshot that has it beside what another
  /// has.
  func runLayer() throws -> ((any FeatureSnapshot) throws -> any FeatureSnapshot)? {
    let (runs, layer) = (runs, layer)
    guard runs.isFeatureLayer(layer) else { return nil }
    try checkIsOfRun()
    let moment = try moment()
    return { try runs.snapshot(of: layer, at: moment, over: $0) ?? $0 }
  }

  private func checkIsOfRun() throws {
    guard view.at == nil, view.scenario == nil else {
      throw ValidationError("--at and --scenario are for layers of the city, not of a run")
    }
  }

  /// From where the city is seen: its options, or a time.
  func mapVersion() throws -> MapVersion {
    let version = try view.mapVersion()
    guard let moment = try moment() else { return version }
    guard view.at == nil else { throw ValidationError("give --at or --datetime, not both") }
    return MapVersion(.instant(moment.formatted(.iso8601)), scenario: version.scenario)
  }

  /// The time that is asked for.
  private func moment() throws -> Date? {
    guard let datetime else { return nil }
    if let time = Moment(datetime)?.time { return time }
    throw ValidationError("--datetime \(datetime) is no time: write 2026-07-05T21:00:00+08:00")
  }

  private func box() throws -> Envelope? {
    guard let bbox else { return nil }
    let numbers = bbox.split(separator: ",", omittingEmptySubsequences: false).compactMap {
      Double($0)
    }
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] < numbers[2],
      numbers[1] < numbers[3]
    else {
      throw ValidationError("--bbox \(bbox) is not west,south,east,north")
    }
    return Envelope(minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3])
  }
}
