import ArgumentParser
import Catalog
import CityFile
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures

/// `yutu import`: a file into a layer, as one commit.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Import a GeoJSON, GeoJSONSeq or raster file into a layer, as one commit.",
    discussion: """
      Records that break a rule are left out and listed with file, line and column; all others are \
      in the city. If anything fails, the city is as it was.

      A raster layer takes GeoTIFF and ESRI ASCII grids (also gzipped) and keeps their CRS and \
      cells; cells whose value breaks a rule are left without one and counted.

      Example: yutu import --city wuhan.city --layer building buildings.geojson
      Example: yutu import --city wuhan.city --layer terrain --crs EPSG:4547 dem.asc.gz
      """)

  @Option(help: "The city file; made if there is none.")
  var city: String
  @Option(help: "The layer's id: a file of Layers/ without its ending.")
  var layer: String
  @Option(
    help: """
      The file's CRS where it declares none or a wrong one: EPSG:4547, EPSG:4547+5737, GCJ-02, \
      BD-09, or FILE.yml with a local frame (docs/coordinates.md).
      """)
  var crs: String?
  @Option(
    help: "Where a field's values are: field=column; id=column names the identifier. Repeatable.")
  var map: [String] = []
  @Flag(help: "The file is the whole layer: features that it does not name are removed.")
  var replace = false
  @Flag(help: "Take features that break rules which forbid the commit; the report names them.")
  var acceptBreaches = false
  @Option(help: "Who makes the commit.")
  var author: String = ProcessInfo.processInfo.environment["USER"] ?? "unknown"
  @Option(help: "Why the commit is made.")
  var message: String = ""
  @Option(help: "The folder of layer files.")
  var layers: String?
  @Flag(help: "Print the report as JSON on standard output.")
  var json = false
  @Argument(help: "The file; - is standard input.")
  var file: String

  func run() throws {
    let definition = try LayerFolder(layers ?? Home.layers).layer(layer)
    var request = Importer.Request(file: file, layer: definition, crs: crs)
    request.mapping = try mapping()
    request.isWholeLayer = replace
    request.acceptsBreaches = acceptBreaches
    request.author = author
    request.message = message.isEmpty ? "import \(file)" : message

    let start = ContinuousClock.now
    if case .raster = definition.content { return try importRaster(request) }
    let draft = CityDraft(city)
    do {
      var listener = Importer.Listener()
      listener.progress = { Terminal.progress(words(for: $0, since: start)) }
      let importer = Importer(request, listener: listener)
      let report = try importer.run { SpatiaLiteStore(try draft.open()) }
      try draft.publish()
      show(report, seconds: start.duration(to: .now))
    } catch {
      draft.discard()
      throw (error as? FormatError).map { FileFault(file: file, underlying: $0) } ?? error
    }
  }

  private func mapping() throws -> [String: String] {
    try map.reduce(into: [:]) { mapping, entry in
      let sides = entry.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else {
        throw ValidationError("--map \(entry) is not field=column")
      }
      mapping[sides[0]] = sides[1]
    }
  }

  // MARK: Words

  private func words(for progress: Importer.Progress, since start: ContinuousClock.Instant)
    -> String
  {
    let seconds = max(start.duration(to: .now) / .seconds(1), 0.001)
    let rate = Int(Double(progress.records) / seconds)
    var line = "\(progress.records) records, \(rate)/s"
    let extent = progress.extent
    if let total = extent.total, total > 0, extent.done > 0 {
      let share = Double(extent.done) / Double(total)
      let left = Int((seconds / share - seconds).rounded())
      line += ", \(Int(share * 100)) %, \(left) s left"
    }
    return line
  }

  private func show(_ report: ImportReport, seconds: Duration) {
    if json { return print(report.json.text) }
    for problem in report.problems.prefix(Self.shownProblems) {
      Terminal.say(problem.line(file: file))
    }
    let count = report.countsByRule.map(\.count).reduce(0, +)
    if count > Self.shownProblems {
      Terminal.say("… and \(count - Self.shownProblems) more; --json lists them")
    }
    for rule in report.countsByRule {
      Terminal.say("\(rule.severity.rawValue): \(rule.count) × \(rule.rule)")
    }
    for breach in report.rules.breaches {
      Terminal.say("\(breach.severity.rawValue): \(breach.line)")
    }
    for note in report.rules.notes { Terminal.say("note: \(note)") }
    if !report.ignoredProperties.isEmpty {
      Terminal.say(
        "not in the layer, left out: " + report.ignoredProperties.joined(separator: ", ")
          + " (--map field=column fills a field; a new field goes into the layer file)")
    }
    if report.identifiedByGeometry > 0 {
      Terminal.say("\(report.identifiedByGeometry) records had no id: made from their geometry")
    }
    if report.flattened > 0 {
      Terminal.say("\(report.flattened) records had heights, which layer \(layer) does not keep")
    }
    for residual in report.residuals { Terminal.say(residual.line) }
    let accuracy =
      report.accuracyMetres > 0 ? " (\(report.operation))" : ""
    let commit = report.commit.map { "commit \($0)" } ?? "nothing changed, no commit"
    print(
      "\(layer): \(commit): \(report.read) records read, \(report.added) added, "
        + "\(report.changed) changed, \(report.removed) removed, "
        + "\(report.unchanged) unchanged, \(report.united) united, "
        + "\(report.rejected) rejected, \(report.repaired) repaired, "
        + "\((seconds / .seconds(0.1)).rounded() / 10) s\(accuracy)")
  }

  /// How many problems are shown one by one.
  private static let shownProblems = 20
}
