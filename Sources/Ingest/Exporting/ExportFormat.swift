import Datasets
import Foundation
import SimpleFeatures

/// The kinds of file that a layer of features can be written as.
package enum ExportFormat: String, Sendable, CaseIterable {
  /// One `FeatureCollection` (RFC 7946).
  case geoJSON = "GeoJSON"
  /// One GeoJSON feature a line.
  case geoJSONLines = "GeoJSONSeq"
  /// OGC GeoPackage 1.2 (OGC 12-128r15).
  case geoPackage = "GeoPackage"
  /// ESRI Shapefile: .shp, .shx, .dbf, .prj and .cpg.
  case shapefile = "Shapefile"
  /// FlatGeobuf 3, the features in the order of rows and therefore without its index.
  case flatGeobuf = "FlatGeobuf"
  /// Text after RFC 4180 with the geometry as WKT; .csvt beside it says the columns' types.
  case csv = "CSV"

  /// The format of `path` by its ending; `-` is standard output, as lines.
  ///
  /// - Throws: ``ImportError`` `unknown-format`.
  init(path: String) throws(ImportError) {
    switch path == "-" ? "-" : URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "geojson", "json": self = .geoJSON
    case "-", "geojsonl", "geojsons", "geojsonseq", "ndjson", "jsonl": self = .geoJSONLines
    case "gpkg": self = .geoPackage
    case "shp": self = .shapefile
    case "fgb": self = .flatGeobuf
    case "csv": self = .csv
    case let other:
      throw ImportError(
        .unknownFormat, "\"\(other)\" is not a format that export writes",
        hint: "name the file .geojson, .geojsonl (one feature a line), .gpkg, .shp, .fgb or .csv")
    }
  }

  /// GDAL's name of the driver that writes it; `nil` for the formats that are text.
  var driver: String? {
    switch self {
    case .geoJSON, .geoJSONLines, .csv: nil
    case .geoPackage: "GPKG"
    case .shapefile: "ESRI Shapefile"
    case .flatGeobuf: "FlatGeobuf"
    }
  }

  /// Whether `other` belongs to the file `name` beside it and is true of no other content: a part,
  /// an index or a journal.
  func isPart(_ other: String, of name: String) -> Bool {
    switch self {
    case .geoJSON, .geoJSONLines, .flatGeobuf: return false
    case .geoPackage: return ["-wal", "-shm", "-journal"].contains { other == name + $0 }
    case .csv: return Self.parts(other, name).map { $0 == "csvt" } ?? false
    case .shapefile: return Self.parts(other, name).map(Self.shapefileEndings.contains) ?? false
    }
  }

  /// The ending of `other` in lower case where the rest of its name is that of `name`.
  private static func parts(_ other: String, _ name: String) -> String? {
    let (a, b) = (URL(fileURLWithPath: other), URL(fileURLWithPath: name))
    return a.deletingPathExtension().lastPathComponent
      == b.deletingPathExtension().lastPathComponent ? a.pathExtension.lowercased() : nil
  }

  private static let shapefileEndings: Set = [
    "shp", "shx", "dbf", "prj", "cpg", "qpj", "qix", "sbn", "sbx", "fbn", "fbx", "ain", "aih",
    "ixs", "mxs", "idm", "ind", "cdx",
  ]
}
