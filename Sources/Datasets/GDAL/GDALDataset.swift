import CGDAL
import Foundation
import SimpleFeatures

/// A file of vector layers as GDAL reads it.
///
/// For one thread at a time.
@safe final class GDALDataset {
  /// One of the file's own layers: a table of a GeoPackage, a sheet, a folder of a KML file.
  struct Layer {
    var name: String
    var shape: OGRShape
    /// Number of features where the file knows it without being read.
    var count: Int?
  }

  /// The file as the person named it.
  let name: String
  let format: GDALFormat
  let layers: [Layer]
  let dataset: GDALDatasetH

  /// Layers beyond which a file is refused.
  private static let mostLayers = 10_000

  /// - Parameters:
  ///   - name: The file as the person named it, for messages.
  ///   - path: The path by which GDAL finds it.
  ///   - options: `NAME=VALUE` for the driver.
  ///   - settings: GDAL's configuration while the file is opened.
  ///   - encoding: The encoding of layer names that come as plain bytes.
  /// - Throws: ``ImportError`` `unreadable-file`.
  init(
    _ name: String, path: String, _ format: GDALFormat, options: [String] = [],
    settings: [String: String] = [:], encoding: TextEncoding = .utf8
  ) throws(ImportError) {
    self.name = name
    self.format = format
    // Nothing in the schema of an SQLite file may call what reaches beyond the file.
    let settings = settings.merging(["OGR_SQLITE_PRAGMA": "trusted_schema=OFF"]) { $1 }
    let (opened, words) = unsafe GDALSession.with(settings) {
      unsafe GDALSession.open(
        path, GDAL_OF_VECTOR, drivers: [format.rawValue], options: options)
    }
    guard let opened = unsafe opened else {
      throw ImportError(
        .unreadableFile, "\(name) cannot be read as \(format.name)\(Self.reason(words, path))",
        hint: "it is cut off or damaged: fetch it again")
    }
    if format == .geoPackage, let part = unsafe GDALDataset.foreignPart(of: opened) {
      unsafe GDALClose(opened)
      throw ImportError(
        .unreadableFile, "\(name) is not read: it holds \(part)",
        hint: "such a part may read other files of this machine, or never end: ask for a file with "
          + "tables alone")
    }
    let count = unsafe Int(GDALDatasetGetLayerCount(opened))
    layers = GDALSession.with(settings) {
      (0..<min(count, Self.mostLayers)).compactMap { index in
        guard let layer = unsafe GDALDatasetGetLayer(opened, Int32(index)) else { return nil }
        return unsafe Layer(layer, encoding)
      }
    }
    guard count <= Self.mostLayers, layers.count == count else {
      unsafe GDALClose(opened)
      throw ImportError(
        .unreadableFile, "\(name) claims \(count) layers",
        hint: "it is damaged, or no file of features")
    }
    unsafe dataset = opened
  }

  deinit { unsafe GDALClose(dataset) }

  /// A view or virtual table, R-trees aside, in an SQLite file; triggers do not run in reading.
  private static func foreignPart(of opened: GDALDatasetH) -> String? {
    let sql = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    let (rows, _) = unsafe GDALSession.run { unsafe GDALDatasetExecuteSQL(opened, sql, nil, nil) }
    guard let rows = unsafe rows else { return "a schema that cannot be read" }
    defer { unsafe GDALDatasetReleaseResultSet(opened, rows) }
    while let row = unsafe OGR_L_GetNextFeature(rows) {
      defer { unsafe OGR_F_Destroy(row) }
      let name = unsafe GDALSession.text(OGR_F_GetFieldAsString(row, 0), .utf8) ?? ""
      let statement = unsafe GDALSession.text(OGR_F_GetFieldAsString(row, 1), .utf8) ?? ""
      let tables = ["CREATE TABLE ", "CREATE INDEX ", "CREATE UNIQUE INDEX ", "CREATE TRIGGER "]
      if tables.contains(where: statement.hasPrefix) { continue }
      if statement.hasPrefix("CREATE VIEW ") { return "the view \(name)" }
      if VirtualTable.module(name, sql: statement) != "rtree" {
        return "the virtual table \(name)"
      }
    }
    return nil
  }

  /// GDAL's words on one line, without the path that it was given.
  private static func reason(_ words: String, _ path: String) -> String {
    guard !words.isEmpty, !words.contains("not recognized") else { return "" }
    let line = words.replacingOccurrences(of: path, with: "it")
      .split(whereSeparator: \.isNewline).joined(separator: "; ")
    return ": " + String(line.prefix(300))
  }

  /// The handle of a layer, which belongs to the file.
  func handle(of layer: Int) -> OGRLayerH? { unsafe GDALDatasetGetLayer(dataset, Int32(layer)) }
}

extension GDALDataset.Layer {
  fileprivate init(_ layer: OGRLayerH, _ encoding: TextEncoding) {
    let (count, _) = GDALSession.run { unsafe OGR_L_GetFeatureCount(layer, 0) }
    unsafe self.init(
      name: GDALSession.text(OGR_L_GetName(layer), encoding) ?? "?",
      shape: OGRShape(OGR_L_GetGeomType(layer)), count: count < 0 ? nil : Int(count))
  }
}
