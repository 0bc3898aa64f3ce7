package import Catalog
package import Datasets
package import FeatureStore
import Foundation
import GeometryCore
import SimpleFeatures

/// Brings one file into one layer: read → transform to CGCS2000 → repair → map fields → write, as
/// one commit.
package struct Importer {
  /// What to import, and how.
  package struct Request: Sendable {
    package var file: String
    package var layer: LayerDefinition
    /// The file's CRS where it does not declare one or declares a wrong one: `EPSG:4547`, `GCJ-02`,
    /// or the path of a local frame's `.yml` file.
    package var crs: String?
    /// What the person, or a kept file, says of the columns; ``CoordinateRole`` names those of a
    /// shape.
    package var mapping = ImportMapping()
    /// Whether what surely means something else than it says is taken so, and told.
    package var fixes = false
    /// Whether the work is done but not kept.
    package var isDryRun = false
    /// Which of the file's layers is meant, where it has several.
    package var sourceLayer: String?
    /// The encoding of the file's texts where it declares none or a wrong one: `GBK`, `UTF-8`.
    package var encoding: String?
    /// Whether the file is the whole layer: features that it does not name are removed.
    package var isWholeLayer = false
    /// Whether features that break rules which forbid the commit are taken all the same.
    package var acceptsBreaches = false
    /// Where lines between numbered points get their shapes; `nil` where the file has its own.
    package var survey: SurveyInput?
    /// The divisions by which codes, names and parents are filled and checked.
    package var divisions: DivisionTable?
    package var author = ""
    package var message = ""

    /// Takes over what a kept mapping says of the file, save what has been said already.
    package mutating func apply(_ kept: ImportMapping) {
      mapping = kept.overruled(by: mapping)
      crs = crs ?? kept.crs
      sourceLayer = sourceLayer ?? kept.sourceLayer
      encoding = encoding ?? kept.encoding
    }

    package init(file: String, layer: LayerDefinition, crs: String? = nil) {
      self.file = file
      self.layer = layer
      self.crs = crs
    }
  }

  /// How far the work is.
  package struct Progress: Sendable {
    package var records: Int
    package var extent: ReadExtent
  }

  /// Who is told while the work goes on.
  package struct Listener {
    package var progress: (Progress) -> Void = { _ in }
    /// Called with what the columns seem to mean, before it is used.
    package var guess: (MappingGuess) throws -> Void = { _ in }
    /// Called for every problem, those that the report does not keep included.
    package var problem: (RecordDiagnostic) throws -> Void = { _ in }

    package init() {}
  }

  private let request: Request
  private let listener: Listener
  /// Records between two calls of `progress`.
  private static let progressStep = 2000

  package init(_ request: Request, listener: Listener = Listener()) {
    self.request = request
    self.listener = listener
  }

  /// The layers that the request's file seems to be for, the best first; the request's own layer
  /// does not count.
  ///
  /// - Throws: ``FormatError`` or ``ImportError`` for a file that cannot be read.
  package func fittingLayers(among layers: [LayerDefinition]) throws -> [LayerGuess] {
    if let what = try SourceFile.rasterName(request.file) {
      throw ImportError(
        .unknownFormat, "\(request.file) is \(what), whose layer cannot be guessed",
        hint: SourceFile.rasterHint
          + ": name one, or add one for values of another kind; the raster layers are "
          + layers.filter { if case .raster = $0.content { true } else { false } }.map(\.id)
          .joined(separator: ", "))
    }
    guard try !SourceFile.isOpenStreetMap(request.file) else {
      throw ImportError(
        .unknownFormat, "\(request.file) is OpenStreetMap, which holds objects of many layers",
        hint: "name one: "
          + layers.filter { $0.openStreetMap != nil }.map(\.id).joined(separator: ", "))
    }
    let source = SampledSource(try SourceFile.open(request.sourceRequest))
    try source.fill()
    let name = URL(fileURLWithPath: request.file).deletingPathExtension().lastPathComponent
    return LayerGuess.ranked(
      layers, sample: source.sample,
      name: [name, request.sourceLayer ?? ""].joined(separator: " "))
  }

  /// Imports the file into the city that `openStore` gives, once the file proved readable.
  ///
  /// - Throws: ``FormatError`` for a file that is damaged, ``GeometryError`` for a CRS that cannot
  ///   be brought to CGCS2000, ``ImportError`` when no record can be used or the layer holds no
  ///   features, errors of the store. In all cases the city is unchanged.
  package func run(into openStore: () throws -> SpatiaLiteStore) throws -> ImportReport {
    try withoutActuallyEscaping(openStore) { try run(into: OpenedOnce($0)) }
  }

  private func run(into city: OpenedOnce) throws -> ImportReport {
    guard request.layer.hasFeatures else {
      throw ImportError(
        .noFeatures, "the layer \"\(request.layer.id)\" holds no features",
        hint: "its file says another `kind`: choose a layer of features")
    }
    // What the person says is checked before the file is read.
    _ = try FieldMapping(request.layer, named: request.fieldMapping)
    let (opened, completion) = try request.source(in: city)
    let source = SampledSource(opened)
    try source.fill()
    var guess = MappingGuess(request.layer, named: request.fieldMapping, sample: source.sample)
    guess.remarks = source.remarks
    try listener.guess(guess)
    let mapping = try FieldMapping(
      request.layer, named: request.fieldMapping, guessed: guess.guessed)
    let transform = try transform(of: source)
    let overruled = try overruledCRS(of: source, by: transform)
    let reading = RecordReading(
      source, RecordNormaliser(request, transform, mapping, completion))
    defer { reading.abandon() }

    var draft = CommitDraft(
      author: request.author, message: request.message, source: request.file)
    draft.acceptsBreaches = request.acceptsBreaches
    draft.isRehearsal = request.isDryRun
    var report = blankReport(transform)
    if let overruled, overruled.shiftMetres == 0 {
      report.remarks.append(
        "the file says \(overruled.name), and --crs \(report.crs) puts it at the same places")
    }
    var writing = RecordWriting(
      request, report, within: try CityArea(city.store(), for: request.layer.id),
      problem: listener.problem)
    if let warning = overruled?.warning(report.crs) { try writing.note(warning) }
    let commit = try city.store().commit(draft, to: request.layer) { writer in
      try writeAll(reading, &writing, writer)
      if request.isWholeLayer { try writing.removeOthers(from: writer) }
      return writing.counts
    } report: { commit in
      writing.report(of: commit).json.text
    }
    return writing.report(of: commit)
  }

  private func writeAll(
    _ reading: RecordReading, _ writing: inout RecordWriting, _ writer: LayerWriter
  ) throws {
    for problem in reading.sourceProblems { try writing.note(problem) }
    var portion = RecordPortion()
    func writePortion() throws {
      let order = portion.order()
      for record in portion.records {
        try writing.take(record, sparingIn: writer)
        if order == nil { try writing.write(record, to: writer) }
        if record.number % Importer.progressStep == 0 {
          listener.progress(Progress(records: record.number, extent: record.extent))
        }
      }
      for place in order ?? [] { try writing.write(portion.records[place], to: writer) }
      portion = RecordPortion()
    }
    while let batch = try reading.next() {
      portion.append(batch)
      if portion.isFull { try writePortion() }
    }
    try writePortion()
    let report = writing.report
    listener.progress(Progress(records: report.read, extent: reading.extent))
    writing.finish(reading)
    guard report.rejected < report.read else {
      throw ImportError.nothingAccepted(writing.report(of: nil))
    }
    if !request.acceptsBreaches { try writing.checkPlaces() }
    try reading.preparer.mapping.checkNamedColumns()
  }

  /// The report before the first record.
  private func blankReport(_ transform: CoordinateTransform) -> ImportReport {
    var report = ImportReport(layer: request.layer.id, source: request.file)
    report.isDryRun = request.isDryRun
    report.crs = transform.from.identifier
    report.residuals = (try? transform.from.frame?.residuals()) ?? []
    report.operation = transform.operation
    report.accuracyMetres = transform.accuracyMetres
    return report
  }

  /// What the file says of its CRS, where the person says something else.
  private func overruledCRS(
    of source: SampledSource, by transform: CoordinateTransform
  ) throws -> OverruledCRS? {
    guard request.crs != nil, case .named(let stated) = try source.declaredCRS else { return nil }
    let system = try? CoordinateReferenceSystem(stated)
    guard system?.identifier != transform.from.identifier else { return nil }
    return OverruledCRS(stated, system, transform, source.sample)
  }

  /// The way from the file's CRS to the city's, once the source has seen the file's head.
  private func transform(of source: any RecordSource) throws -> CoordinateTransform {
    try CoordinateTransform(
      from: try request.system(declared: try source.declaredCRS), to: .cgcs2000)
  }
}

