import Foundation
import SimpleFeatures

/// Opens a file as a stream of records, by what it holds and not by what it is called.
enum SourceFile {
  /// The drivers of GDAL that read vector files here.
  private static let drivers = [
    "GPKG", "ESRI Shapefile", "OpenFileGDB", "FlatGeobuf", "CSV", "XLSX", "LIBKML", "KML", "DXF",
  ]

  /// The records of the request's file; `-` is standard input, which is GeoJSON.
  ///
  /// - Throws: ``FormatError`` or ``ImportError`` for a file that cannot be read.
  static func open(_ request: Importer.Request) throws -> any RecordSource {
    let path = request.file
    guard path != "-", try !looksLikeJSON(path) else {
      return try GeoJSONSource(path, closesRings: request.fixes)
    }
    if try looksLikeOpenStreetMap(path) { return try OSMSource(path, for: request.layer) }
    let file = try VectorFile(path, drivers: drivers)
    return try GDALSource(file, layer: 0)
  }

  /// Whether the first mark of the file opens an object, or there is nothing to tell by.
  private static func looksLikeJSON(_ path: String) throws -> Bool {
    let name = URL(fileURLWithPath: path).pathExtension.lowercased()
    if name.hasPrefix("geojson") || ["json", "jsonl", "ndjson"].contains(name) { return true }
    guard let handle = FileHandle(forReadingAtPath: path) else { return true }
    defer { try? handle.close() }
    guard let head = try? handle.read(upToCount: 512), !head.isEmpty else { return false }
    let first = head.first {
      ![0x09, 0x0A, 0x0D, 0x1E, 0x20, 0xEF, 0xBB, 0xBF].contains($0)
    }
    return first == UInt8(ascii: "{")
  }

  /// Whether the file is OpenStreetMap's XML or PBF, by its first bytes.
  private static func looksLikeOpenStreetMap(_ path: String) throws -> Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? handle.close() }
    let head = (try? handle.read(upToCount: 1024)) ?? Data()
    return head.range(of: Data("OSMHeader".utf8)) != nil || head.range(of: Data("<osm".utf8)) != nil
  }
}
