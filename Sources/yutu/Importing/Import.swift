import ArgumentParser
import Catalog
import CityFile
import CommandSupport
import Datasets
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures

/// `yutu import`: a file into a layer, as one commit.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Import a file of features or a raster into a layer, as one commit.",
    discussion: """
      Invalid records are rejected and listed with file, line and column; all others are imported. \
      If the import fails, the city is unchanged. Problems of records are also shown on the map, \
      in layer import-problem.

      Without --layer the layer and the meaning of the columns are guessed and shown, and the \
      command asks before it imports; --dry-run does everything without saving.

      A raster layer takes GeoTIFF and ESRI ASCII grids (also gzipped) and keeps their CRS and \
      cells; cells whose value breaks a rule become no-data and are counted.

      Example: yutu import --city wuhan.city --layer building buildings.geojson
      Example: yutu import --city wuhan.city --layer building --dry-run --save-mapping jz.yml jz.shp
      Example: yutu import --city wuhan.city --mapping jz.yml --fix --report jz.txt jz-2026.shp
      Example: yutu import --city wuhan.city --layer terrain --crs EPSG:4547 dem.asc.gz
      Example: yutu import --city wuhan.city --layer manhole --crs EPSG:4547 points.csv
      Example: yutu import --city wuhan.city --layer drainage-pipe --crs EPSG:4547 \
      --points points.csv lines.csv
      """)

  @Option(help: "The city file; created if there is none.")
  var city: String
  @Option(
    help: """
      The layer's id: the name of a file in Layers/ without .yml. Without it the layer is guessed, \
      shown and confirmed.
      """)
  var layer: String?
  @Option(
    help: """
      The file's CRS where it declares none or a wrong one: EPSG:4547, EPSG:4547+5737, GCJ-02, \
      BD-09, or FILE.yml with a local frame (documentation: Coordinates).
      """)
  var crs: String?
  @Option(
    help: """
      Maps a column to a field: field=column; id=column for the identifier. In tables also \
      longitude= and latitude=, easting= and northing=, or geometry= (WKT, GeoJSON). Repeatable.
      """)
  var map: [String] = []
  @Option(help: "The layer, table or sheet of the file, if it has several.")
  var sourceLayer: String?
  @Option(help: "Text encoding, if the file declares none or a wrong one, such as GBK.")
  var encoding: String?
  @Option(
    help: """
      Survey points (CJJ 61) that the file's lines connect. Without it, lines without geometry \
      connect points already in the city.
      """)
  var points: String?
  @Option(help: "The layer, table or sheet of the point file, if it has several.")
  var pointsLayer: String?
  @Option(
    help: """
      Administrative divisions (JSON): fills and checks codes, names and parents of divisions, and \
      the division, street and number of addresses.
      """)
  var divisions: String?
  @Option(help: "A field mapping written by --save-mapping.")
  var mapping: String?
  @Option(help: "Write the field mapping to this file, for use with --mapping.")
  var saveMapping: String?
  @Flag(name: .customLong("yes"), help: "Accept the guessed layer without asking, if it is clear.")
  var takesGuess = false
  @Flag(help: "Do everything and report it, without saving.")
  var dryRun = false
  @Flag(
    help: """
      Repair unambiguous errors and report each repair: open rings, swapped coordinates, numbers \
      with units, dates in office notation, duplicate records.
      """)
  var fix = false
  @Flag(inversion: .prefixedNo, help: "Show problems of records on the map.")
  var problemLayer = true
  @Option(help: "Write the report with every problem: .txt, .json, .geojson or .geojsonl.")
  var report: String?
  @Flag(help: "Replace the layer: features that are not in the file are removed.")
  var replace = false
  @Flag(
    help: """
      Accept features that break rules of severity error, or lie far from the city; the report \
      names them.
      """)
  var acceptBreaches = false
  @Option(help: "Author of the commit.")
  var author: String = ProcessInfo.processInfo.environment["USER"] ?? "unknown"
  @Option(help: "Commit message.")
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
    let reportFile = try report.map { try ReportFile($0, told: Speech.told) }
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
      var report = try importer.run {
        let opened = SpatiaLiteStore(try draft.open())
        store = opened
        return opened
      }
      result = report
      if let store, problemLayer, !dryRun {
        report.problemCommit = publish(spool, in: store)?.number
      }
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
    let folder = LayerFolder(try layers ?? ResourcePaths.layers)
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
    request.message = message.isEmpty ? Speech.told("import \(file)") : message
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
      var kept = guess.mapping(keeping: request.sourceRequest.mapping)
      (kept.crs, kept.sourceLayer, kept.encoding) =
        (request.crs, request.sourceLayer, request.encoding)
      try Terminal.write(kept.yaml, to: saveMapping)
    }
    return listener
  }

  /// Puts what is wrong with records on the map, if the layer files hold a layer for it.
  private func publish(_ spool: ProblemSpool, in store: SpatiaLiteStore) -> Commit? {
    guard let definition = try? LayerFolder(layers ?? ResourcePaths.layers).layer(ProblemLayer.id)
    else {
      return nil
    }
    do {
      return try ProblemLayer.publish(
        spool, in: store, as: definition, author: author, told: Speech.told, title: Speech.rule)
    } catch {
      Terminal.say("warning: the import is kept, but its problems are not on the map: \(error)")
      return nil
    }
  }
}