extension Importer.Request {
  /// What the request says of the file itself.
  package var sourceRequest: SourceRequest {
    var source = SourceRequest(file: file, layer: layer, crs: crs)
    source.mapping = source.resolved(mapping)
    source.fixes = fixes
    source.sourceLayer = sourceLayer
    source.encoding = encoding
    source.isOptionallyPlaced = survey != nil
    return source
  }

  /// The mapping of fields alone, without the columns of coordinates.
  var fieldMapping: ImportMapping { sourceRequest.fieldMapping }

  /// The CRS of the file's coordinates, from what it says and what the person says.
  func system(declared: DeclaredCRS) throws -> CoordinateReferenceSystem {
    guard let name = crs else {
      guard let system = try declared.system() else {
        throw ImportError.missingCRS(declared, of: file)
      }
      return system
    }
    // What the file says may be the nonsense that the person overrules; a format's only system is
    // no statement.
    let stated = declared == .impliedByFormat ? nil : try? declared.system()
    let given = try CRSDefinition.read(name)
    return try CoordinateReferenceSystem.settled(declared: stated, given: given) ?? given
  }
}

extension ImportError {
  fileprivate static func missingCRS(_ declared: DeclaredCRS, of file: String) -> ImportError {
    guard case .unknown(let name) = declared else {
      return ImportError(
        .missingCRS, "\(file) does not say in which CRS its coordinates are",
        hint: "name it, for example --crs EPSG:4547 or --crs EPSG:4490")
    }
    return ImportError(
      .missingCRS, "\(file) is in \"\(name)\", which is no registered CRS",
      hint: "name the one it is, for example --crs EPSG:4547; a city's own frame comes with its "
        + "parameters: --crs FRAME.yml (documentation: Coordinates)")
  }

  fileprivate static func nothingAccepted(_ report: ImportReport) -> ImportError {
    guard let first = report.problems.first(where: { $0.severity == .rejected }) else {
      return ImportError(
        .nothingAccepted, "\(report.source) holds no features", hint: "is it the right file?")
    }
    return ImportError(
      .nothingAccepted, "none of the \(report.read) records of \(report.source) can be used",
      hint: "the first: " + first.line(file: report.source))
  }
}
