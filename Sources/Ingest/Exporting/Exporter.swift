import Catalog
import Datasets
package import FeatureStore
import GeometryCore
import SimpleFeatures

/// Writes a layer to a file, in the format that the file's ending names.
package struct Exporter {
  /// What to write where, and how.
  package struct Request: Sendable {
    package var layer: String
    /// The file; `-` is standard output, as GeoJSON lines.
    package var path: String
    /// The system that coordinates are transformed to; `nil` for the city's CGCS2000.
    package var crs: String?
    package var encoding = OutputEncoding.utf8

    package init(layer: String, path: String) {
      self.layer = layer
      self.path = path
    }
  }

  private let request: Request
  private let format: ExportFormat
  private let projection: ExportProjection
  /// Features between two calls of `progress`.
  private static let progressStep = 2000

  /// - Throws: ``ImportError`` for a format that is not known or cannot do what is asked,
  ///   ``GeometryError`` for a system that is not known or cannot be reached.
  package init(_ request: Request) throws {
    self.request = request
    format = try ExportFormat(path: request.path)
    guard request.encoding == .utf8 || format == .shapefile || format == .csv else {
      throw ImportError(
        .formatLimit, "\(format.rawValue) is always UTF-8",
        hint: "leave out the encoding, or name the file .shp or .csv")
    }
    projection = try ExportProjection(request.crs, for: format)
  }

  /// Writes every feature in the order of rows; the file appears under its name only when it is
  /// whole, and an older one stays until then.
  ///
  /// - Throws: ``ImportError`` for a file that cannot be written or a format that cannot hold the
  ///   layer, ``StoreError`` for a layer that is not there.
  package func run(
    from store: SpatiaLiteStore, seenFrom mapVersion: MapVersion = .latest,
    progress: (Int) -> Void = { _ in }
  ) throws -> ExportReport {
    try store.readNow(mapVersion) { try run(over: $0, progress: progress) }
  }

  /// Writes the features of a layer of a snapshot that is open.
  package func run(
    over snapshot: any FeatureSnapshot, progress: (Int) -> Void = { _ in }
  ) throws -> ExportReport {
    let source = ExportSource(snapshot, try snapshot.layer(request.layer), projection)
    guard request.path != "-" else { return try write(source, to: "-", progress) }
    let files = try StagedFiles(request.path, format)
    do {
      let report = try write(source, to: files.path, progress)
      try files.publish()
      return report
    } catch var error as ImportError {
      error.message.replace(files.path, with: request.path)
      throw error
    }
  }

  private func write(
    _ source: ExportSource, to path: String, _ progress: (Int) -> Void
  ) throws -> ExportReport {
    var report = ExportReport(
      layer: request.layer, format: format, crs: projection.identifier)
    if let transform = projection.transform {
      (report.operation, report.accuracyMetres) = (transform.operation, transform.accuracyMetres)
    }
    var losses = LossTally()
    let writer = try makeWriter(source, path, &losses)
    try source.forEachFeature { feature in
      try writer.write(feature, &losses)
      report.features += 1
      if report.features.isMultiple(of: Self.progressStep) { progress(report.features) }
    }
    try writer.finish()
    progress(report.features)
    report.losses = losses.losses
    return report
  }

  private func makeWriter(
    _ source: ExportSource, _ path: String, _ losses: inout LossTally
  ) throws -> any FeatureFileWriter {
    let definition = source.layer.definition
    switch format {
    case .geoJSON, .geoJSONLines:
      return try GeoJSONFileWriter(
        path, format == .geoJSON ? .collection : .lines, definition.fields,
        crs: projection.isGeoJSONs ? nil : projection.identifier)
    case .csv:
      return try CSVFileWriter(path, definition, request.encoding, crs: projection, &losses)
    case .geoPackage, .flatGeobuf:
      return try GDALFileWriter(
        path, format, source.layer, FileColumn.all(of: definition, format, &losses), projection)
    case .shapefile:
      let coder = TextCoder(request.encoding)
      let columns = try ColumnSurvey(source, coder).columns(&losses)
      return try GDALFileWriter(path, format, source.layer, columns, projection, coder)
    }
  }
}

/// The features of a layer as they go into a file.
struct ExportSource {
  let layer: StoredLayer
  private let snapshot: any FeatureSnapshot
  private let projection: ExportProjection

  init(_ snapshot: any FeatureSnapshot, _ layer: StoredLayer, _ projection: ExportProjection) {
    self.snapshot = snapshot
    self.layer = layer
    self.projection = projection
  }

  /// Calls `body` for each feature in ascending order of rows.
  func forEachFeature(_ body: (StoredFeature) throws -> Void) throws {
    try snapshot.forEachFeature(of: layer) { try body(projection.placed(try $0.feature())) }
  }
}
