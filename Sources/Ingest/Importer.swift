package import Catalog
package import FeatureStore
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
    /// Property names by field name; `id` names the identifier.
    package var mapping: [String: String] = [:]
    /// Whether the file is the whole layer: features that it does not name are removed.
    package var isWholeLayer = false
    /// Whether features that break rules which forbid the commit are taken all the same.
    package var acceptsBreaches = false
    package var author = ""
    package var message = ""

    package init(file: String, layer: LayerDefinition, crs: String? = nil) {
      self.file = file
      self.layer = layer
      self.crs = crs
    }
  }

  /// How far the work is.
  package struct Progress: Sendable {
    package var records: Int
    package var bytes: Int
    /// Size of the file; `nil` for a pipe.
    package var totalBytes: Int?
  }

  private let request: Request
  private let progress: (Progress) -> Void
  /// Records between two calls of `progress`.
  private static let progressStep = 2000

  package init(_ request: Request, progress: @escaping (Progress) -> Void = { _ in }) {
    self.request = request
    self.progress = progress
  }

  /// Imports the file into the city that `openStore` gives, once the file proved readable.
  ///
  /// - Throws: ``FormatError`` for a file that is damaged, ``GeometryError`` for a CRS that cannot
  ///   be brought to CGCS2000, ``ImportError`` when no record can be used or the layer holds no
  ///   features, errors of the store. In all cases the city is unchanged.
  package func run(into openStore: () throws -> SpatiaLiteStore) throws -> ImportReport {
    guard request.layer.hasFeatures else {
      throw ImportError(
        .noFeatures, "the layer \"\(request.layer.id)\" holds no features",
        hint: "its file says another `kind`: choose a layer of features")
    }
    var intake = try Intake(request)
    let first = try intake.reader.next()
    var record = RecordImporter(
      request, try intake.transform(), intake.mapping)

    var draft = CommitDraft(
      author: request.author, message: request.message, source: request.file)
    draft.acceptsBreaches = request.acceptsBreaches
    let commit = try openStore().commit(
      draft, to: request.layer, report: { record.report(of: $0).json.text }
    ) { writer in
      try importAll(first, &intake, &record, writer)
      if request.isWholeLayer { try record.removeOthers(from: writer) }
      return record.counts
    }
    return record.report(of: commit)
  }

  private func importAll(
    _ first: GeoJSONReader.Record?, _ intake: inout Intake, _ record: inout RecordImporter,
    _ writer: LayerWriter
  ) throws {
    var next = first
    while let current = next {
      try record.add(current, to: writer)
      if current.number % Importer.progressStep == 0 { progress(intake.progress(current.number)) }
      next = try intake.reader.next()
    }
    progress(intake.progress(record.report.read))
    guard record.report.rejected < record.report.read else {
      throw ImportError.nothingAccepted(record.report(of: nil))
    }
    try record.mapping.checkNamedColumns()
  }
}

extension ImportError {
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

/// The file's side of an import: reader, declared CRS, mapping.
private struct Intake {
  var reader: GeoJSONReader
  let mapping: FieldMapping
  private let chunks: FileChunks
  private let request: Importer.Request

  init(_ request: Importer.Request) throws {
    self.request = request
    mapping = try FieldMapping(request.layer, named: request.mapping)
    chunks = try FileChunks(path: request.file)
    let chunks = chunks
    reader = GeoJSONReader { () throws(FormatError) in try chunks.next() }
  }

  /// The way from the file's CRS to the city's, once the reader has seen the file's head.
  ///
  /// GeoJSON is longitude and latitude unless it says otherwise.
  func transform() throws -> CoordinateTransform {
    guard let name = request.crs else {
      let declared = try reader.declaredCRS.map { try CoordinateReferenceSystem($0) }
      return try CoordinateTransform(from: declared ?? .crs84, to: .cgcs2000)
    }
    // What the file says may be the nonsense that the person overrules.
    let declared = reader.declaredCRS.flatMap { try? CoordinateReferenceSystem($0) }
    let source = try CoordinateReferenceSystem.settled(
      declared: declared, given: try NamedCRS.read(name))
    return try CoordinateTransform(from: source ?? .crs84, to: .cgcs2000)
  }

  func progress(_ records: Int) -> Importer.Progress {
    Importer.Progress(records: records, bytes: chunks.readBytes, totalBytes: chunks.byteCount)
  }
}
