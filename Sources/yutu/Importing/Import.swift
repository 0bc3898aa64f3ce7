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
    abstract: "Import a file of features or a raster into a layer, as one commit.",
    discussion: """
      Records that break a rule are left out and listed with file, line and column; all others are \
      in the city. If anything fails, the city is as it was. What is wrong with records is also on \
      the map, in layer import-problem.

      Without --layer the command says which layer the file seems to be for and what its columns \
      seem to mean, and asks before it imports; --dry-run does everything and keeps nothing.

      A raster layer takes GeoTIFF and ESRI ASCII grids (also gzipped) and keeps their CRS and \
      cells; cells whose value breaks a rule are left without one and counted.

      Example: yutu import --city wuhan.city --layer building buildings.geojson
      Example: yutu import --city wuhan.city --layer building --dry-run --save-mapping jz.yml jz.shp
      Example: yutu import --city wuhan.city --mapping jz.yml --fix --report jz.txt jz-2026.shp
      Example: yutu import --city wuhan.city --layer terrain --crs EPSG:4547 dem.asc.gz
      Example: yutu import --city wuhan.city --layer manhole --crs EPSG:4547 points.csv
      Example: yutu import --city wuhan.city --layer drainage-pipe --crs EPSG:4547 \
        --points points.csv lines.csv
      """)

  @Option(help: "The city file; made if there is none.")
  var city: String
  @Option(
    help: """
      The layer's id: a file of Layers/ without its ending. Without it the layer is guessed, shown \
      and asked for.
      """)
  var layer: String?
  @Option(
    help: """
      The file's CRS where it declares none or a wrong one: EPSG:4547, EPSG:4547+5737, GCJ-02, \
      BD-09, or FILE.yml with a local frame (docs/coordinates.md).
      """)
  var crs: String?
  @Option(
    help: """
      Where a field's values are: field=column; id=column names the identifier. In tables also \
      longitude= and latitude=, easting= and northing=, or geometry= (WKT, GeoJSON). Repeatable.
      """)
  var map: [String] = []
  @Option(help: "Which layer, table or sheet of the file, where it has several.")
  var sourceLayer: String?
  @Option(help: "The encoding of the file's texts where it declares none or a wrong one: GBK.")
  var encoding: String?
  @Option(
    help: """
      Points of a survey (CJJ 61): the file's lines run between those that they name. Without it \
      lines without shapes run between the points that the city has.
      """)
  var points: String?
  @Option(help: "Which layer, table or sheet of the points' file, where it has several.")
  var pointsLayer: String?
  @Option(
    help: """
      The country's divisions (JSON): fills and checks codes, names and parents of divisions, and \
      the division, street and number of addresses.
      """)
  var divisions: String?
  @Option(help: "A file that says what fills the layer, as --save-mapping writes it.")
  var mapping: String?
  @Option(help: "Keep what fills the layer in this file, to be used with --mapping.")
  var saveMapping: String?
  @Flag(name: .customLong("yes"), help: "Take the guessed layer without asking, if it is clear.")
  var takesGuess = false
  @Flag(help: "Do everything, say what it would do, and keep nothing.")
  var dryRun = false
  @Flag(
    help: """
      Take what surely means something else than it says as that, and say so: open rings, \
      exchanged coordinates, numbers with units, dates as offices write them, records given twice.
      """)
  var fix = false
  @Flag(inversion: .prefixedNo, help: "Put problems of records on the map.")
  var problemLayer = true
  @Option(help: "Write the report with every problem: .txt, .json, .geojson or .geojsonl.")
  var report: String?
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
    try OutputPaths.check(
      [report, saveMapping], against: [city, file, mapping, points, divisions])
    let request = try request()
    let reportFile = try report.map { try ReportFile($0) }
    let start = ContinuousClock.now
    if case .raster = request.layer.content {
      return try importRaster(request, reportFile: reportFile)
    }

    let spool = try ProblemSpool(layer: request.layer.id, source: file)
    let draft = CityDraft(city)
    var result: ImportReport?
    do {
      let importer = Importer(request, listener: listener(spool, request, since: start))
      var store: SpatiaLiteStore?
      let report = try importer.run {
        let opened = SpatiaLiteStore(try draft.open())
        store = opened
        return opened
      }
      result = report
      if let store, problemLayer, !dryRun { publish(spool, in: store) }
      if dryRun { draft.discard() } else { try draft.publish() }
      show(report, placed: spool.placedCount, since: start)
      try reportFile?.write(report, spool)
    } catch {
      draft.discard()
      if result == nil { try? reportFile?.write(nil, spool) }
      throw (error as? FormatError).map { FileError(file: file, underlying: $0) } ?? error
    }
  }

  /// What is asked for: the options, and the kept mapping where they say nothing.
  private func request() throws -> Importer.Request {
    let kept = try mapping.map { try ImportMapping.load(file: $0) }
    let folder = LayerFolder(layers ?? ResourcePaths.layers)
    var request = Importer.Request(
      file: file, layer: try folder.layer(layer ?? kept?.layer ?? ProblemLayer.id), crs: crs)
    request.mapping = try named()
    request.sourceLayer = sourceLayer
    request.encoding = encoding
    if let kept { request.apply(kept) }
    if layer ?? kept?.layer == nil { request.layer = try guessedLayer(for: request, in: folder) }
    request.fixes = fix
    request.isDryRun = dryRun
    request.isWholeLayer = replace
    request.acceptsBreaches = acceptBreaches
    request.survey = try survey(of: request.layer, in: folder)
    request.divisions = try divisions.map { try DivisionTable.read(file: $0) }
    request.author = author
    request.message = message.isEmpty ? "import \(file)" : message
    return request
  }

  /// Where lines between points get their places; `nil` for layers of anything else.
  private func survey(
    of layer: LayerDefinition, in folder: LayerFolder
  ) throws -> SurveyInput? {
    guard let nodes = SurveyInput.nodeLayers(of: layer) else {
      guard points == nil else {
        throw PlainError(
          message: "layer \(layer.id) does not say between which points its lines run",
          hint: "--points is for layers such as drainage-pipe; points go into manhole by themselves"
        )
      }
      return nil
    }
    return SurveyInput(
      points: points, pointsLayer: pointsLayer,
      nodes: try nodes.map { try folder.layer($0) })
  }

  private func named() throws -> ImportMapping {
    try map.reduce(into: ImportMapping()) { mapping, entry in
      let sides = entry.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else {
        throw ValidationError("--map \(entry) is not field=column")
      }
      guard mapping.fields[sides[0]] == nil else {
        throw ValidationError("--map names two columns for \(sides[0])")
      }
      mapping.fields[sides[0]] = ImportMapping.Source([sides[1]])
    }
  }

  private func listener(
    _ spool: ProblemSpool, _ request: Importer.Request, since start: ContinuousClock.Instant
  ) -> Importer.Listener {
    var listener = Importer.Listener()
    listener.progress = { Terminal.progress(words(for: $0, since: start)) }
    listener.problem = { try spool.add($0) }
    listener.guess = { guess in
      if !json, dryRun || guess.lines.contains(where: { $0.reason == .guess }) { show(guess) }
      guard let saveMapping else { return }
      var kept = guess.mapping(keeping: request.mapping)
      (kept.crs, kept.sourceLayer, kept.encoding) =
        (request.crs, request.sourceLayer, request.encoding)
      try Terminal.write(kept.yaml, to: saveMapping)
    }
    return listener
  }

  /// Puts what is wrong with records on the map, if the layer files hold a layer for it.
  private func publish(_ spool: ProblemSpool, in store: SpatiaLiteStore) {
    guard let definition = try? LayerFolder(layers ?? ResourcePaths.layers).layer(ProblemLayer.id)
    else {
      return
    }
    do {
      _ = try ProblemLayer.publish(spool, in: store, as: definition, author: author)
    } catch {
      Terminal.say("warning: the import is kept, but its problems are not on the map: \(error)")
    }
  }
}
