import Catalog
import Foundation
import SimpleFeatures

/// Which features of a foreign file are meant, and how they are taken: all that a process of its
/// own needs to know in order to read them.
struct DatasetRequest: Codable {
  /// What the features are for, by which a file's layer is chosen.
  struct Target: Codable {
    var id: String
    var titles: [String]
    var geometry: String

    var geometryType: GeometryType? { GeometryType(rawValue: geometry) }
  }

  /// The path as the person wrote it.
  var file: String
  var sourceLayer: String?
  var encoding: String?
  /// `nil` where the file's only layer is meant, whatever it is for.
  var target: Target?
  /// Whether the first row of a sheet names its columns.
  var hasHeaderRow = true

  init(_ request: SourceRequest) {
    file = request.file
    sourceLayer = request.sourceLayer
    encoding = request.encoding
    let layer = request.layer
    target = Target(
      id: layer.id, titles: [layer.title.zh, layer.title.en], geometry: layer.geometry.rawValue)
  }

  /// The only layer of a file.
  init(onlyLayerOf file: String) { self.file = file }

  /// Opens the file in a process of its own where this program offers one, else in this.
  ///
  /// - Throws: ``ImportError`` or ``FormatError``.
  func open() throws -> any DatasetSource {
    guard let executable = DatasetWorker.executable else { return try source() }
    return try WorkerSource(self, executable)
  }

  /// Opens the file in this process.
  func source() throws -> GDALSource {
    let file = try PlainFile(file)
    if file.isFolder { return try opened(.fileGDB, file.path, file) }
    switch FileSignature(file.head(), ending: file.ending).kind {
    case .gdal(let format): return try opened(format, file.path, file)
    case .zip:
      let contents = try ZipContents(file)
      return try opened(contents.format, contents.path, file)
    default: throw ImportError.notRead(file.name, "no dataset", hint: FileKind.knownFormats)
    }
  }

  private func opened(
    _ format: GDALFormat, _ path: String, _ file: PlainFile
  ) throws -> GDALSource {
    if !format.hasOpenEncoding { try SourceFile.refuseEncoding(of: format.name, encoding) }
    if let most = format.largestByteCount, file.byteCount > most {
      throw ImportError.tooLarge(file.name, format, file.byteCount, most)
    }
    if format == .geoPackage { try Self.checkLog(of: file) }
    return try DatasetOpening(format, path, file, self).source()
  }

  /// Refuses a database beside whose write-ahead log nothing tells what is in it: SQLite makes that
  /// file where it may write, and GDAL passes over the log where SQLite may not.
  private static func checkLog(of file: PlainFile) throws(ImportError) {
    let log = try? PlainFile(file.path + "-wal")
    guard let log, log.byteCount > 0, (try? PlainFile(file.path + "-shm")) == nil else { return }
    throw ImportError(
      .unreadableFile, "\(file.name) has changes in \(file.name)-wal that are not part of it yet",
      hint: "open it in QGIS and close it again, or run: ogrinfo \(file.name.shellQuoted)")
  }
}

/// One layer of a foreign file, with what is known before its first record.
protocol DatasetSource: RecordSource {
  var format: GDALFormat { get }
  /// The names of the columns, in their order.
  var columnNames: [String] { get }
  /// Whether the layer has shapes, or is a table.
  var hasShapes: Bool { get }
}
