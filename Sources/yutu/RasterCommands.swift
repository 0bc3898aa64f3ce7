import ArgumentParser
import CityFile
import CommandSupport
import FeatureStore
import Ingest
import SimpleFeatures

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
    let (box, mapVersion) = (try box(), try view.mapVersion())
    let open = try City.open(city)
    defer { try? open.close() }
    let store = SpatiaLiteStore(open)
    layer = try store.layerID(of: layer)
    let size = try RasterExporter(layer: layer, path: file, box: box)
      .run(from: store, seenFrom: mapVersion)
    if json {
      print("{\"layer\":\"\(layer)\",\"columns\":\(size.columns),\"rows\":\(size.rows)}")
    } else {
      Terminal.say("\(layer): \(size.columns) x \(size.rows) cells written to \(file)")
    }
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
